// SPDX-License-Identifier: MIT

private import CPty
private import Glibc

/// A pseudo-terminal: keys in, what it shows and how it is set out.
package final class Terminal {
  private var master: CInt = -1
  // Kept open, so that the settings outlive the last program and what nobody read can be counted.
  private let slave: CInt
  package let path: String

  /// All that has been shown.
  package private(set) var screen = Bytes("")
  /// How much of the screen earlier waits have gone through.
  private var mark = 0
  private var collectors: [Collector] = []

  package init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    var slave: CInt = -1
    var path = [CChar](repeating: 0, count: 64)
    try checked("pty_open", unsafe pty_open(&master, &slave, &path, path.count))
    self.slave = slave
    self.path = String(
      decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try resize(columns: columns, rows: rows)
  }

  deinit {
    hangUp()
    close(slave)
  }

  /// The slave's descriptor, to be a program's terminal or stream.
  var descriptor: CInt { slave }

  func collect(_ collector: Collector) { collectors.append(collector) }

  package var settings: TerminalSettings {
    get throws { try TerminalSettings(of: slave) }
  }

  /// As `stty` does it.
  package func change(_ change: (inout TerminalSettings) -> Void) throws {
    var settings = try self.settings
    change(&settings)
    try settings.apply(to: slave)
  }

  /// The bytes that were typed and not read, those of an unfinished line included.
  package var bytesWaiting: Int {
    get throws { Int(try checked("pty_waiting", pty_waiting(slave))) }
  }

  package func resize(columns: UInt16, rows: UInt16 = 24) throws {
    try checked("pty_resize", pty_resize(master, columns, rows))
  }

  /// Whether somebody still holds the other end.
  package var isConnected: Bool { master >= 0 }

  /// Takes the terminal away, as a closed window or a broken connection does.
  package func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  // MARK: Keys

  package func type(_ keys: String) throws { try type(Bytes(keys)) }

  package func type(_ keys: Bytes) throws {
    let limit = Limit(Limit.usual)
    var rest = keys.bytes[...]
    while !rest.isEmpty {
      let wrote = unsafe rest.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
      if wrote > 0 {
        rest = rest.dropFirst(wrote)
      } else if errno != EAGAIN, errno != EINTR {
        throw SessionFailure.call("typing")
      }
      if rest.isEmpty { break }
      if limit.isReached {
        throw SessionFailure("\(rest.count) typed bytes were never taken; \(report)")
      }
      pump(milliseconds: limit.milliseconds(atMost: 1_000), untilWritable: true)
    }
  }

  /// One key (a scalar) after the other, that many milliseconds apart, as programs that type do.
  package func type(_ keys: String, every milliseconds: Int) throws {
    for key in keys.unicodeScalars {
      try type(String(key))
      pause(milliseconds: milliseconds)
    }
  }

  /// A part of what is typed: the time between two keys, not a wait for something to happen.
  package func pause(milliseconds: Int) {
    let limit = Limit(.milliseconds(milliseconds))
    while !limit.isReached { pump(milliseconds: limit.milliseconds(atMost: 1_000)) }
  }

  // MARK: The screen

  /// Waits until `text` has been shown, after what the last wait found, and gives what was shown
  /// between the two.
  ///
  /// `isOver` says that nothing more will come.
  @discardableResult
  package func wait(
    for text: String, within span: Duration = Limit.usual, unless isOver: () -> Bool = { false }
  ) throws -> Bytes {
    let limit = Limit(span)
    let wanted = Bytes(text)
    while true {
      if let range = screen.firstRange(of: wanted, from: mark) {
        defer { mark = range.upperBound }
        return Bytes(Array(screen.bytes[mark..<range.lowerBound]))
      }
      // Looked up before the last reading: what it wrote before its end is there to be read.
      let over = isOver()
      let gotMore = pump(milliseconds: over ? 0 : limit.milliseconds(atMost: 20))
      if over, !gotMore { throw SessionFailure("over, without '\(wanted)'; \(report)") }
      if limit.isReached { throw SessionFailure("no '\(wanted)'; \(report)") }
    }
  }

  /// Takes all that is there to be read, without waiting.
  package func drain() {
    while pump(milliseconds: 0) {}
  }

  /// The screen, for a report.
  var report: String {
    let streams = collectors.filter { !$0.bytes.isEmpty }.map { "; a stream: '\(Bytes($0.bytes))'" }
    return "the screen: '\(screen)'" + streams.joined()
  }

  /// Waits for something to read from the screen or a pipe, and reads it. False where nothing came.
  @discardableResult
  func pump(milliseconds: CInt, untilWritable: Bool = false) -> Bool {
    collectors.removeAll { !$0.isOpen && $0.bytes.isEmpty }
    var entries = collectors.filter(\.isOpen).map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    let events = Int16(POLLIN) | (untilWritable ? Int16(POLLOUT) : 0)
    entries.append(pollfd(fd: master, events: events, revents: 0))
    guard unsafe poll(&entries, UInt(entries.count), milliseconds) > 0 else { return false }
    var gotMore = false
    for collector in collectors where collector.take() { gotMore = true }
    if master >= 0 {
      let piece = readAvailable(master).bytes
      screen.bytes += piece
      if !piece.isEmpty { gotMore = true }
    }
    return gotMore
  }
}

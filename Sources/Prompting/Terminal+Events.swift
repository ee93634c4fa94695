// SPDX-License-Identifier: MIT

private import Glibc
internal import Posix

// Reading keys and showing text, while signals are heeded.

extension Terminal {
  /// The window's width in cells.
  var columns: Int { TerminalDevice.columns(of: descriptor.number) ?? 80 }

  /// How many bytes have been typed and not yet read.
  var bytesWaiting: Int { TerminalDevice.bytesWaiting(on: descriptor.number) }

  /// Waits for the next thing to happen; nil where nothing did until `pause` was over.
  ///
  /// Throws `.timedOut` at the deadline of the dialogue, and `.signal` for a signal that ends programs.
  func event(within pause: Duration? = nil) throws(PromptError) -> Event? {
    let until = pause.map { Deadline.after($0).earlier(of: deadline) } ?? deadline
    while true {
      if let event = missed {
        missed = nil
        return event
      }
      switch try wait(for: [.reading(descriptor.number)], until: until) {
      case .ready:
        if let byte = try readByte() { return .byte(byte) }
      case .signal(let signal):
        if let event = try handle(signal) { return event }
      case .deadline:
        if deadline.hasPassed { throw .timedOut }
        return nil
      }
    }
  }

  /// Whether nothing is typed for `pause`.
  func isQuiet(for pause: Duration) throws(PromptError) -> Bool {
    let until = Deadline.after(pause).earlier(of: deadline)
    return try first(of: [.reading(descriptor.number)], until: until) == nil
  }

  /// Shows a line of its own, whatever stands before the cursor.
  func showLine(_ text: String) throws(PromptError) {
    endLine()
    try show(text + "\n")
  }

  /// Shows text. Whatever acts on a terminal has been made visible before.
  func show(_ text: String) throws(PromptError) {
    let bytes = Array(text.utf8)
    try show(bytes.span)
  }

  /// Shows bytes that may be secret.
  func show(_ bytes: Span<UInt8>) throws(PromptError) {
    if !bytes.isEmpty { isInLine = bytes[bytes.count - 1] != 0x0A }
    try put(bytes)
  }

  /// Writes bytes as they are, while signals are heeded.
  func put(_ bytes: Span<UInt8>) throws(PromptError) {
    var done = 0
    while done < bytes.count {
      do {
        let part = bytes.extracting(done..<bytes.count)
        done += try Descriptor.writeSome(descriptor.number, part)
        continue
      } catch {
        if error.number != EAGAIN { throw .terminalGone(error) }
      }
      // The terminal has no room, or its output is stopped.
      switch try wait(for: [.writing(descriptor.number)], until: deadline) {
      case .ready: break
      case .signal(let signal):
        try keep(handle(signal))
      case .deadline:
        throw .timedOut
      }
    }
  }

  /// Waits for other descriptors, such as a check program's, while signals are heeded: the index of
  /// the first that is ready, or nil at the deadline.
  func first(
    of candidates: [Wait.Readiness], until deadline: Deadline
  ) throws(PromptError) -> Int? {
    while true {
      switch try wait(for: candidates, until: deadline) {
      case .ready(let index): return index
      case .signal(let signal): try keep(handle(signal))
      case .deadline: return nil
      }
    }
  }

  /// Keeps an event for the next read; a new size says nothing to a screen that is drawn anew anyway.
  private func keep(_ event: Event?) {
    if case .resumed = missed { return }
    missed = event ?? missed
  }

  private enum Outcome {
    case ready(Int)
    case signal(Signal)
    case deadline
  }

  private func wait(
    for candidates: [Wait.Readiness], until deadline: Deadline
  ) throws(PromptError) -> Outcome {
    let first: Int?
    do {
      first = try Wait.first(of: [.reading(signalNumber)] + candidates, until: deadline)
    } catch {
      throw .system(SystemError("cannot wait for the terminal", error))
    }
    switch first {
    case nil: return .deadline
    case .some(0):
      // A window change that another read took is one look too many, and harmless.
      return .signal(nextSignal() ?? .windowChange)
    case .some(let index): return .ready(index - 1)
    }
  }

  private func handle(_ signal: Signal) throws(PromptError) -> Event? {
    switch signal {
    case .windowChange: return .resized
    case .terminalStop:
      try suspend()
      return .resumed
    case .resumption: return try resumeAfterForeignStop() ? .resumed : nil
    default: throw .signal(signal)
    }
  }

  /// Reads one byte; nil where another reader took it.
  func readByte() throws(PromptError) -> UInt8? {
    let byte: UInt8?
    do {
      byte = try Descriptor.readByte(descriptor.number)
    } catch {
      if error.number == EAGAIN { return nil }
      throw .terminalGone(error)
    }
    guard let byte else { throw .terminalGone(nil) }
    return byte
  }

  /// Puts the cursor at the start of a line.
  func endLine() {
    if isInLine { write("\n") }
    isInLine = false
  }

  /// Writes on the ways in and out, where a failure changes nothing any more. A terminal whose output
  /// was stopped (^S) is started again; one that takes nothing all the same is left alone.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    var isRestarted = false
    while done < bytes.count {
      let pause = Deadline.after(Self.restartPause)
      switch try? Wait.first(of: [.writing(descriptor.number)], until: pause) {
      case .some:
        let rest = bytes.span.extracting(done...)
        guard let count = try? Descriptor.writeSome(descriptor.number, rest) else { return }
        done += count
      case nil:
        if isRestarted { return }
        isRestarted = true
        restartOutput()
      }
    }
  }

  /// How long a terminal may take to have room.
  private static let restartPause = Duration.milliseconds(100)
}

// SPDX-License-Identifier: MIT

private import CPty
private import Glibc

/// A program on a pseudo-terminal, from its start to its end.
package final class Session {
  /// How a program ended.
  package enum Ending: Hashable, Sendable {
    case status(CInt)
    case signal(CInt)
  }

  package let terminal: Terminal
  /// The terminal's settings before the program started.
  package let before: TerminalSettings
  package let process: CInt
  private let streams: [CInt: Collector]
  private var ended: Ending?

  /// askcred with `arguments`, on a terminal of its own or on `terminal`.
  package convenience init(
    _ arguments: String..., on terminal: Terminal? = nil,
    _ change: (inout Launch) -> Void = { _ in }
  ) throws {
    var launch = Launch(program: try ProgramUnderTest.path, arguments: arguments)
    change(&launch)
    try self.init(launch, on: terminal)
  }

  package init(_ launch: Launch, on terminal: Terminal? = nil) throws {
    self.terminal = try terminal ?? Terminal()
    self.before = try self.terminal.settings
    let start = try Start(launch, on: self.terminal)
    self.process = start.process
    self.streams = start.collectors
    for collector in streams.values { self.terminal.collect(collector) }
  }

  deinit {
    if ended == nil {
      for process in ProcessTable.session(process) { kill(process, SIGKILL) }
      kill(process, SIGKILL)
      var status: CInt = 0
      _ = unsafe waitpid(process, &status, 0)
    }
  }

  // MARK: Playing

  package func type(_ keys: String) throws { try terminal.type(keys) }

  /// Waits until `text` has been shown, and gives what was shown before it and after the last wait.
  @discardableResult
  package func wait(for text: String, within span: Duration = Limit.usual) throws -> Bytes {
    try terminal.wait(for: text, within: span, unless: { hasEnded })
  }

  /// Waits for the prompt, and answers it.
  package func answer(_ prompt: String, _ answer: String) throws {
    try wait(for: prompt)
    try terminal.type(answer + "\r")
  }

  package func signal(_ number: CInt) { kill(process, number) }

  /// Waits until `condition` holds, looking again every few milliseconds.
  package func wait(
    until what: String, within span: Duration = Limit.usual, _ condition: () throws -> Bool
  ) throws {
    let limit = Limit(span)
    while try !condition() {
      if limit.isReached { throw SessionFailure("not \(what); \(terminal.report)") }
      terminal.pump(milliseconds: 5)
    }
  }

  // MARK: The end

  package var hasEnded: Bool {
    if ended != nil { return true }
    var (status, signal): (CInt, CInt) = (-1, -1)
    guard unsafe pty_ended(process, &status, &signal) == 1 else { return false }
    ended = signal >= 0 ? .signal(signal) : .status(status)
    return true
  }

  /// Waits until the program has ended, and says how.
  package func ending(within span: Duration = Limit.usual) throws -> Ending {
    try wait(until: "ended", within: span) { hasEnded }
    terminal.drain()
    guard let ended else { throw SessionFailure("not ended") }
    return ended
  }

  /// What came out of a descriptor that is a pipe, until now.
  package func written(to descriptor: CInt) -> Bytes {
    terminal.drain()
    return Bytes(streams[descriptor]?.bytes ?? [])
  }

  package var output: Bytes { written(to: 1) }
  package var errors: Bytes { written(to: 2) }

  package var screen: Bytes {
    terminal.drain()
    return terminal.screen
  }
}

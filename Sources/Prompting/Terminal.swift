// SPDX-License-Identifier: MIT

private import Glibc
internal import Posix

/// The one owner of a terminal while questions are asked on it: of its settings, its lock, and the
/// signals that its keys send.
///
/// There is one way in, `Terminal.session`, and one way back, `leave`.
final class Terminal {
  /// What a wait can end with.
  enum Event {
    case byte(UInt8)
    /// The window has another size.
    case resized
    /// The process was stopped, or was meant to be, and goes on: the screen has other text on it.
    case resumed
  }

  let descriptor: FileDescriptor
  let deadline: Deadline
  /// What a person has set: the settings that come back at the end.
  private(set) var settings: TerminalSettings
  /// What the terminal knows of escape sequences. Looked up late, as reading terminfo takes longer
  /// than all else on the way to the prompt.
  private(set) lazy var style = TerminalStyle(of: descriptor.number)
  /// Whether its keys for interrupt and suspend are signals to this process.
  let sendsSignals: Bool
  private var lock: FileLock?
  private var signals: SignalQueue?
  /// What happened while something was shown, for the next `event`.
  private var missed: Event?
  private var framesPastes = false
  /// Whether a prompt or an answer stands before the cursor, so that other text needs a new line.
  var isInLine = false

  private init(_ path: ByteString, until deadline: Deadline) throws(PromptError) {
    do {
      self.descriptor = try FileDescriptor.open(path, O_RDWR | O_NOCTTY)
    } catch {
      throw .noTerminal(SystemError("cannot open '\(path.visible)'", error))
    }
    guard Descriptor.isTerminal(descriptor.number) else { throw .notATerminal(path) }
    self.deadline = deadline
    self.sendsSignals = TerminalDevice.controlsThisProcess(descriptor.number)
    // Replaced in `enter`, once the terminal is ours alone.
    self.settings = try Self.settings(of: descriptor.number)
  }

  /// Opens the terminal at `path`, lets `body` ask on it, and puts it back, whatever happens.
  static func session<Value: ~Copyable>(
    on path: ByteString, until deadline: Deadline,
    preparing prepare: (Terminal) throws(PromptError) -> Void,
    _ body: (Terminal) throws(PromptError) -> Value
  ) throws(PromptError) -> Value {
    let terminal = try Terminal(path, until: deadline)
    do {
      try terminal.takeOver()
      // libedit changes the settings while it starts, so its turn is before echo goes off.
      try prepare(terminal)
      try terminal.hide(.flushing)
      let value = try body(terminal)
      terminal.leave()
      return value
    } catch {
      terminal.endLine()
      if error.leavesInputBehind { terminal.drain() }
      terminal.leave()
      throw error
    }
  }

  /// Waits for the terminal, its lock and its foreground, saves its settings and takes the signals.
  private func takeOver() throws(PromptError) {
    // The signals come last: a background start has to stop by the default action of SIGTTOU.
    while true {
      try waitForForeground()
      lock = nil
      lock = try takeLock()
      if TerminalDevice.isInForeground(descriptor.number) { break }
    }
    settings = try Self.settings(of: descriptor.number)
    if signals == nil {
      let queue: SignalQueue
      do {
        // What was ignored from the start, as under nohup, stays so; but for the suspend key, which
        // interactive shells have their command substitutions ignore.
        queue = try SignalQueue(
          of: Signal.ending.filter { !$0.isIgnored } + [.terminalStop, .windowChange])
      } catch {
        throw .system(SystemError("cannot take the signals", error))
      }
      signals = consume queue
    }
  }

  /// Switches echo off, and makes sure that it is off.
  private func hide(_ effect: TerminalSettings.Effect) throws(PromptError) {
    let now: TerminalSettings
    do {
      try settings.hidden(signalKeys: sendsSignals).apply(to: descriptor.number, effect)
      now = try TerminalSettings(of: descriptor.number)
    } catch {
      throw .noEchoControl(error)
    }
    guard now.isHidden else { throw .noEchoControl(nil) }
  }

  /// Has the terminal frame what is pasted. After the first prompt, before anything is read.
  func framePastes() {
    if framesPastes { return }
    framesPastes = true
    write(style.pasteOn)
  }

  private func stopFramingPastes() {
    if framesPastes { write(style.pasteOff) }
    framesPastes = false
  }

  /// Back to the settings for reading keys, after a line editor had its own; nothing is lost.
  func hideAgain() throws(PromptError) {
    do {
      try settings.hidden(signalKeys: sendsSignals).apply(to: descriptor.number, .now)
    } catch {
      throw .noEchoControl(error)
    }
  }

  /// Puts everything back. What waits to be read is thrown away, so that it never runs as a command.
  private func leave() {
    stopFramingPastes()
    // In the background the settings that stand are those of the shell or of another job.
    if TerminalDevice.isInForeground(descriptor.number) {
      try? settings.apply(to: descriptor.number, .flushing)
    }
    lock = nil
    signals = nil
  }

  /// Gives the terminal back for as long as the person stops this program.
  private func suspend() throws(PromptError) {
    endLine()
    guard !Signal.terminalStop.isIgnored, !TerminalDevice.isStoppingAlone else { return }
    let framedPastes = framesPastes
    stopFramingPastes()
    // libedit has settings of its own; they are as they were when the program goes on.
    let current = try Self.settings(of: descriptor.number)
    try? settings.apply(to: descriptor.number, .flushing)
    lock = nil
    Signal.terminalStop.raiseWithDefaultAction()
    try takeOver()
    do {
      try current.apply(to: descriptor.number, .flushing)
    } catch {
      throw .noEchoControl(error)
    }
    if framedPastes { framePastes() }
  }

  /// Reads and throws away what still comes, such as the rest of a paste: until 100 ms of silence, for
  /// 2 s at most.
  private func drain() {
    let end = Deadline.after(.seconds(2))
    while !end.hasPassed {
      let quiet = Deadline.after(.milliseconds(100)).earlier(of: end)
      guard let ready = try? Wait.first(of: [.reading(descriptor.number)], until: quiet), ready == 0
      else { return }
      guard (try? readByte()) != nil else { return }
    }
  }

  private func waitForForeground() throws(PromptError) {
    do {
      try TerminalDevice.waitForForeground(descriptor.number)
    } catch {
      throw .noTerminal(SystemError("cannot ask from the background", error))
    }
  }

  /// The lock that keeps the dialogues on one terminal apart; nil where it cannot be locked.
  private func takeLock() throws(PromptError) -> FileLock? {
    guard let path = TerminalDevice.path(of: descriptor.number) else { return nil }
    while true {
      let taken: FileLock?
      do {
        taken = try FileLock.take(path, O_RDWR | O_NOCTTY, until: .after(.zero))
      } catch {
        return nil
      }
      if let lock = consume taken { return lock }
      // The kernel announces a lock that is let go by no descriptor, so this looks again and again.
      let pause = Deadline.after(.milliseconds(20)).earlier(of: deadline)
      _ = try first(of: [], until: pause)
      if deadline.hasPassed { throw .timedOut }
    }
  }

  private static func settings(of number: Int32) throws(PromptError) -> TerminalSettings {
    do {
      return try TerminalSettings(of: number)
    } catch {
      throw .terminalGone(error)
    }
  }
}

// MARK: - Reading and writing

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
    var done = 0
    while done < bytes.count {
      switch try wait(for: [.writing(descriptor.number)], until: deadline) {
      case .ready:
        do {
          // Small enough for the room of a terminal that says it has some.
          let part = bytes.extracting(done..<min(bytes.count, done + 256))
          done += try Descriptor.writeSome(descriptor.number, part)
        } catch {
          if error.number != EAGAIN { throw .terminalGone(error) }
        }
      case .signal(let signal):
        missed = try handle(signal) ?? missed
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
      case .signal(let signal): missed = try handle(signal) ?? missed
      case .deadline: return nil
      }
    }
  }

  private enum Outcome {
    case ready(Int)
    case signal(Signal)
    case deadline
  }

  private func wait(
    for candidates: [Wait.Readiness], until deadline: Deadline
  ) throws(PromptError) -> Outcome {
    let queue = signals?.number ?? -1
    let first: Int?
    do {
      first = try Wait.first(of: [.reading(queue)] + candidates, until: deadline)
    } catch {
      throw .system(SystemError("cannot wait for the terminal", error))
    }
    switch first {
    case nil: return .deadline
    case .some(0):
      // A window change that another read took is one look too many, and harmless.
      return .signal(signals?.next() ?? .windowChange)
    case .some(let index): return .ready(index - 1)
    }
  }

  private func handle(_ signal: Signal) throws(PromptError) -> Event? {
    switch signal {
    case .windowChange: return .resized
    case .terminalStop:
      try suspend()
      return .resumed
    default: throw .signal(signal)
    }
  }

  /// Reads one byte; nil where another reader took it.
  private func readByte() throws(PromptError) -> UInt8? {
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
  private func endLine() {
    if isInLine { write("\n") }
    isInLine = false
  }

  /// Writes on the ways in and out, where a failure changes nothing any more.
  private func write(_ text: String) {
    if text.isEmpty { return }
    let bytes = Array(text.utf8)
    try? Descriptor.write(descriptor.number, bytes.span)
  }
}

extension PromptError {
  /// Whether the person, or a paste, may still be typing what nobody will read.
  fileprivate var leavesInputBehind: Bool {
    switch self {
    case .refused, .notAccepted, .timedOut: true
    default: false
    }
  }
}

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
  /// Whether the settings were saved and have not been put back since.
  private var isTaken = false
  /// Whether it has been taken over once.
  private var wasTaken = false
  private var signals: SignalQueue?
  /// What happened while something was shown, for the next `event`.
  var missed: Event?
  private var framesPastes = false
  /// Whether a prompt or an answer stands before the cursor, so that other text needs a new line.
  var isInLine = false

  private init(_ path: ByteString, until deadline: Deadline) throws(PromptError) {
    do {
      // Not blocking: another reader may be quicker, output may be stopped, and a serial line may
      // have nobody at its other end. Signals and the deadline are heeded all the same.
      self.descriptor = try FileDescriptor.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
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
      // Whatever is typed beyond the last answer, such as the rest of a paste, is no shell command.
      if terminal.bytesWaiting > 0 { terminal.drain() }
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
    // The signals come last: a background start has to stop by the default action of SIGTTOU, and
    // whoever ends a stopped job ends it by theirs.
    signals = nil
    while true {
      try waitForForeground()
      lock = nil
      lock = try takeLock()
      if TerminalDevice.isInForeground(descriptor.number) { break }
    }
    let found = try Self.settings(of: descriptor.number)
    // Shells put back what a stopped job had, which is what stood here before, and not a person's.
    if !wasTaken || !found.isHidden { settings = found }
    wasTaken = true
    // Interactive shells have their command substitutions ignore the suspend key; it is heeded.
    let jobControl = SignalSet(.terminalStop).union(SignalSet(.resumption))
    signals = try .prompting(jobControl.union(SignalSet(.windowChange)))
    isTaken = true
  }

  /// Becomes readable when a signal waits; -1, which is waited for in vain, before signals are taken.
  var signalNumber: Int32 { signals?.number ?? -1 }

  /// Takes the next waiting signal.
  func nextSignal() -> Signal? { signals?.next() ?? nil }

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

  /// Has the terminal frame what is pasted. After a prompt, before anything is read.
  func framePastes() {
    if framesPastes { return }
    framesPastes = true
    write(style.pasteOn)
  }

  private func stopFramingPastes() {
    if framesPastes { write(style.pasteOff) }
    framesPastes = false
  }

  /// Has a terminal go on whose output a key has stopped: the kernel does so where that key is
  /// switched off.
  func restartOutput() {
    guard isTaken else { return }
    let hidden = settings.hidden(signalKeys: sendsSignals)
    try? hidden.withoutStopKey.apply(to: descriptor.number, .now)
    try? hidden.apply(to: descriptor.number, .now)
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
    putBack()
    signals = nil
  }

  private func putBack() {
    if isTaken {
      stopFramingPastes()
      // In the background the settings that stand are those of the shell or of another job.
      if TerminalDevice.isInForeground(descriptor.number) {
        try? settings.apply(to: descriptor.number, .flushing)
      }
    }
    isTaken = false
    lock = nil
  }

  /// Gives the terminal back for as long as the person stops this program.
  func suspend() throws(PromptError) {
    endLine()
    if Signal.terminalStop.isIgnored || TerminalDevice.isStoppingAlone { return }
    putBack()
    signals = nil
    Signal.terminalStop.raiseWithDefaultAction()
    try resume()
  }

  /// Goes on after a stop. What was typed meanwhile was not for this program.
  private func resume() throws(PromptError) {
    try takeOver()
    try hide(.flushing)
  }

  /// Goes on after a stop that this program was not asked about (SIGSTOP): the shell has its own
  /// settings in place then, which may look like these. False where nothing has changed.
  func resumeAfterForeignStop() throws(PromptError) -> Bool {
    let isHidden = try Self.settings(of: descriptor.number).isHidden
    if isHidden, TerminalDevice.isInForeground(descriptor.number) { return false }
    isTaken = false
    framesPastes = false
    try resume()
    return true
  }

  /// Reads and throws away what still comes: until 100 ms of silence, for
  /// 2 s at most.
  private func drain() {
    guard isTaken else { return }
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

extension PromptError {
  /// Whether the person, or a paste, may still be typing what nobody will read.
  fileprivate var leavesInputBehind: Bool {
    switch self {
    case .refused, .notAccepted, .timedOut: true
    default: false
    }
  }
}

extension SignalQueue {
  /// The signals that end programs, and `others`. What was ignored from the start, as under nohup,
  /// stays so.
  static func prompting(_ others: SignalSet? = nil) throws(PromptError) -> SignalQueue {
    do {
      let ending = SignalSet.ending.heeded
      return try SignalQueue(of: others.map(ending.union) ?? ending)
    } catch {
      throw .system(SystemError("cannot take the signals", error))
    }
  }
}

// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// A signal by its number, as signal(7) has them.
package struct Signal: Hashable, Sendable {
  package let number: CInt

  package init(_ number: CInt) {
    self.number = number
  }

  package static let interrupt = Signal(SIGINT)
  package static let quit = Signal(SIGQUIT)
  package static let hangUp = Signal(SIGHUP)
  package static let terminate = Signal(SIGTERM)
  package static let terminalStop = Signal(SIGTSTP)
  package static let resumption = Signal(SIGCONT)
  package static let windowChange = Signal(SIGWINCH)
  package static let brokenPipe = Signal(SIGPIPE)

  /// Whether this process was told to ignore it, as `nohup` does and shells do for jobs in the
  /// background.
  package var isIgnored: Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return isIgnoring(action)
  }

  /// Whether it is held back from this process at the moment.
  var isBlocked: Bool {
    var mask = sigset_t()
    unsafe sigprocmask(SIG_BLOCK, nil, &mask)
    return unsafe sigismember(&mask, number) == 1
  }

  /// Sends the signal to this process alone, with its default action and unblocked. Returns where
  /// that action did not end the process: after a stop, or where nothing stopped.
  package func raiseWithDefaultAction() {
    var (wanted, former) = (sigaction(), sigaction())
    unsafe wanted.__sigaction_handler.sa_handler = SIG_DFL
    unsafe sigaction(number, &wanted, &former)
    var (only, mask) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&only)
    unsafe sigaddset(&only, number)
    kill(getpid(), number)
    // The signal is delivered before this call returns.
    unsafe sigprocmask(SIG_UNBLOCK, &only, &mask)
    unsafe sigprocmask(SIG_SETMASK, &mask, nil)
    unsafe sigaction(number, &former, nil)
  }
}

private func isIgnoring(_ action: sigaction) -> Bool {
  // SIG_IGN is the pointer value 1, which does not compare as a Swift function.
  let handler = unsafe action.__sigaction_handler.sa_handler
  return unsafe unsafeBitCast(handler, to: Int.self) == 1
}

/// Signals taken out of their usual way and read like a descriptor; the corresponding C functions
/// are `sigprocmask` and `signalfd`. No code ever runs in a handler.
///
/// The former mask comes back with `deinit`.
package struct SignalQueue: ~Copyable {
  private let descriptor: FileDescriptor
  private let formerMask: sigset_t

  package init(of signals: SignalSet) throws(Errno) {
    var set = signals.raw
    var former = sigset_t()
    unsafe sigprocmask(SIG_BLOCK, &set, &former)
    let number = unsafe askcred_signalfd(&set)
    if number < 0 {
      let error = Errno.last
      unsafe sigprocmask(SIG_SETMASK, &former, nil)
      throw error
    }
    self.descriptor = FileDescriptor(owning: number)
    self.formerMask = former
  }

  deinit {
    var mask = formerMask
    unsafe sigprocmask(SIG_SETMASK, &mask, nil)
  }

  /// Becomes readable when a signal waits.
  package var number: CInt { descriptor.number }

  /// Takes the next waiting signal, or nil where there is none. Does not wait.
  package func next() -> Signal? {
    let number = askcred_next_signal(descriptor.number)
    return number > 0 ? Signal(number) : nil
  }
}

extension Signal {
  /// Runs `body` with `signals` held back; those that came meanwhile act when it has ended.
  package static func holding<Value: ~Copyable, Failure: Error>(
    _ signals: SignalSet, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var (set, former) = (signals.raw, sigset_t())
    unsafe sigprocmask(SIG_BLOCK, &set, &former)
    defer { unsafe sigprocmask(SIG_SETMASK, &former, nil) }
    return try body()
  }
}

/// Several signals.
package struct SignalSet: Sendable {
  /// A bit for each signal, the lowest for signal 1.
  private let bits: UInt64

  private init(bits: UInt64) {
    self.bits = bits
  }

  /// Of one signal.
  package init(_ signal: Signal) {
    self.bits = 1 << UInt64(signal.number - 1)
  }

  package func union(_ other: SignalSet) -> SignalSet { SignalSet(bits: bits | other.bits) }

  /// Those that end a program from outside and that askcred dies of too, after it has tidied up: what
  /// people and systems send, and what timers and limits do that a program is started with.
  package static var ending: SignalSet {
    func bit(_ number: CInt) -> UInt64 { 1 << UInt64(number - 1) }
    let sent = bit(SIGINT) | bit(SIGQUIT) | bit(SIGHUP) | bit(SIGTERM) | bit(SIGUSR1) | bit(SIGUSR2)
    let set = bit(SIGALRM) | bit(SIGVTALRM) | bit(SIGPROF) | bit(SIGXCPU)
    return SignalSet(bits: sent | set | bit(SIGPOLL) | bit(SIGPWR) | bit(SIGSTKFLT))
  }

  /// Those that are for this process: not what it was told to ignore, nor what waited before it
  /// started, held back by the caller.
  package var heeded: SignalSet {
    var kept = bits
    var rest = bits
    while rest != 0 {
      let lowest = rest & (~rest &+ 1)
      let number = CInt(lowest.trailingZeroBitCount + 1)
      if Signal(number).isIgnored || askcred_waited(number) != 0 { kept &= ~lowest }
      rest &= ~lowest
    }
    return SignalSet(bits: kept)
  }

  /// Whether one of them has come while it was held back.
  var isPending: Bool {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    var rest = bits
    while rest != 0 {
      if unsafe sigismember(&pending, CInt(rest.trailingZeroBitCount + 1)) == 1 { return true }
      rest &= rest &- 1
    }
    return false
  }

  /// As the C library has it.
  fileprivate var raw: sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    var rest = bits
    while rest != 0 {
      unsafe sigaddset(&set, CInt(rest.trailingZeroBitCount + 1))
      rest &= rest &- 1
    }
    return set
  }
}

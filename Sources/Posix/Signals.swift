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

  /// Those that end a program from outside and that askcred dies of too, after it has tidied up: what
  /// people and systems send, and what timers and limits do that a program is started with.
  package static var ending: [Signal] {
    [.interrupt, .quit, .hangUp, .terminate]
      + [SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGUSR1, SIGUSR2, SIGPOLL, SIGPWR, SIGSTKFLT].map(
        Signal.init)
  }

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

  package init(of signals: [Signal]) throws(Errno) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals {
      _ = unsafe sigaddset(&set, signal.number)
    }
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
  /// Whether one of `signals` has come while it was held back.
  static func isPending(among signals: [Signal]) -> Bool {
    var pending = sigset_t()
    unsafe sigpending(&pending)
    return signals.contains { unsafe sigismember(&pending, $0.number) == 1 }
  }

  /// Runs `body` with `signals` held back; those that came meanwhile act when it has ended.
  package static func holding<Value: ~Copyable, Failure: Error>(
    _ signals: [Signal], _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var (set, former) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&set)
    for signal in signals { _ = unsafe sigaddset(&set, signal.number) }
    unsafe sigprocmask(SIG_BLOCK, &set, &former)
    defer { unsafe sigprocmask(SIG_SETMASK, &former, nil) }
    return try body()
  }
}

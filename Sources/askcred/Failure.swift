// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Formats
internal import Posix
internal import Prompting

/// How a run ends that did not do what it was asked to: the words and the exit status of every
/// module's errors, in one place.
enum Failure: Error {
  /// A signal that is to be raised again, in silence.
  case signal(Signal)
  case message(String, hint: String?, status: ExitStatus)

  /// The login that was found does not have the part.
  static func absent(_ part: Part) -> Failure {
    .message("the login has no \(part.name)", hint: nil, status: .noLogin)
  }

  var status: ExitStatus {
    switch self {
    case .signal: .failed
    case .message(_, _, let status): status
    }
  }

  init(_ error: some Reason, hint: String? = nil) {
    if let signal = error.signal {
      self = .signal(signal)
    } else {
      self = .message(error.message, hint: hint ?? error.hint, status: error.status)
    }
  }
}

/// What a module's error says to the user and to the caller.
protocol Reason: Error {
  var message: String { get }
  var hint: String? { get }
  var status: ExitStatus { get }
  /// Where a signal is the reason.
  var signal: Signal? { get }
}

extension Reason {
  var signal: Signal? { nil }
}

/// Runs `body`; what it throws becomes a failure.
func failing<Value: ~Copyable, Error: Reason>(
  _ body: () throws(Error) -> Value
) throws(Failure) -> Value {
  do {
    return try body()
  } catch {
    throw Failure(error)
  }
}

extension UsageError: Reason {}

extension FormatError: Reason {
  var status: ExitStatus {
    switch self {
    case .noMemory, .cannotHash: .failed
    default: .notCarried
    }
  }
}

extension SystemError: Reason {
  var hint: String? { nil }
  var status: ExitStatus { .failed }
}

extension SecretError: Reason {
  var hint: String? { nil }
  var status: ExitStatus { .failed }
}

extension FileError: Reason {
  var status: ExitStatus { .failed }
}

extension BackendError: Reason {
  var signal: Signal? {
    if case .signal(let signal) = self { signal } else { nil }
  }

  var status: ExitStatus {
    switch self {
    case .noSuchLogin, .expired, .hasExpired: .noLogin
    case .severalLogins: .severalLogins
    case .locked, .notReachable: .locked
    case .nameTooLong, .tooManyFields, .noPlace, .missing, .noCredentialName: .notCarried
    case .store(let error): error.status
    case .format(let error): error.status
    case .changed, .differingLogins, .saysMore, .otherCredential, .keepsHashes, .damaged,
      .malformed, .notRegular, .tooLarge, .busy, .lockFile,
      .otherLogin,
      .cannotList,
      .noProgram, .programFailed, .programTookTooLong, .signal, .memory, .file, .system:
      .failed
    }
  }
}

extension StoreError: Reason {
  var status: ExitStatus {
    switch self {
    case .none, .locked, .noIdentity, .noKeyring: .locked
    case .wrongPassphrase: .notAccepted
    default: .failed
    }
  }
}

extension PromptError: Reason {
  var signal: Signal? {
    if case .signal(let signal) = self { signal } else { nil }
  }

  var status: ExitStatus {
    switch self {
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .noTerminal, .notATerminal, .terminalGone, .noEchoControl, .askingForbidden: .noTerminal
    case .notAccepted, .wrongPassphrase: .notAccepted
    case .refused, .tooFewLines, .tooManyLines: .inputRefused
    case .signal, .standardInput, .checkFailed, .checkTookTooLong, .memory, .system: .failed
    }
  }
}

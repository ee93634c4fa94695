// SPDX-License-Identifier: MIT

internal import Arguments
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

  var status: ExitStatus {
    switch self {
    case .signal: .failed
    case .message(_, _, let status): status
    }
  }

  init(_ error: UsageError) {
    self = .message(error.message, hint: error.hint, status: error.status)
  }

  init(_ error: FormatError) {
    let status: ExitStatus = error == .noMemory ? .failed : .notCarried
    self = .message(error.message, hint: error.hint, status: status)
  }

  init(_ error: FileError) {
    self = .message(error.message, hint: error.hint, status: .failed)
  }

  init(_ error: PromptError, hint: String? = nil) {
    if case .signal(let signal) = error {
      self = .signal(signal)
    } else {
      self = .message(error.message, hint: hint ?? error.hint, status: error.status)
    }
  }
}

extension PromptError {
  fileprivate var status: ExitStatus {
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

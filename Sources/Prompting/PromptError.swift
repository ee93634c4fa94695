// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// Every way in which asking ends without an answer.
package enum PromptError: Error, Equatable, Sendable {
  /// End of file at an empty field.
  case cancelled
  /// A signal that ends programs came; the caller raises it again.
  case signal(Signal)
  case timedOut
  case noTerminal(SystemError)
  case notATerminal(ByteString)
  case terminalGone(Errno?)
  /// The terminal cannot hide what is typed.
  case noEchoControl(Errno?)
  /// A question would be needed and `--no-input` forbids it.
  case askingForbidden(Part)
  /// No answer to a question was good enough, in all its attempts.
  case notAccepted(Part, Rejection, attempts: Int)
  /// No passphrase that was given opened what it was asked for.
  case wrongPassphrase(attempts: Int)
  /// What was typed or read can be no answer.
  case refused(Part, Refusal)
  /// Standard input did not hold a line for each answer.
  case tooFewLines(missing: [Part])
  case tooManyLines(expected: Int)
  case standardInput(Errno)
  /// The check program could not be run, or took too long.
  case checkFailed(Errno)
  case checkTookTooLong(seconds: Int)
  case memory(SecretError)
  case system(SystemError)

  /// Why an answer is asked for again.
  package enum Rejection: Equatable, Sendable {
    case empty
    case entriesDiffer
    /// The check program's words, made visible; empty where it gave none.
    case check(String)
  }

  /// Why an answer is not even looked at.
  package enum Refusal: Equatable, Sendable {
    case nul
    case tooLong(limit: Int)
    case notUTF8
    case severalLines
    case empty
  }
}

extension PromptError {
  package var message: String {
    switch self {
    case .cancelled: "cancelled"
    case .signal(let signal): "ended by signal \(signal.number)"
    case .timedOut: "timed out"
    case .noTerminal(let error): error.message
    case .notATerminal(let path): "cannot ask on '\(path.visible)': it is not a terminal"
    case .terminalGone(let errno?): "the terminal went away: \(errno.text)"
    case .terminalGone(nil): "the terminal went away: it was hung up"
    case .noEchoControl(let errno?): "cannot switch off the terminal's echo: \(errno.text)"
    case .noEchoControl(nil): "cannot switch off the terminal's echo"
    case .askingForbidden(let part): "cannot ask for \(part.phrase): '--no-input' forbids it"
    case .notAccepted(let part, let rejection, let attempts):
      "\(part.phrase) was not accepted in \(attempts) \(attempts == 1 ? "attempt" : "attempts"): "
        + rejection.reason
    case .wrongPassphrase(let attempts):
      "the passphrase was wrong in \(attempts) \(attempts == 1 ? "attempt" : "attempts")"
    case .refused(let part, let refusal): "\(part.phrase) is refused: \(refusal.reason)"
    case .tooFewLines(let missing):
      "standard input has too few lines: no line for "
        + missing.map(\.phrase).joined(separator: ", ")
    case .tooManyLines(let expected):
      "standard input has too many lines: expected \(expected)"
    case .standardInput(let errno): "cannot read standard input: \(errno.text)"
    case .checkFailed(let errno): "cannot run the check program: \(errno.text)"
    case .checkTookTooLong(let seconds): "the check program took longer than \(seconds) s"
    case .memory(let error): error.message
    case .system(let error): error.message
    }
  }

  package var hint: String? {
    switch self {
    case .tooFewLines(let missing): missing.compactMap(\.optionHint).first
    case .tooManyLines: "one line is one answer; a secret of many lines needs '--multiline'"
    case .refused(_, .severalLines): "a secret of many lines needs '--multiline'"
    default: nil
    }
  }
}

extension PromptError.Rejection {
  /// The words for the person who answers, and for the message.
  var reason: String {
    switch self {
    case .empty: "nothing was given"
    case .entriesDiffer: "the two entries differ"
    case .check(""): "the check refused it"
    case .check(let words): words
    }
  }
}

extension PromptError.Refusal {
  var reason: String {
    switch self {
    case .nul: "it has a NUL byte"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .notUTF8: "it is not UTF-8"
    case .severalLines: "it has several lines"
    case .empty: "it is empty"
    }
  }
}

extension Part {
  /// How a message speaks of the part.
  var phrase: String {
    switch self {
    case .account: "the account name"
    case .password: "the password"
    case .field(let name): "the field '\(name.text)'"
    }
  }

  /// Which option gives the answer beforehand.
  fileprivate var optionHint: String? {
    switch self {
    case .account: "'--account NAME' gives the account beforehand, '--no-account' asks for none"
    case .password: nil
    case .field(let name): "'--set \(name.text)=VALUE' gives the field beforehand"
    }
  }
}

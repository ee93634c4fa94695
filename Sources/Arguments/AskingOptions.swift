// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// What is asked for, and how.
package struct AskingOptions: Equatable, Sendable {
  package enum Account: Equatable, Sendable {
    case asked(label: ByteString)
    /// Is known; UTF-8, not empty.
    case given(ByteString)
    /// The login has none.
    case none
  }

  package enum Password: Equatable, Sendable {
    case asked(label: ByteString)
    /// The login has none.
    case none
  }

  package enum Field: Equatable, Sendable {
    case asked(FieldName, label: ByteString, isSecret: Bool)
    /// Is known.
    case set(FieldName, ByteString)

    package var name: FieldName {
      switch self {
      case .asked(let name, _, _), .set(let name, _): name
      }
    }
  }

  package let account: Account
  /// A default for the account that is asked for; UTF-8, not empty.
  package let suggestion: ByteString?
  package let password: Password
  /// In the order of the command line; no name stands there twice.
  package let fields: [Field]

  /// A heading, not empty.
  package let title: ByteString?
  /// A line under the heading, not empty.
  package let message: ByteString?
  package let echo: EchoMode
  /// Whether the password is asked for twice.
  package let confirms: Bool
  /// How many answers may be given at each question; 1 at least.
  package let attempts: Int
  /// Whether an empty password is an answer.
  package let allowsEmpty: Bool
  /// A shell command that accepts or refuses the password.
  package let check: ByteString?
  /// Whether the password is many lines.
  package let isMultiline: Bool
  /// For all questions together, more than zero; nil is for ever.
  package let timeout: Duration?
  /// The path of the terminal to ask on.
  package let terminal: ByteString
  /// Whether the answers come from standard input, and not from a terminal.
  package let readsStandardInput: Bool
  /// Whether a question is a failure.
  package let neverAsks: Bool

  package static let defaultAccountLabel = "Account Name"
  package static let defaultPasswordLabel = "Password"
  package static let defaultAttempts = 3
  package static let defaultTerminal = "/dev/tty"

  static let attemptsRange = 1...1000
}

/// What typing a secret shows.
package enum EchoMode: String, CaseIterable, Sendable {
  case hidden, masked, plain

  package static let byDefault = EchoMode.hidden
}

extension AskingOptions {
  /// The parts that the login is going to have, each once.
  package var parts: PartList {
    var parts = PartList()
    switch account {
    case .asked, .given: parts.insert(.account)
    case .none: break
    }
    if case .asked = password { parts.insert(.password) }
    for field in fields { parts.insert(.field(field.name)) }
    return parts
  }
}

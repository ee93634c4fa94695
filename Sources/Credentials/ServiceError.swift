// SPDX-License-Identifier: MIT

package import Posix

/// Why a SERVICE operand names no service.
///
/// The operand goes along only where no part of it could be a password.
package enum ServiceError: Error, Equatable, Sendable {
  case empty
  case controlCharacter(ByteString?)
  /// A URL with `user:password@`.
  case password
  /// What stands before `://` is no scheme.
  case badScheme(ByteString?)
  case noHost(ByteString?)
  case badHost(ByteString?)
  case badPort
  /// A URL with nothing before its `@`.
  case emptyAccount
  /// The account has a `%` without two hexadecimal digits, or a NUL.
  case badEscape

  package var message: String {
    switch self {
    case .empty: "the service is empty"
    case .controlCharacter(let word): "\(Self.shown(word)) has a control character in it"
    case .password: "the service has a password in it"
    case .badScheme(let word): "\(Self.shown(word)) has no scheme before '://'"
    case .noHost(let word): "\(Self.shown(word)) is a URL without a host"
    case .badHost(let word): "\(Self.shown(word)) is a URL with a host that cannot be"
    case .badPort: "the service is a URL with a port that is no number up to 65535"
    case .emptyAccount: "the service is a URL with an empty account before '@'"
    case .badEscape: "the account in the service is not percent-encoded as URLs are"
    }
  }

  /// What to do about it, in one line.
  package var hint: String? {
    switch self {
    case .empty: nil
    case .controlCharacter: "leave it out: names are shown, one a line"
    case .password: "leave it out: others see a command line, and the password is asked for"
    case .badScheme, .noHost, .badHost, .badPort:
      "a URL is like 'https://git.example.com'; without '://' a service is a word of your own"
    case .emptyAccount: "leave out the '@', or name the account before it"
    case .badEscape: "a '%' in it is written '%25'"
    }
  }

  private static func shown(_ word: ByteString?) -> String {
    word.map { "the service '\($0.visible)'" } ?? "the service"
  }
}

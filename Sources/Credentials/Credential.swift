// SPDX-License-Identifier: MIT

package import Posix

/// A login: who, and what proves it.
package struct Credential: ~Copyable {
  /// What it is for; nil where it is kept nowhere, or what is kept does not say.
  package var service: Service?
  /// The account name; nil where the login has none, which is not the same as an empty one.
  package var account: ByteString?
  /// nil where only the account was asked for.
  package var password: Secret?
  /// What was asked for or set beyond the two, in that order.
  package var fields = UniqueList<Field>()
  /// nil where it does not expire.
  package var expires: Expiry?

  package init(account: ByteString? = nil, password: consuming Secret? = nil) {
    self.account = account
    self.password = password
  }

  /// One more line of a login, such as a domain or a one-time code.
  package struct Field: ~Copyable {
    package let name: FieldName
    /// Of every field, as some are secret.
    package var value: Secret
    package let isSecret: Bool

    package init(name: FieldName, value: consuming Secret, isSecret: Bool) {
      self.name = name
      self.value = value
      self.isSecret = isSecret
    }
  }
}

/// The name of a field: `[a-z][a-z0-9_]*`, and none that means something else in a login.
package struct FieldName: Hashable, Sendable {
  package let text: String

  /// Words that stand for parts of a login, or for what stores keep beside it.
  package static let reserved = [
    "account", "password", "service", "username", "expires", "backend", "store", "identity",
    "timeout",
  ]

  /// Nil where `text` is no name for a field.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let isWord = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isWord, let first = bytes.first, first >= UInt8(ascii: "a"), !Self.reserved.contains(text)
    else { return nil }
    self.text = text
  }
}

/// One part of a login, by the name that options and formats use for it.
package enum Part: Hashable, Sendable {
  case account
  case password
  case field(FieldName)

  /// Nil where `name` cannot name a part.
  package init?(_ name: String) {
    switch name {
    case "account": self = .account
    case "password": self = .password
    default:
      guard let field = FieldName(name) else { return nil }
      self = .field(field)
    }
  }

  package var name: String {
    switch self {
    case .account: "account"
    case .password: "password"
    case .field(let name): name.text
    }
  }
}

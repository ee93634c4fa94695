// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// What one login of a backend is found by.
package struct LoginKey: Hashable, Sendable {
  package let service: Service
  /// nil where the login has none, which is not the same as an empty one.
  package let account: ByteString?

  package init(_ service: Service, _ account: ByteString?) {
    self.service = service
    self.account = account
  }
}

extension LoginKey: Comparable {
  /// The order of lists.
  package static func < (one: LoginKey, other: LoginKey) -> Bool {
    if one.service != other.service {
      return one.service.name < other.service.name
    }
    guard let mine = one.account else { return other.account != nil }
    guard let others = other.account else { return false }
    return mine < others
  }
}

/// Which of a service's logins is meant.
package enum WantedAccount: Equatable, Sendable {
  /// The only one that there is.
  case any
  /// The one that has no account.
  case without
  case named(ByteString)

  package func fits(_ account: ByteString?) -> Bool {
    switch self {
    case .any: true
    case .without: account == nil
    case .named(let name): account == name
    }
  }
}

extension LoginKey {
  /// For messages, after `the`: `login of 'alice' for 'db'`.
  package var words: String {
    (account.map(WantedAccount.named) ?? .without).words(for: service)
  }
}

extension WantedAccount {
  /// For messages, after `no`: `login of 'alice' for 'db'`.
  func words(for service: Service) -> String {
    let login =
      switch self {
      case .any: "login"
      case .without: "login without an account"
      case .named(let account): "login of '\(account.visible)'"
      }
    return service == .unnamed ? login : "\(login) for '\(service.name.visible)'"
  }
}

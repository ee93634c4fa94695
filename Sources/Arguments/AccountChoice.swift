// SPDX-License-Identifier: MIT

package import Posix

/// Which of a service's logins is meant.
package enum AccountChoice: Equatable, Sendable {
  /// The only one that there is.
  case any
  /// The one that has no account.
  case without
  /// UTF-8, not empty.
  case named(ByteString)

  /// What an invocation says of the account, beside one that the service names.
  init(_ invocation: Invocation, inService: ByteString?) throws(UsageError) {
    let named = try invocation.filledValue(of: .account)?.asAccount
    if let account = try inService?.asAccount {
      if let named, named != account { throw .accountInService(.account) }
      for option: OptionName in [.noAccount, .prompt, .suggest, .accountLabel, .all]
      where invocation.has(option) {
        throw .accountInService(option)
      }
      self = .named(account)
    } else if let named {
      self = .named(named)
    } else {
      self = invocation.has(.noAccount) ? .without : .any
    }
  }

  /// The account that is named, if one is.
  var name: ByteString? {
    if case .named(let name) = self { name } else { nil }
  }
}

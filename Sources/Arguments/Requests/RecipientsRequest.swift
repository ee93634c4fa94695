// SPDX-License-Identifier: MIT

package import Posix

/// `askcred recipients`: print whom the logins are encrypted to, or change that.
package struct RecipientsRequest: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    case none
    /// Keys, one at least.
    case add([ByteString])
    case remove([ByteString])
  }

  package let change: Change
  package let store: StoreOptions
  package let passphrase: PassphraseOptions
  package let verbosity: Verbosity

  static let addition = "add"
  static let removal = "remove"

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.change = try Change(invocation.operands)
    self.store = StoreOptions(keysIn: environment)
    self.passphrase = try PassphraseOptions(invocation, environment)
    self.verbosity = Verbosity(invocation)
  }
}

extension RecipientsRequest.Change {
  fileprivate init(_ operands: [ByteString]) throws(UsageError) {
    guard let word = operands.first else {
      self = .none
      return
    }
    let keys = Array(operands.dropFirst())
    switch word.text {
    case RecipientsRequest.addition: self = .add(keys)
    case RecipientsRequest.removal: self = .remove(keys)
    default: throw .unknownChange(word)
    }
    if keys.isEmpty { throw .missingOperand("KEY after '\(word.visible)'", .recipients) }
  }
}

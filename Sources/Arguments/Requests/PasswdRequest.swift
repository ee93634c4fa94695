// SPDX-License-Identifier: MIT

/// `askcred passwd`: change the store's passphrase.
package struct PasswdRequest: Equatable, Sendable {
  package let store: StoreOptions
  package let passphrase: PassphraseOptions
  package let verbosity: Verbosity

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.store = StoreOptions(keysIn: environment)
    self.passphrase = try PassphraseOptions(invocation, environment)
    self.verbosity = Verbosity(invocation)
  }
}

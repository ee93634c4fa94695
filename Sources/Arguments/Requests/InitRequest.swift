// SPDX-License-Identifier: MIT

package import Posix

/// `askcred init`: make the store and its key.
package struct InitRequest: Equatable, Sendable {
  /// A file whose identity becomes the store's; nil is a new one.
  package let identity: ByteString?
  /// Whether the key is to be encrypted; else nothing is asked for that.
  package let wantsPassphrase: Bool
  package let store: StoreOptions
  package let passphrase: PassphraseOptions
  package let verbosity: Verbosity

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.identity = try invocation.filledValue(of: .identity)
    self.wantsPassphrase = !invocation.has(.noPassphrase)
    self.store = StoreOptions(keysIn: environment)
    self.passphrase = try PassphraseOptions(invocation, environment)
    self.verbosity = Verbosity(invocation)
  }
}

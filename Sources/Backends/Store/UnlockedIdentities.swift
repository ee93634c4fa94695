// SPDX-License-Identifier: MIT

package import Age
private import Credentials
private import Posix

/// The identities of stores that are unlocked, and nothing else: each is kept in the kernel keyring for
/// a while, under its public side, as the text that `age` reads.
///
/// Any process of the same user can read what is kept.
package struct UnlockedIdentities: Sendable {
  private let keyring: KernelKeyring
  /// What the descriptions start with; the recipient follows.
  private let prefix: String

  /// Throws where the kernel keyring cannot be used, and a passphrase is to be asked for each time.
  package init() throws(KeyringError) {
    try self.init(prefix: "askcred-identity:")
  }

  init(prefix: String) throws(KeyringError) {
    self.keyring = try KernelKeyring()
    self.prefix = prefix
  }

  /// The identity behind `recipient`, or nil where it is not kept, or not any more.
  package func identity(
    for recipient: AgeRecipient
  ) throws(KeyringError) -> AgeIdentity? {
    let kept = try unprovenIdentity(for: recipient)
    guard let identity = consume kept, identity.isOfItsRecipient else { return nil }
    return consume identity
  }

  /// What is kept as that: whoever can write there could offer another one, which opens nothing that
  /// was encrypted to `recipient`.
  package func unprovenIdentity(
    for recipient: AgeRecipient
  ) throws(KeyringError) -> AgeIdentity? {
    guard let text = try keyring.read(description(of: recipient)) else { return nil }
    do {
      return try AgeIdentity(parsing: text, recipient: recipient)
    } catch {
      if case .memory(let error) = error { throw .memory(error) }
      return nil
    }
  }

  /// Keeps `identity` from now on for `time`, in whole seconds.
  package func keep(
    _ identity: borrowing AgeIdentity, for time: Duration
  ) throws(KeyringError) {
    let description = description(of: identity.recipient)
    let text: Secret
    do {
      text = try identity.encoded()
    } catch {
      guard case .memory(let error) = error else { preconditionFailure("no other error") }
      throw .memory(error)
    }
    try keyring.store(text, as: description, for: time)
  }

  /// Takes the identity behind `recipient` out, and says whether it was there.
  @discardableResult
  package func forget(_ recipient: AgeRecipient) throws(KeyringError) -> Bool {
    try keyring.remove(description(of: recipient))
  }

  /// Takes all of them out, and says how many there were.
  @discardableResult
  package func forgetAll() throws(KeyringError) -> Int {
    var count = 0
    for entry in try keyring.entries(withPrefix: ByteString(prefix)) {
      if try keyring.remove(entry.description) { count += 1 }
    }
    return count
  }

  private func description(of recipient: AgeRecipient) -> ByteString {
    ByteString(prefix + recipient.text)
  }
}

// SPDX-License-Identifier: MIT

package import Age
package import Credentials
internal import Posix

/// How a read comes to the identities that open the store: from a plain file, from what was kept by
/// `unlock` or an earlier read, or by asking for the passphrase.
package struct StoreUnlocking {
  private let keys: StoreKeys
  /// Nil where nobody can be asked.
  private let source: (any PassphraseSource)?

  /// How long a read that had to ask keeps the identity.
  package static let keptAfterRead = Duration.seconds(600)

  package init(_ keys: StoreKeys, asking source: (any PassphraseSource)?) {
    self.keys = keys
    self.source = source
  }

  /// The identities, one at least; at most one question.
  package func identities() throws(StoreError) -> UniqueList<AgeIdentity> {
    try identities(for: StoreRecipients(reading: keys.folder.recipients).all)
  }

  private func identities(
    for recipients: [AgeRecipient]
  ) throws(StoreError) -> UniqueList<AgeIdentity> {
    if let kept = kept(for: recipients, areProven: true) { return kept }
    let identities = try keys.read(asking: source)
    if keys.isEncrypted { keep(identities, for: Self.keptAfterRead) }
    return identities
  }

  /// The content of a login's file; at most one question.
  func decrypt(_ file: [UInt8], _ path: ByteString) throws(StoreError) -> Secret {
    let recipients = try StoreRecipients(reading: keys.folder.recipients).all
    if let kept = kept(for: recipients, areProven: false) {
      // What opens the file has proved itself.
      do {
        return try StoreFile.decrypt(file, path, with: kept)
      } catch .age(_, .noMatch) {}
    }
    return try StoreFile.decrypt(file, path, with: identities(for: recipients))
  }

  /// Asks for the passphrase, and keeps the identity for `time`. False where it is not encrypted, so
  /// that there is nothing to unlock.
  package func unlock(for time: Duration) throws(StoreError) -> Bool {
    try keys.folder.check()
    guard keys.isEncrypted else {
      // One that is missing or damaged is not one without a passphrase.
      _ = try keys.read(asking: nil)
      return false
    }
    let kept: UnlockedIdentities
    do {
      kept = try UnlockedIdentities()
    } catch {
      throw .noKeyring(error)
    }
    let identities = try keys.read(asking: source)
    for index in identities.indices {
      do {
        try kept.keep(identities[index], for: time)
      } catch {
        throw .noKeyring(error)
      }
    }
    return true
  }

  /// Takes what is kept of every store out; says whether there was anything.
  package static func lock() throws(StoreError) -> Bool {
    do {
      return try UnlockedIdentities().forgetAll() > 0
    } catch {
      throw .noKeyring(error)
    }
  }

  /// Those that are kept; nil where there is none. Without a usable keyring, nothing is.
  private func kept(
    for recipients: [AgeRecipient], areProven: Bool
  ) -> UniqueList<AgeIdentity>? {
    guard keys.canBeEncrypted, let kept = try? UnlockedIdentities() else { return nil }
    var identities = UniqueList<AgeIdentity>()
    for recipient in recipients {
      let identity =
        areProven
        ? try? kept.identity(for: recipient) : try? kept.unprovenIdentity(for: recipient)
      if let identity = identity ?? nil { identities.append(identity) }
    }
    if identities.isEmpty { return nil }
    return consume identities
  }

  private func keep(_ identities: borrowing UniqueList<AgeIdentity>, for time: Duration) {
    guard let kept = try? UnlockedIdentities() else { return }
    for index in identities.indices { try? kept.keep(identities[index], for: time) }
  }
}

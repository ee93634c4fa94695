// SPDX-License-Identifier: MIT

package import Age
package import Credentials
package import Posix

/// The store's keys: made, changed, and whom the logins are encrypted to.
package struct StoreSetup {
  private let keys: StoreKeys
  var folder: StoreFolder { keys.folder }

  package init(_ keys: StoreKeys) {
    // Another file is for reading alone: written here, it would take the place of the only key.
    self.keys = keys.own
  }

  /// Fails where a store is there already, or its place cannot be used. A key alone, which logins can
  /// be waiting for elsewhere, counts too, unless it is the one at `identity` that is to be taken.
  package func checkAbsence(taking identity: ByteString? = nil) throws(StoreError) {
    if try folder.exists() { throw .exists(folder.path) }
    for key in [folder.encryptedIdentity, folder.plainIdentity] where key != identity {
      if try StoreFile.exists(key) { throw .keyExists(key) }
    }
    for place in [folder.path, folder.logins] where try StoreFile.exists(place) {
      try StoreFolder.checkTrust(of: place)
    }
  }

  /// Makes the store with `identities`, which lay in the file `path` or are new, encrypted with
  /// `passphrase` or plain where that is empty. `now` is an RFC 3339 time, for people to read.
  package func make(
    _ identities: borrowing UniqueList<AgeIdentity>, from path: ByteString? = nil,
    passphrase: borrowing Secret, now: String
  ) throws(StoreError) {
    try checkAbsence(taking: path)
    try StoreFile.makeFolder(folder.path)
    try StoreFile.makeFolder(folder.logins)
    try folder.locked { () throws(StoreError) in
      try checkAbsence(taking: path)
      try keys.write(identities, passphrase: passphrase, created: now)
      // Last, as a store is one when this file is there.
      var recipients: [AgeRecipient] = []
      for index in identities.indices { recipients.append(identities[index].recipient) }
      try StoreRecipients(recipients).write(to: folder.recipients)
    }
    Folder.sync(folder.path.folder)
  }

  /// A new identity.
  package static func newIdentities() throws(StoreError) -> UniqueList<AgeIdentity> {
    var identities = UniqueList<AgeIdentity>()
    do {
      identities.append(try AgeIdentity.generate())
    } catch {
      throw .age("identity", error)
    }
    return identities
  }

  /// The identities in another file.
  package static func identities(
    in path: ByteString, asking source: (any PassphraseSource)?
  ) throws(StoreError) -> UniqueList<AgeIdentity> {
    try StoreKeys.read(path, asking: source)
  }

  /// The identities of the store, which need their present passphrase.
  package func identities(
    asking source: (any PassphraseSource)?
  ) throws(StoreError) -> UniqueList<AgeIdentity> {
    try folder.check()
    return try keys.read(asking: source)
  }

  /// Writes the identities anew with another passphrase, or plain where it is empty.
  package func changePassphrase(
    of identities: borrowing UniqueList<AgeIdentity>, to passphrase: borrowing Secret, now: String
  ) throws(StoreError) {
    try folder.locked { () throws(StoreError) in
      try keys.write(identities, passphrase: passphrase, created: now)
    }
  }
}

// SPDX-License-Identifier: MIT

package import Age
package import Credentials
package import Posix

/// Who is asked for the passphrase of an identity. `open` tries one, and gives nil where it is wrong.
package protocol PassphraseSource {
  func openIdentity(
    _ path: ByteString,
    _ open: (borrowing Secret) throws(StoreError) -> UniqueList<AgeIdentity>?
  ) throws(StoreError) -> UniqueList<AgeIdentity>
}

/// The identities that open the store, wherever they lie.
package struct StoreKeys: Sendable {
  let folder: StoreFolder
  /// A file named by the environment, for reading alone.
  private let override: ByteString?

  package init(_ folder: StoreFolder, override: ByteString?) {
    self.folder = folder
    self.override = override
  }

  /// The file that an identity is read from; nil where there is none.
  private var file: ByteString? {
    if let override { return override }
    return [folder.encryptedIdentity, folder.plainIdentity].first { path in
      (try? FileStatus(of: path)) != nil
    }
  }

  /// Those of the store itself, whatever the environment names.
  package var own: StoreKeys { StoreKeys(folder, override: nil) }

  /// Whether the identity lies in plain text beside the store.
  package var isPlain: Bool { override == nil && file == folder.plainIdentity }

  /// Whether a passphrase may be needed for it, as far as can be told without reading it.
  var canBeEncrypted: Bool {
    override == nil ? file == folder.encryptedIdentity : isEncrypted
  }

  /// Whether a passphrase is needed for it.
  ///
  /// A pipe can be read once alone, and is not looked into for this.
  var isEncrypted: Bool {
    guard !isPlain, let file, let place = try? file.expandingHome(),
      (try? FileStatus(of: place))?.kind == .regular, let text = try? StoreFile.readSecret(file)
    else { return false }
    return text.withBytes { AgeFile.isStart(of: $0) }
  }

  /// The identities in their file. `source` is asked where that is encrypted with a passphrase; nil is
  /// nobody.
  func read(asking source: (any PassphraseSource)?) throws(StoreError) -> UniqueList<AgeIdentity> {
    guard let path = file else { throw .noIdentity(folder.plainIdentity) }
    return try Self.read(path, asking: source)
  }

  /// The identities in the file at `path`: plain, or encrypted with a passphrase.
  static func read(
    _ path: ByteString, asking source: (any PassphraseSource)?
  ) throws(StoreError) -> UniqueList<AgeIdentity> {
    let text = try StoreFile.readSecret(path)
    guard text.withBytes({ AgeFile.isStart(of: $0) }) else {
      do {
        return try IdentityFile.identities(in: text)
      } catch {
        throw .age(path, error)
      }
    }
    guard let source else { throw .locked(path) }
    return try source.openIdentity(path) { (passphrase) throws(StoreError) in
      do throws(AgeError) {
        return try text.withBytes { (bytes) throws(AgeError) in
          try IdentityFile.identities(in: bytes, passphrase: passphrase)
        }
      } catch .wrongPassphrase {
        return nil
      } catch {
        throw .age(path, error)
      }
    }
  }

  /// Writes `identities`, encrypted with `passphrase`, or plain where that is empty. The other file is
  /// gone when this one is there.
  func write(
    _ identities: borrowing UniqueList<AgeIdentity>, passphrase: borrowing Secret, created: String
  ) throws(StoreError) {
    let isPlain = passphrase.isEmpty
    let path = isPlain ? folder.plainIdentity : folder.encryptedIdentity
    let other = isPlain ? folder.encryptedIdentity : folder.plainIdentity
    let text = try Self.text(of: identities, created: created, path)
    if isPlain {
      try text.withBytes { (bytes) throws(StoreError) in
        try StoreFile.write(bytes, to: path, isKey: true)
      }
    } else {
      let file: [UInt8]
      do {
        file = try AgeFile.encrypt(text, passphrase: passphrase)
      } catch {
        throw .age(path, error)
      }
      try StoreFile.write(file.span, to: path, isKey: true)
    }
    if (try? FileStatus(of: other, followingLinks: false)) != nil { try StoreFile.remove(other) }
  }

  private static func text(
    of identities: borrowing UniqueList<AgeIdentity>, created: String, _ path: ByteString
  ) throws(StoreError) -> Secret {
    do {
      var text = try Secret()
      for index in identities.indices {
        try text.append(IdentityFile.text(of: identities[index], created: created))
      }
      return text
    } catch let error as AgeError {
      throw .age(path, error)
    } catch {
      throw .age(path, .memory(.noMemory(bytes: 0)))
    }
  }
}

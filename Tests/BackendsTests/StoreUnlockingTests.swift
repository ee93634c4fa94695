// SPDX-License-Identifier: MIT

import Age
import Credentials
import Posix
import TestSupport
import Testing

@testable import Backends

/// Knows the passphrase, and counts how often it is asked.
private final class Knowing: PassphraseSource {
  private(set) var questions = 0

  func openIdentity(
    _ path: ByteString,
    _ open: (borrowing Secret) throws(StoreError) -> UniqueList<AgeIdentity>?
  ) throws(StoreError) -> UniqueList<AgeIdentity> {
    questions += 1
    guard let passphrase = try? Secret(copying: "passphrase".utf8) else { throw .locked(path) }
    guard let identities = try open(passphrase) else { throw .wrongPassphrase(path) }
    return identities
  }
}

extension KeyringTests {
  @Suite struct StoreUnlockingTests {
    @Test func `an identity that somebody else put under the store's name opens nothing`() throws {
      let identity = try AgeIdentity.generate()
      let other = try AgeIdentity.generate()
      var folder = try TemporaryFolder()
      try folder.makeFolder("logins")
      try folder.write(Array(identity.recipient.text.utf8), to: "logins/.age-recipients")
      let encrypted = try AgeFile.encrypt(
        IdentityFile.text(of: identity, created: nil),
        passphrase: Secret(copying: "passphrase".utf8), workFactor: 4)
      try folder.write(encrypted, to: "identity.age")
      let file = try AgeFile.encrypt(Secret(copying: [1, 2, 3]), to: [identity.recipient])

      let keyring = try KernelKeyring()
      let name = ByteString("askcred-identity:\(identity.recipient.text)")
      defer { _ = try? keyring.remove(name) }
      try keyring.store(other.encoded(), as: name, for: .seconds(600))
      let source = Knowing()
      let keys = StoreKeys(try StoreFolder(ByteString(folder.path)), override: nil)
      let unlocking = StoreUnlocking(keys, asking: source)
      #expect(try unlocking.decrypt(file, "login").bytes == [1, 2, 3])
      #expect(source.questions == 1)
      // What was asked for took its place.
      #expect(try unlocking.decrypt(file, "login").bytes == [1, 2, 3])
      #expect(source.questions == 1)

      let others = try AgeFile.encrypt(Secret(copying: [1]), to: [other.recipient])
      #expect(throws: StoreError.age("login", .noMatch(types: ["X25519"]))) {
        _ = try unlocking.decrypt(others, "login")
      }
      #expect(source.questions == 1)
    }
  }
}

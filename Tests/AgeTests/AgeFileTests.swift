// SPDX-License-Identifier: MIT

import Credentials
import Testing

@testable import Age

@Suite struct AgeFileTests {
  /// Around the borders of chunks of 65,536 bytes.
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000])
  func `content of every size comes back`(size: Int) throws {
    var random = FixedRandom(seed: UInt64(size))
    let content = random.bytes(size)
    let identity = try AgeIdentity.generate()
    let file = try AgeFile.encrypt(Secret(copying: content), to: [identity.recipient])
    let isStart = AgeFile.isStart(of: file.span)
    #expect(isStart)
    let chunks = max(1, (size + 65_535) / 65_536)
    // The header of one recipient, the nonce, the chunks.
    #expect(file.count == 22 + 98 + 48 + 16 + size + 16 * chunks)
    #expect(try decrypt(file, with: identity) == content)
  }

  @Test func `each of several recipients opens it, and nobody else`() throws {
    let content = try Secret("for many")
    var identities = UniqueList<AgeIdentity>()
    for _ in 0..<5 { identities.append(try AgeIdentity.generate()) }
    let recipients = identities.indices.map { identities[$0].recipient }
    let file = try AgeFile.encrypt(content, to: recipients)
    for index in identities.indices {
      #expect(try decrypt(file, with: identities[index]).text == "for many")
    }
    let stranger = try AgeIdentity.generate()
    let error = failure { () throws(AgeError) in try decrypt(file, with: stranger) }
    #expect(error == .noMatch(types: Array(repeating: "X25519", count: 5)))
  }

  @Test func `one of several identities opens it`() throws {
    var identities = UniqueList<AgeIdentity>()
    for _ in 0..<3 { identities.append(try AgeIdentity.generate()) }
    for index in identities.indices {
      let file = try AgeFile.encrypt(Secret("mine"), to: [identities[index].recipient])
      #expect(try decrypt(file, with: identities).text == "mine")
    }
    let file = try AgeFile.encrypt(Secret("mine"), to: [AgeIdentity.generate().recipient])
    let none = UniqueList<AgeIdentity>()
    let error = failure { () throws(AgeError) in try decrypt(file, with: identities) }
    #expect(error == .noMatch(types: ["X25519"]))
    let unable = failure { () throws(AgeError) in try decrypt(file, with: none) }
    #expect(unable == .noMatch(types: ["X25519"]))
  }

  @Test func `two files of the same content share nothing`() throws {
    let identity = try AgeIdentity.generate()
    let content = try Secret(copying: [UInt8](repeating: 7, count: 1000))
    let files = try (0..<2).map { _ in try AgeFile.encrypt(content, to: [identity.recipient]) }
    let headers = try files.map { try Header(startOf: $0.span) }
    #expect(headers[0].stanzas != headers[1].stanzas)
    let same = zip(files[0].suffix(1032), files[1].suffix(1032)).filter(==)
    // By chance one byte in 256 is the same.
    #expect(same.count < 40)
  }

  @Test func `a passphrase opens it, and no other does`() throws {
    let passphrase = try Secret("correct horse")
    let wrong = try Secret("correct house")
    let file = try AgeFile.encrypt(Secret("content"), passphrase: passphrase, workFactor: 8)
    #expect(try decrypt(file, passphrase: passphrase).text == "content")
    let error = failure { () throws(AgeError) in try decrypt(file, passphrase: wrong) }
    #expect(error == .wrongPassphrase)
  }

  @Test func `every byte counts in a passphrase, and it may be empty`() throws {
    for bytes in [[], [0], [0xFF, 0x00, 0x0A], [UInt8](0...255)] as [[UInt8]] {
      let passphrase = try Secret(copying: bytes)
      let file = try AgeFile.encrypt(Secret("content"), passphrase: passphrase, workFactor: 2)
      #expect(try decrypt(file, passphrase: passphrase).text == "content")
      let longer = try Secret(copying: bytes + [0x20])
      let error = failure { () throws(AgeError) in try decrypt(file, passphrase: longer) }
      #expect(error == .wrongPassphrase)
    }
  }

  @Test func `the wrong kind of key says which kind it takes`() throws {
    let identity = try AgeIdentity.generate()
    let passphrase = try Secret("correct horse")
    let locked = try AgeFile.encrypt(Secret("x"), passphrase: passphrase, workFactor: 2)
    let error = failure { () throws(AgeError) in
      try decrypt(locked, with: identity)
    }
    #expect(error == .noMatch(types: ["scrypt"]))
    #expect(error?.hint == "it asks for a passphrase")
    let sealed = try AgeFile.encrypt(Secret("x"), to: [identity.recipient])
    let other = failure { () throws(AgeError) in
      try decrypt(sealed, passphrase: passphrase)
    }
    #expect(other == .notForPassphrase(types: ["X25519"]))
  }

  @Test func `to nobody, and to a point of low order, nothing is encrypted`() throws {
    let content = try Secret("x")
    let none = failure { () throws(AgeError) in try AgeFile.encrypt(content, to: []) }
    #expect(none == .noRecipients)
    let zero = AgeRecipient(point: [UInt8](repeating: 0, count: 32))
    let weak = failure { () throws(AgeError) in try AgeFile.encrypt(content, to: [zero]) }
    #expect(weak == .malformedRecipient(zero.text))
  }

  @Test func `what is no age file is refused`() throws {
    let identity = try AgeIdentity.generate()
    for text in ["", "a", "age-encryption.org", "AGE-ENCRYPTION.ORG/v1\n", "-----BEGIN PGP", "\0"] {
      let bytes = [UInt8](text.utf8)
      let isStart = AgeFile.isStart(of: bytes.span)
      #expect(!isStart)
      let error = failure { () throws(AgeError) in try decrypt(bytes, with: identity) }
      #expect(error == .notAge)
    }
  }
}

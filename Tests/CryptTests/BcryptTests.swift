// SPDX-License-Identifier: MIT

import Credentials
import Crypt
import Glibc
import Posix
import TestSupport
import Testing

@Suite struct BcryptTests {
  private func hash(_ password: [UInt8], cost: Int = 4) throws -> String {
    try Bcrypt.hash(of: password.span, cost: cost).text
  }

  @Test func `a hash is bcrypt's, of the wanted cost, with a salt of its own`() throws {
    let hashes = try (0..<50).map { _ in try hash(Array("secret".utf8)) }
    for hash in hashes {
      #expect(hash.hasPrefix("$2y$04$"))
      #expect(hash.utf8.count == 60)
      let alphabet = Set("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
      #expect(hash.dropFirst(7).allSatisfy(alphabet.contains))
    }
    #expect(Set(hashes.map { $0.prefix(29) }).count == 50)
    #expect(try hash([0x61], cost: 5).hasPrefix("$2y$05$"))
  }

  @Test func `a NUL is refused, and so is a cost that there is not`() throws {
    #expect(throws: CryptError.containsNul) { try hash([0x61, 0, 0x62]) }
    #expect(throws: CryptError.self) { try hash([0x61], cost: 32) }
    #expect(throws: CryptError.self) { try hash([0x61], cost: 3) }
  }

  @Test func `what went wrong is said`() {
    #expect(
      CryptError.system(.init(EINVAL)).message == "libcrypt makes no bcrypt hash: Invalid argument")
    #expect(CryptError.containsNul.message == "a password with a NUL in it has no hash")
  }

  @Test(.enabled(if: MemorySearch.isPossible, "the process may not read its own memory"))
  func `no copy of a password stays in memory`() throws {
    var password = try Secret(capacity: 40)
    for _ in 0..<40 { try password.append(UInt8.random(in: 0x61...0x7A)) }
    for _ in 0..<3 {
      let count = try password.withBytes { bytes in try Bcrypt.hash(of: bytes, cost: 4).count }
      #expect(count == 60)
      #expect(MemorySearch.copies(of: password) == 0)
    }
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Primitives
import Testing

/// RFC 7914, section 12.
@Suite struct ScryptTests {
  private func key(
    _ passphrase: String, _ salt: String, workFactor: Int, blockSize: Int, parallelization: Int
  ) throws -> [UInt8] {
    var key = try Secret()
    let hasMemory = try Scrypt.append(
      derivedFrom: Secret(copying: passphrase.utf8), salt: [UInt8](salt.utf8),
      workFactor: workFactor, blockSize: blockSize, parallelization: parallelization, size: 64,
      to: &key)
    #expect(hasMemory)
    return key.array
  }

  @Test func `the first vector: nothing in`() throws {
    let key = try key("", "", workFactor: 4, blockSize: 1, parallelization: 1)
    #expect(
      key
        == hex(
          """
          77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
          fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
          """))
  }

  @Test func `the second vector: parallel`() throws {
    let key = try key("password", "NaCl", workFactor: 10, blockSize: 8, parallelization: 16)
    #expect(
      key
        == hex(
          """
          fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
          2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
          """))
  }

  @Test func `the third vector`() throws {
    let key = try key(
      "pleaseletmein", "SodiumChloride", workFactor: 14, blockSize: 8, parallelization: 1)
    #expect(
      key
        == hex(
          """
          7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
          d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
          """))
  }
}

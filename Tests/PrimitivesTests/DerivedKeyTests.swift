// SPDX-License-Identifier: MIT

import Credentials
import Primitives
import Testing

/// RFC 5869, appendix A, as far as one block goes.
@Suite struct DerivedKeyTests {
  private func derived(_ secret: [UInt8], salt: [UInt8], info: [UInt8]) throws -> [UInt8] {
    var key = try DerivedKey()
    key.derive(from: try Secret(copying: secret), salt: salt, info: info)
    return key.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test func `the first vector: basic`() throws {
    let key = try derived(
      [UInt8](repeating: 0x0B, count: 22), salt: [UInt8](0...12), info: [UInt8](0xF0...0xF9))
    #expect(key == hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"))
  }

  @Test func `the second vector: longer inputs`() throws {
    let key = try derived(
      [UInt8](0x00...0x4F), salt: [UInt8](0x60...0xAF), info: [UInt8](0xB0...0xFF))
    #expect(key == hex("b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"))
  }

  @Test func `the third vector: neither salt nor info`() throws {
    let key = try derived([UInt8](repeating: 0x0B, count: 22), salt: [], info: [])
    #expect(key == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"))
  }

  @Test func `a key that is derived anew is as one that was derived first`() throws {
    var key = try DerivedKey()
    key.derive(from: try Secret(copying: [1, 2, 3]), salt: [4], info: [5])
    _ = key.authenticationCode(of: [6].span)
    key.derive(
      from: try Secret(copying: [UInt8](repeating: 0x0B, count: 22)), salt: [], info: [])
    let bytes = key.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    #expect(bytes == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"))
  }

  @Test func `the code of a message under the key`() throws {
    var key = try DerivedKey()
    key.derive(from: try Secret(copying: [UInt8](repeating: 0x0B, count: 22)), salt: [], info: [])
    let code = key.authenticationCode(of: [UInt8]("what do ya want for nothing?".utf8).span)
    #expect(code == hex("bdd6503b6d354f3c9947ba92b61c9e0318d0e87142098915ea0a77b6ed4d6188"))
    let codeOfNothing = key.authenticationCode(of: [UInt8]().span)
    #expect(
      codeOfNothing == hex("b945446ec0ce3508ecf32a3f44777402da9570d5733e3be34703c4346eac4b62"))
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Primitives
import Testing

/// RFC 7748, sections 5.2 and 6.1.
@Suite struct X25519Tests {
  /// Nil where the shared secret is refused.
  private func shared(_ scalar: [UInt8], _ point: [UInt8]) throws -> [UInt8]? {
    var secret = try Secret()
    let isUsable = try X25519.appendShared(scalar.span, point.span, to: &secret)
    #expect(secret.count == (isUsable ? 32 : 0))
    return isUsable ? secret.array : nil
  }

  @Test func `the function's own vectors`() throws {
    let first = try shared(
      hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
      hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))
    #expect(first == hex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"))
    let second = try shared(
      hex("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d"),
      hex("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"))
    #expect(second == hex("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"))
  }

  @Test func `both sides come to the same secret`() throws {
    let alice = hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let alicesPoint = hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    let bob = hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    let bobsPoint = hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    #expect(X25519.publicKey(of: alice.span) == alicesPoint)
    #expect(X25519.publicKey(of: bob.span) == bobsPoint)
    let secret = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    #expect(try shared(alice, bobsPoint) == secret)
    #expect(try shared(bob, alicesPoint) == secret)
  }

  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func `a point of low order is refused`(point: String) throws {
    #expect(try shared([UInt8](repeating: 7, count: 32), hex(point)) == nil)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Primitives
import Testing

/// RFC 8439, section 2.8.2. The vector's tag covers additional data, of which there is none here; the
/// tag below is the one without it.
@Suite struct ChaCha20Poly1305Tests {
  private let key = [UInt8](0x80..<0xA0)
  private let nonce = hex("070000004041424344454647")
  private let plaintext = [UInt8](
    ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
      + "sunscreen would be it.").utf8)
  private let sealed = hex(
    """
    d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6
    3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36
    92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
    3ff4def08e4b7a9de576d26586cec64b6116
    6a23a4681fd59456aea1d29f82477216
    """)

  private func seal(_ plaintext: [UInt8]) -> [UInt8] {
    [UInt8](capacity: plaintext.count + 16) { output in
      ChaCha20Poly1305.seal(plaintext.span, key: key.span, nonce: nonce, to: &output)
    }
  }

  /// Nil where `sealed` is refused, or else what follows the `x` that stood there before.
  private func open(_ sealed: [UInt8]) throws -> [UInt8]? {
    var secret = try Secret(capacity: 200)
    try secret.append("x")
    var isGenuine = false
    secret.append { output in
      isGenuine = ChaCha20Poly1305.open(sealed.span, key: key.span, nonce: nonce, to: &output)
    }
    #expect(secret[0] == UInt8(ascii: "x"))
    if !isGenuine { #expect(secret.count == 1) }
    return isGenuine ? [UInt8](secret.array.dropFirst()) : nil
  }

  @Test func `seals to the vector`() {
    #expect(seal(plaintext) == sealed)
    #expect(seal([]) == hex("a0784d7a4716f3feb4f64e7f4b39bf04"))
  }

  @Test func `opens the vector`() throws {
    #expect(try open(sealed) == plaintext)
    #expect(try open(hex("a0784d7a4716f3feb4f64e7f4b39bf04")) == [])
  }

  @Test func `a changed bit, a missing byte and one too many are refused`() throws {
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << bit
        #expect(try open(changed) == nil)
      }
      #expect(try open([UInt8](sealed[..<index])) == nil)
    }
    #expect(try open(sealed + [0]) == nil)
  }
}

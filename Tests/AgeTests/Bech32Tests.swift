// SPDX-License-Identifier: MIT

import Testing

@testable import Age

@Suite struct Bech32Tests {
  private func decode(_ text: String) -> (prefix: String, bytes: [UInt8])? {
    var bytes: [UInt8] = []
    let prefix = Bech32.decode([UInt8](text.utf8).span) { bytes.append($0) }
    return prefix.map { ($0, bytes) }
  }

  private func encode(_ prefix: String, _ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Bech32.encode(prefix: prefix, bytes.span) { text.append($0) }
    #expect(text.count == Bech32.length(prefix: prefix, bytes: bytes.count))
    return String(decoding: text, as: UTF8.self)
  }

  /// BIP 173, as far as its vectors are whole bytes.
  @Test(
    arguments: [
      ("A12UEL5L", "A", []),
      ("a12uel5l", "a", []),
      (
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
        "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio", []
      ),
      (
        "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "abcdef",
        [
          0x00, 0x44, 0x32, 0x14, 0xC7, 0x42, 0x54, 0xB6, 0x35, 0xCF, 0x84, 0x65, 0x3A, 0x56, 0xD7,
          0xC6, 0x75, 0xBE, 0x77, 0xDF,
        ]
      ),
      (
        "11qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqc8247j",
        "1", [UInt8](repeating: 0, count: 51)
      ),
      (
        "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "split",
        [
          0xC5, 0xF3, 0x8B, 0x70, 0x30, 0x5F, 0x51, 0x9B, 0xF6, 0x6D, 0x85, 0xFB, 0x6C, 0xF0, 0x30,
          0x58, 0xF3, 0xDD, 0xE4, 0x63, 0xEC, 0xD7, 0x91, 0x8F, 0x2D, 0xC7, 0x43, 0x91, 0x8F, 0x2D,
        ]
      ),
      ("?1ezyfcl", "?", []),
    ] as [(String, String, [UInt8])])
  func `the proposal's valid strings`(text: String, prefix: String, bytes: [UInt8]) throws {
    let decoded = try #require(decode(text))
    #expect(decoded.prefix == prefix)
    #expect(decoded.bytes == bytes)
    #expect(encode(prefix, bytes) == text)
  }

  @Test(arguments: [
    "\u{20}1nwldj5", "\u{7F}1axkwrx", "\u{80}1eym55h", "pzry9x0s0muk", "1pzry9x0s0muk",
    "x1b4n0q5v", "li1dgmt3", "de1lg7wt\u{FF}", "A1G7SGD8", "10a06t8", "1qzzfhee", "", "1",
    "A12uEL5L", "a12uel5m",
  ])
  func `the proposal's invalid strings`(text: String) {
    #expect(decode(text) == nil)
  }

  @Test func `what is left over of whole bytes is fewer than five bits, and zero`() {
    #expect(encode("a", [0xFF]) == "a1lu9cgf6y")
    #expect(decode("a1lu9cgf6y")?.bytes == [0xFF])
    // The same with a bit set in what is left over, with a group more, and with one less.
    #expect(decode("a1lacwuu8k") == nil)
    #expect(decode("a1luq25lfhf") == nil)
    #expect(decode("a1lmyple6") == nil)
  }

  @Test func `a changed character is noticed`() {
    let text = [UInt8](sampleRecipient.utf8)
    for index in text.indices {
      for character in UInt8(0x20)...0x7E where character != text[index] {
        var changed = text
        changed[index] = character
        #expect(decode(String(decoding: changed, as: UTF8.self)) == nil)
      }
    }
  }

  @Test func `random bytes come back`() throws {
    var random = FixedRandom(seed: 32)
    for length in 0..<200 {
      let bytes = random.bytes(length)
      for prefix in ["age", "AGE-SECRET-KEY-"] {
        let decoded = try #require(decode(encode(prefix, bytes)))
        #expect(decoded.prefix == prefix)
        #expect(decoded.bytes == bytes)
      }
    }
  }
}

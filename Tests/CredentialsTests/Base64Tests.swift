// SPDX-License-Identifier: MIT

import Credentials
import TestSupport
import Testing

@Suite struct Base64Tests {
  private func encoded(_ bytes: [UInt8]) throws -> String {
    var secret = try Secret()
    try secret.append(base64Of: bytes.span)
    return secret.text
  }

  private func decoded(_ text: String) throws -> [UInt8]? {
    try Secret.decoding(base64: Array(text.utf8).span)?.bytes
  }

  /// RFC 4648, section 10, and the two digits that other alphabets have not.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("~~~???", "fn5+Pz8/"),
  ])
  func `known texts are encoded and decoded`(text: String, base64: String) throws {
    #expect(try encoded(Array(text.utf8)) == base64)
    #expect(try decoded(base64) == Array(text.utf8))
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "Z", "=", "====", "Zh==", "Zm9=", "Zm9v ", " Zm9v", "Zm9v\n", "Zm\n9v",
    "Zm9v-", "fn5-Pz8_", "Zg==Zg==", "Zm9v\0",
  ])
  func `what is not just the base64 of some bytes is refused`(text: String) throws {
    #expect(try decoded(text) == nil)
  }

  @Test func `it is appended to what is there`() throws {
    var secret = try Secret(copying: Array("key: ".utf8))
    try secret.append(base64Of: Array("f".utf8).span)
    try secret.append("\n")
    #expect(secret.text == "key: Zg==\n")
  }

  @Test func `arbitrary bytes come back`() throws {
    var arbitrary = ArbitraryBytes(seed: 4648)
    for bytes in arbitrary.strings(500, upTo: 100) + [[UInt8](repeating: 0x0A, count: 65_536)] {
      try #require(decoded(encoded(bytes)) == bytes)
    }
  }
}

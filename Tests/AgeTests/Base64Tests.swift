// SPDX-License-Identifier: MIT

import Testing

@testable import Age

@Suite struct Base64Tests {
  private func bytes(_ text: String) -> [UInt8] { [UInt8](text.utf8) }

  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func `the standard's own vectors`(plain: String, text: String) {
    #expect(Base64.encode(bytes(plain)) == bytes(text))
    #expect(Base64.decode(bytes(text)) == bytes(plain))
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    #expect(Base64.decodePadded(bytes(text + padding)) == bytes(plain))
  }

  @Test func `all characters`() {
    let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    let value: [UInt8] = [
      0x00, 0x10, 0x83, 0x10, 0x51, 0x87, 0x20, 0x92, 0x8B, 0x30, 0xD3, 0x8F, 0x41, 0x14, 0x93,
      0x51, 0x55, 0x97, 0x61, 0x96, 0x9B, 0x71, 0xD7, 0x9F, 0x82, 0x18, 0xA3, 0x92, 0x59, 0xA7,
      0xA2, 0x9A, 0xAB, 0xB2, 0xDB, 0xAF, 0xC3, 0x1C, 0xB3, 0xD3, 0x5D, 0xB7, 0xE3, 0x9E, 0xBB,
      0xF3, 0xDF, 0xBF,
    ]
    #expect(Base64.decode(bytes(text)) == value)
    #expect(Base64.encode(value) == bytes(text))
  }

  @Test(arguments: ["A", "AAAAA", "Zh", "Zm9", "Zg==", "Zg=", "Z g", "Zg\n", "Z-", "Z_", "Zé"])
  func `one spelling alone is read`(text: String) {
    #expect(Base64.decode(bytes(text)) == nil)
  }

  @Test(arguments: ["Zg", "Zg=", "Zg===", "=", "====", "A===", "Zh==", "Zg==Zg==", "Z=g=", "Zm8"])
  func `padding is whole and at the end`(text: String) {
    #expect(Base64.decodePadded(bytes(text)) == nil)
  }

  @Test func `of all pairs of bytes 256 are read, and written the same`() {
    let pairs = (0...UInt16.max).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let read = pairs.filter { Base64.decode($0) != nil }
    #expect(read.count == 256)
    #expect(read.allSatisfy { Base64.decode($0).map(Base64.encode) == $0 })
  }
}

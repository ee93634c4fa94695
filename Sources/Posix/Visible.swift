// SPDX-License-Identifier: MIT

/// Text that may have come from anywhere, made safe to show on a terminal.
package enum Visible {
  /// The text of `bytes` with everything that would move, colour or reorder a terminal's text
  /// replaced by an escape: `^[` for a control character, `\x80` for a byte that is not UTF-8,
  /// `\u{202E}` for an invisible or reordering character.
  package static func text(_ bytes: [UInt8]) -> String {
    if isPlain(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var shown = ""
    var rest = bytes[...]
    while let first = rest.first {
      let length = scalarLength(startingWith: first)
      if rest.count >= length, let part = String(validating: rest.prefix(length), as: UTF8.self) {
        for scalar in part.unicodeScalars { shown += self.scalar(scalar) }
        rest = rest.dropFirst(length)
      } else {
        shown += "\\x" + hexadecimal(UInt32(first), digits: 2)
        rest = rest.dropFirst()
      }
    }
    return shown
  }

  /// Appends that text to others, of which there can be many.
  package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
    if isPlain(bytes) {
      text += bytes
    } else {
      text += self.text(bytes).utf8
    }
  }

  /// Whether they are their text: printable ASCII.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  package static func text(_ text: String) -> String {
    self.text([UInt8](text.utf8))
  }

  /// How many bytes a UTF-8 sequence that starts with `byte` has; 1 for a byte that starts none.
  package static func scalarLength(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static func scalar(_ scalar: Unicode.Scalar) -> String {
    let value = scalar.value
    switch value {
    case 0..<0x20: return "^" + String(Unicode.Scalar(UInt8(value) + 0x40))
    case 0x7F: return "^?"
    case 0x80..<0xA0, 0xAD, 0x061C, 0x180E, 0x200B...0x200C, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      return "\\u{" + hexadecimal(value, digits: 2) + "}"
    default: return String(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

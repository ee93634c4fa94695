// SPDX-License-Identifier: MIT

/// Whose notion of white space is meant.
enum Blanks {
  /// Go's `unicode.IsSpace`.
  case go
  /// Python's `str.isspace`, which has four control characters more.
  case python
}

extension Span<UInt8> {
  /// How many bytes the character at an offset has, where it is white space; 0 where it is not.
  func blankLength(at offset: Int, _ blanks: Blanks) -> Int {
    switch self[offset] {
    case 0x09...0x0D, 0x20: return 1
    case 0x1C...0x1F: return blanks == .python ? 1 : 0
    case 0xC2: return byte(offset + 1) == 0x85 || byte(offset + 1) == 0xA0 ? 2 : 0
    case 0xE1: return byte(offset + 1) == 0x9A && byte(offset + 2) == 0x80 ? 3 : 0
    case 0xE2:
      switch (byte(offset + 1), byte(offset + 2)) {
      case (0x80, 0x80...0x8A), (0x80, 0xA8...0xA9), (0x80, 0xAF), (0x81, 0x9F): return 3
      default: return 0
      }
    case 0xE3: return byte(offset + 1) == 0x80 && byte(offset + 2) == 0x80 ? 3 : 0
    default: return 0
    }
  }

  /// The byte there; 0 after the end.
  func byte(_ offset: Int) -> UInt8 { offset < count ? self[offset] : 0 }

  var hasByteOrderMark: Bool { byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF }

  var endsInLine: Bool { count > 0 && self[count - 1] != UInt8(ascii: "\n") }
}

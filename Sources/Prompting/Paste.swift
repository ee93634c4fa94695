// SPDX-License-Identifier: MIT

/// Line ends in pasted text: one at the end is dropped, and any other makes the paste one of several
/// lines.
struct Paste {
  enum Meaning {
    case text
    case lineEnd
  }

  private var lineEnds = 0
  private var lastWasReturn = false
  /// Whether text came after a line end, or a second line end.
  private(set) var hasSeveralLines = false

  /// Says what a pasted byte is.
  mutating func take(_ byte: UInt8) -> Meaning {
    defer { lastWasReturn = byte == 0x0D }
    switch byte {
    // CR LF is one line end.
    case 0x0A where lastWasReturn: return .lineEnd
    case 0x0A, 0x0D:
      lineEnds += 1
      if lineEnds > 1 { hasSeveralLines = true }
      return .lineEnd
    default:
      if lineEnds > 0 { hasSeveralLines = true }
      return .text
    }
  }
}

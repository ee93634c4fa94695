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

/// The text inside of a paste's frame, byte for byte: an Escape in it is text, unless the whole mark of
/// the end follows.
struct PastedText {
  /// `ESC [ 201 ~`
  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// How much of the mark stands at the end of what was taken.
  private var matched = 0
  /// How much of a mark that was none is still to be given, from where on, and the byte after it.
  private var (given, owed) = (0, 0)
  private var last: UInt8?

  /// Takes the next byte, when `next` has given all; false where the paste ends with it.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched < Self.end.count
    }
    (given, owed) = (0, matched)
    matched = byte == Self.end[0] ? 1 : 0
    last = matched == 1 ? nil : byte
    return true
  }

  /// The next byte of the text, or nil where more has to be taken first.
  mutating func next() -> UInt8? {
    if given < owed {
      defer { given += 1 }
      return Self.end[given]
    }
    defer { last = nil }
    return last
  }
}

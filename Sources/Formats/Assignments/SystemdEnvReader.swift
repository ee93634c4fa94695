// SPDX-License-Identifier: MIT

internal import Credentials

/// Reads assignments as systemd does: `parse_env_file_internal` in its src/basic/env-file.c.
///
/// A comment begins with `#` or `;` at the start of a line, and goes on where a backslash ends its line. A
/// value is made of pieces in quotes, between which blanks do not count, and of a last piece without
/// quotes, in which a backslash takes the meaning of the next byte and blanks at the end do not count.
/// CR ends a line as LF does.
struct SystemdEnvReader {
  enum Item {
    case assignment(Assignment)
    case end(TextEnd)
  }

  private var place = 0
  /// Whether the last assignment goes on to the end of the text.
  private var isInLine = false

  /// The next assignment of the text. A line without `=` is none.
  mutating func next(in text: Span<UInt8>) throws(LoginFileError) -> Item {
    while true {
      let start = skipBlanks(in: text)
      if place >= text.count { return .end(isInLine || start < place ? .line : .whole) }
      if isComment(text[place]) {
        if !skipComment(in: text) { return .end(.line) }
        continue
      }
      let name = place
      // Even '=' can be the first byte of a name.
      place += 1
      while place < text.count, text[place] != UInt8(ascii: "="), !isLineEnd(text[place]) {
        place += 1
      }
      if place >= text.count { return .end(.line) }
      if isLineEnd(text[place]) { continue }
      var nameEnd = place
      while nameEnd > name, isBlank(text[nameEnd - 1]) { nameEnd -= 1 }
      place += 1
      let value = try skipValue(in: text)
      skipLineEnd(in: text)
      return .assignment(
        Assignment(name: name..<nameEnd, value: value, lines: start..<place))
    }
  }

  /// The value that stands in the raw bytes of an assignment.
  static func value(in raw: Span<UInt8>) throws(LoginFileError) -> Secret {
    var value = try Secret.room(for: raw.count)
    var place = 0
    while place < raw.count {
      let byte = raw[place]
      place += 1
      switch byte {
      case UInt8(ascii: "'"):
        while raw[place] != UInt8(ascii: "'") {
          try value.add(raw[place])
          place += 1
        }
        place += 1
      case UInt8(ascii: "\""): try addQuoted(raw, &place, to: &value)
      default:
        if isBlank(byte) { continue }
        try addBare(raw, from: place - 1, to: &value)
        return value
      }
    }
    return value
  }

  /// From after the first quote to after the last.
  private static func addQuoted(
    _ raw: Span<UInt8>, _ place: inout Int, to value: inout Secret
  ) throws(LoginFileError) {
    while raw[place] != UInt8(ascii: "\"") {
      if raw[place] == UInt8(ascii: "\\") {
        place += 1
        let isSpecial = SystemdEnvFormat.special.contains(raw[place])
        if !isSpecial, raw[place] != UInt8(ascii: "\n") { try value.add(UInt8(ascii: "\\")) }
        if isSpecial || raw[place] != UInt8(ascii: "\n") { try value.add(raw[place]) }
      } else {
        try value.add(raw[place])
      }
      place += 1
    }
    place += 1
  }

  private static func addBare(
    _ raw: Span<UInt8>, from start: Int, to value: inout Secret
  ) throws(LoginFileError) {
    var place = start
    // Up to where blanks count, whatever follows.
    var kept = value.count
    while place < raw.count {
      let byte = raw[place]
      place += 1
      if byte == UInt8(ascii: "\\") {
        if place < raw.count, !isLineEnd(raw[place]) { try value.add(raw[place]) }
        place += 1
        kept = value.count
      } else {
        try value.add(byte)
        if !isBlank(byte) { kept = value.count }
      }
    }
    value.truncate(to: kept)
  }

  /// Gives the start of the line that follows the blanks.
  private mutating func skipBlanks(in text: Span<UInt8>) -> Int {
    var start = place
    while place < text.count, isBlank(text[place]) {
      place += 1
      if isLineEnd(text[place - 1]) { start = place }
    }
    return start
  }

  /// False where the text ends in the comment.
  private mutating func skipComment(in text: Span<UInt8>) -> Bool {
    while place < text.count {
      if text[place] == UInt8(ascii: "\\") {
        place += 2
      } else if isLineEnd(text[place]) {
        return true
      } else {
        place += 1
      }
    }
    return false
  }

  /// Gives where the value stands, without blanks at its ends but for those that count.
  private mutating func skipValue(in text: Span<UInt8>) throws(LoginFileError) -> Range<Int> {
    while place < text.count, isBlank(text[place]), !isLineEnd(text[place]) { place += 1 }
    let start = place
    while place < text.count, !isLineEnd(text[place]) {
      switch text[place] {
      case UInt8(ascii: "'"): try skipQuoted(in: text, UInt8(ascii: "'"))
      case UInt8(ascii: "\""): try skipQuoted(in: text, UInt8(ascii: "\""))
      default:
        if isBlank(text[place]) {
          place += 1
        } else {
          skipBare(in: text)
          return start..<min(place, text.count)
        }
      }
    }
    return start..<place
  }

  private mutating func skipQuoted(
    in text: Span<UInt8>, _ quote: UInt8
  ) throws(LoginFileError) {
    let start = place
    place += 1
    while place < text.count, text[place] != quote {
      place += quote == UInt8(ascii: "\"") && text[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    if place >= text.count { throw .malformed(text, at: start, "a quote that is not closed") }
    place += 1
  }

  private mutating func skipBare(in text: Span<UInt8>) {
    while place < text.count, !isLineEnd(text[place]) {
      place += text[place] == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  private mutating func skipLineEnd(in text: Span<UInt8>) {
    place = min(place, text.count)
    isInLine = place == text.count
    if place < text.count, text[place] == UInt8(ascii: "\r") { place += 1 }
    if place < text.count, text[place] == UInt8(ascii: "\n") { place += 1 }
  }
}

private func isComment(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";")
}

private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || isLineEnd(byte)
}

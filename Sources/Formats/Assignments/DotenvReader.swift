// SPDX-License-Identifier: MIT

internal import Credentials

/// Reads assignments as python-dotenv does (dotenv/parser.py), which is given CR and CR LF as LF.
///
/// A statement is a name, which may stand in single quotes and after `export`, and mostly `=` and a value:
/// in quotes, where it may have several lines, or to the end of the line, without a comment after white
/// space. A line that is no statement makes python-dotenv complain, and is an error here.
struct DotenvReader {
  private var place = 0
  /// The last quote of each kind in the text; none is looked for in vain twice.
  private let lastSingleQuote: Int
  private let lastDoubleQuote: Int

  init(_ text: Span<UInt8>) {
    var (single, double) = (-1, -1)
    for index in text.indices {
      if text[index] == UInt8(ascii: "'") { single = index }
      if text[index] == UInt8(ascii: "\"") { double = index }
    }
    lastSingleQuote = single
    lastDoubleQuote = double
  }

  /// The next assignment of the text, or nil after the last.
  mutating func next(in text: Span<UInt8>) throws(LoginFileError) -> Assignment? {
    while true {
      let start = skipLines(in: text)
      if place >= text.count { return nil }
      skipExport(in: text)
      if text.byte(place) == UInt8(ascii: "#") {
        skipRest(in: text)
        skipLineEnd(in: text)
        continue
      }
      let name = try name(in: text, start)
      skipBlanks(in: text)
      var value: Range<Int>?
      if text.byte(place) == UInt8(ascii: "=") {
        place += 1
        skipBlanks(in: text)
        value = try self.value(in: text, start)
      }
      try skipComment(in: text, start)
      skipLineEnd(in: text)
      return Assignment(name: name, value: value, lines: start..<place)
    }
  }

  /// What the raw bytes of a value stand for.
  static func value(in raw: Span<UInt8>) throws(LoginFileError) -> Secret {
    var value = try Secret.room(for: raw.count)
    let quote = raw.byte(0)
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else {
      try value.add(raw)
      return value
    }
    var index = 1
    while index < raw.count - 1 {
      var byte = raw[index]
      index += 1
      if byte == UInt8(ascii: "\\"), index < raw.count - 1,
        let meant = meaning(of: raw[index], in: quote)
      {
        byte = meant
        index += 1
      } else if byte == UInt8(ascii: "\r") {
        byte = UInt8(ascii: "\n")
        if raw[index] == UInt8(ascii: "\n") { index += 1 }
      }
      try value.add(byte)
    }
    return value
  }

  /// Of a byte after a backslash; nil where the backslash stands for itself.
  private static func meaning(of byte: UInt8, in quote: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "'"): return byte
    case _ where quote == UInt8(ascii: "'"): return nil
    case UInt8(ascii: "\""): return byte
    case UInt8(ascii: "a"): return 0x07
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "v"): return 0x0B
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "r"): return 0x0D
    default: return nil
    }
  }

  /// Skips white space, and gives the start of the line that it ends in.
  private mutating func skipLines(in text: Span<UInt8>) -> Int {
    var start = place
    while place < text.count {
      let length = text.blankLength(at: place, .python)
      if length == 0 { break }
      place += length
      if isLineEnd(text[place - 1]) { start = place }
    }
    return start
  }

  private mutating func skipBlanks(in text: Span<UInt8>) {
    while place < text.count, !isLineEnd(text[place]) {
      let length = text.blankLength(at: place, .python)
      if length == 0 { return }
      place += length
    }
  }

  private mutating func skipExport(in text: Span<UInt8>) {
    let word = "export"
    let end = place + word.utf8.count
    guard end < text.count, text.extracting(place..<end).isEqual(to: word),
      !isLineEnd(text[end]), text.blankLength(at: end, .python) > 0
    else { return }
    place = end
    skipBlanks(in: text)
  }

  private mutating func name(
    in text: Span<UInt8>, _ statement: Int
  ) throws(LoginFileError) -> Range<Int> {
    let start = place
    if text.byte(place) == UInt8(ascii: "'") {
      guard start < lastSingleQuote else { throw Self.unclosed(text, start) }
      place += 1
      while text[place] != UInt8(ascii: "'") { place += 1 }
      if place == start + 1 { throw .malformed(text, at: statement, "no name") }
      place += 1
      return start + 1..<place - 1
    }
    while place < text.count, text[place] != UInt8(ascii: "="), text[place] != UInt8(ascii: "#"),
      text.blankLength(at: place, .python) == 0
    {
      place += 1
    }
    if place == start { throw .malformed(text, at: statement, "no name") }
    return start..<place
  }

  private mutating func value(
    in text: Span<UInt8>, _ statement: Int
  ) throws(LoginFileError) -> Range<Int> {
    let start = place
    switch text.byte(place) {
    case UInt8(ascii: "'"): place = try end(ofQuotedAt: start, in: text, lastSingleQuote)
    case UInt8(ascii: "\""): place = try end(ofQuotedAt: start, in: text, lastDoubleQuote)
    default:
      var (end, isAfterBlank) = (start, false)
      while place < text.count, !isLineEnd(text[place]) {
        if isAfterBlank, text[place] == UInt8(ascii: "#") { break }
        let length = text.blankLength(at: place, .python)
        isAfterBlank = length > 0
        place += max(length, 1)
        if !isAfterBlank { end = place }
      }
      place = end
    }
    return start..<place
  }

  /// From the quote at an offset to after the one that closes it: the first that no backslash stands
  /// before, or else the last one, as the regular expression then steps back to it.
  private func end(
    ofQuotedAt start: Int, in text: Span<UInt8>, _ last: Int
  ) throws(LoginFileError) -> Int {
    if last == start { throw Self.unclosed(text, start) }
    var index = start + 1
    while index <= last {
      if text[index] == text[start] { return index + 1 }
      let isPair = text[index] == UInt8(ascii: "\\") && text.byte(index + 1) == text[start]
      index += isPair ? 2 : 1
    }
    return last + 1
  }

  /// What may follow the name or the value in its line: a comment.
  private mutating func skipComment(
    in text: Span<UInt8>, _ statement: Int
  ) throws(LoginFileError) {
    skipBlanks(in: text)
    if place >= text.count || isLineEnd(text[place]) { return }
    if text[place] != UInt8(ascii: "#") {
      throw .malformed(text, at: place, "neither an assignment nor a comment")
    }
    skipRest(in: text)
  }

  private mutating func skipRest(in text: Span<UInt8>) {
    while place < text.count, !isLineEnd(text[place]) { place += 1 }
  }

  private mutating func skipLineEnd(in text: Span<UInt8>) {
    if text.byte(place) == UInt8(ascii: "\r") { place += 1 }
    if text.byte(place) == UInt8(ascii: "\n") { place += 1 }
  }

  private static func unclosed(_ text: Span<UInt8>, _ offset: Int) -> LoginFileError {
    .malformed(text, at: offset, "a quote that is not closed")
  }
}

private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

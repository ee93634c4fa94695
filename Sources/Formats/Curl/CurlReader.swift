// SPDX-License-Identifier: MIT

internal import Credentials

/// An option of curl's file, which stands in a line of its own.
struct CurlOption: Equatable {
  enum Kind: Equatable {
    case user, bearer
    /// What follows is for another request.
    case next
    case other
  }

  let kind: Kind
  /// From the option's first byte to the last one of its value.
  let option: Range<Int>
  let value: Range<Int>
  /// The line with its end.
  let lines: Range<Int>
}

/// Reads lines as curl does: `parseconfig` in its src/tool_parsecfg.c, and `getparameter` for the names.
///
/// A line that begins with `#`, `/` or `*` is a comment. A name ends at a blank, at `=` or at `:`, one with a
/// dash at a blank alone. A value in double quotes ends at the next one, and the rest of its line does
/// not count; another ends at the first blank. Names are told in whatever case and by their beginnings,
/// short ones can be joined, and the last of them can have its value right behind it. An option that lacks
/// its value is passed over.
enum CurlReader {
  /// The option of the next line that has one, or nil at the end. Fails where curl would not read it.
  static func line(
    in text: Span<UInt8>, _ place: inout Int, longest: Int
  ) throws(LoginFileError) -> CurlOption? {
    while place < text.count {
      let start = place
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      place = min(end + 1, text.count)
      if end - start > longest {
        throw .malformed(text, at: start, "longer than \(longest) bytes")
      }
      var name = start
      while name < end, isBlank(text[name]) { name += 1 }
      if name == end || "#/*".utf8.contains(text[name]) { continue }
      let option = try option(in: text, name..<end, lines: start..<place)
      if option.value.isEmpty, option.kind == .user || option.kind == .bearer { continue }
      return option
    }
    return nil
  }

  /// What curl takes for the value of an option.
  static func value(of option: CurlOption, in text: Span<UInt8>) throws(LoginFileError) -> Secret {
    let raw = text.extracting(option.value)
    var value = try Secret.room(for: raw.count)
    guard raw.byte(0) == UInt8(ascii: "\""), option.isSeparate else {
      try value.add(raw)
      return value
    }
    var index = 1
    while index < raw.count - 1 {
      var byte = raw[index]
      if byte == UInt8(ascii: "\\") {
        index += 1
        byte = meaning(of: raw[index])
      }
      try value.add(byte)
      index += 1
    }
    return value
  }

  private static func meaning(of byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "v"): 0x0B
    case UInt8(ascii: "r"): 0x0D
    default: byte
    }
  }

  private static func option(
    in text: Span<UInt8>, _ line: Range<Int>, lines: Range<Int>
  ) throws(LoginFileError) -> CurlOption {
    let start = line.lowerBound
    let isDashed = text[start] == UInt8(ascii: "-")
    var nameEnd = start
    while nameEnd < line.upperBound, !isSeparator(text[nameEnd], isDashed) { nameEnd += 1 }
    var value = nameEnd
    while value < line.upperBound, isSeparator(text[value], isDashed) { value += 1 }
    var end = value
    if end < line.upperBound, text[end] == UInt8(ascii: "\"") {
      end = try endOfQuoted(text, value..<line.upperBound)
    } else {
      while end < line.upperBound, !isBlank(text[end]) { end += 1 }
    }
    let name = text.extracting(start..<nameEnd)
    if isDashed, name.byte(1) != UInt8(ascii: "-"), name.byte(1) != 0 {
      return try short(
        text, start..<nameEnd, value: value..<end, lines: lines)
    }
    let word = name.extracting((isDashed ? min(2, name.count) : 0)...)
    return CurlOption(
      kind: kind(ofLong: word), option: start..<max(end, nameEnd), value: value..<end, lines: lines)
  }

  private static func kind(ofLong word: Span<UInt8>) -> CurlOption.Kind {
    // Shorter beginnings are those of other options too.
    if word.count == 4, word.begins(with: "user") { return .user }
    if word.count >= 2, word.isBeginning(of: "oauth2-bearer") { return .bearer }
    if word.count >= 3, word.isBeginning(of: "next") { return .next }
    return .other
  }

  /// The short options that take a value.
  private static let taking = Array("AbcCdDeEFhHKmoPQrtTuUwxXyYz".utf8)

  /// One short option, or several in one word.
  private static func short(
    _ text: Span<UInt8>, _ word: Range<Int>, value: Range<Int>, lines: Range<Int>
  ) throws(LoginFileError) -> CurlOption {
    for index in (word.lowerBound + 1)..<word.upperBound {
      let isFirst = index == word.lowerBound + 1
      let isLast = index == word.upperBound - 1
      switch text[index] {
      case UInt8(ascii: "u"), UInt8(ascii: ":"):
        let kind: CurlOption.Kind = text[index] == UInt8(ascii: "u") ? .user : .next
        if !isFirst || kind == .next && !isLast {
          throw .malformed(text, at: index, "options joined to one that is for the login")
        }
        if isLast {
          let end = max(value.upperBound, word.upperBound)
          return CurlOption(
            kind: kind, option: word.lowerBound..<end, value: value, lines: lines)
        }
        return CurlOption(
          kind: kind, option: word, value: index + 1..<word.upperBound, lines: lines)
      case let letter where taking.contains(letter):
        return CurlOption(kind: .other, option: word, value: value, lines: lines)
      default: break
      }
    }
    return CurlOption(kind: .other, option: word, value: value, lines: lines)
  }

  private static func endOfQuoted(
    _ text: Span<UInt8>, _ range: Range<Int>
  ) throws(LoginFileError) -> Int {
    var index = range.lowerBound + 1
    while index < range.upperBound {
      if text[index] == UInt8(ascii: "\"") { return index + 1 }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    throw .malformed(text, at: range.lowerBound, "a quote that is not closed")
  }

  private static func isSeparator(_ byte: UInt8, _ isDashed: Bool) -> Bool {
    isBlank(byte) || !isDashed && (byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":"))
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension CurlOption {
  /// Whether the value does not stand right behind a short name, where quotes are part of it.
  fileprivate var isSeparate: Bool { value.lowerBound > option.lowerBound + 2 }
}

extension Span<UInt8> {
  /// Whether a word, which is in lower case, begins with these bytes, in whatever case.
  fileprivate func isBeginning(of word: String) -> Bool {
    count <= word.utf8.count && begins(with: String(word.prefix(count)))
  }
}

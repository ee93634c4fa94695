// SPDX-License-Identifier: MIT

/// Reads the words of a netrc file, one after another, as curl (lib/netrc.c) and Python (Lib/netrc.py)
/// do where they agree. Fails where they would not agree on what follows.
struct NetrcScanner {
  /// Where it goes on: after the last word.
  private(set) var position = 0
  /// Those in places where a keyword may stand.
  private(set) var comments: [NetrcComment] = []
  /// Where Python begins to look: it takes what ends a word with the word, but for a quote.
  private var nextLook = 0

  /// Fails where the text has bytes that no reader takes for text, or takes for an end of a line
  /// where others do not.
  static func examine(_ text: Span<UInt8>) throws(LoginFileError) {
    for index in text.indices {
      switch text[index] {
      case 0: throw .malformed(text, at: index, "a NUL byte: this is no text")
      case UInt8(ascii: "\r") where index + 1 == text.count || text[index + 1] != lineFeed:
        throw .malformed(text, at: index, "a carriage return (CR) that ends no line")
      default: break
      }
    }
  }

  /// The next word where a keyword may stand, behind comments; nil at the end. `isTopLevel` where no
  /// machine and no `default` has begun.
  mutating func keyword(
    in text: Span<UInt8>, isTopLevel: Bool
  ) throws(LoginFileError) -> NetrcWord? {
    while true {
      skipWhitespace(in: text)
      if position == text.count { return nil }
      if text[position] != UInt8(ascii: "#") { return try word(in: text) }
      let comment = NetrcComment(
        at: position, lookedForFrom: nextLook, isTopLevel: isTopLevel, in: text)
      comments.append(comment)
      skipLine(in: text)
      nextLook = comment.nextLook
    }
  }

  /// The word after a keyword; nil at the end.
  mutating func value(in text: Span<UInt8>) throws(LoginFileError) -> NetrcWord? {
    let gap = position
    skipWhitespace(in: text)
    if position == text.count { return nil }
    let word = try word(in: text)
    // curl ends at `#` there, and at the second of two things that end a word it finds an empty one.
    var isDoubtful = word.isDoubtful || text[word.range.lowerBound] == UInt8(ascii: "#")
    for index in gap..<word.range.lowerBound where index > gap && text[index] == lineFeed {
      isDoubtful = true
    }
    return NetrcWord(range: word.range, isQuoted: word.isQuoted, isDoubtful: isDoubtful)
  }

  /// Goes behind the name and the lines of a macro, up to the blank line that ends it. False where
  /// there is none.
  mutating func skipMacro(in text: Span<UInt8>) throws(LoginFileError) -> Bool {
    let start = position
    skipBlanks(in: text)
    guard position < text.count, !isLineEnd(at: position, in: text) else {
      throw .malformed(text, at: start, "a macro has its name on the line of 'macdef'")
    }
    _ = try word(in: text)
    // curl ends the macro at a CR, and Python at a blank.
    guard position == text.count || text[position] == lineFeed else {
      throw .malformed(
        text, at: position, "something between a macro's name and the line feed (LF) after it")
    }
    skipLine(in: text)
    while position < text.count {
      let isLast = isLineEnd(at: position, in: text)
      skipLine(in: text)
      if isLast { return true }
    }
    return false
  }

  private mutating func word(in text: Span<UInt8>) throws(LoginFileError) -> NetrcWord {
    if text[position] == UInt8(ascii: "\"") { return try quotedWord(in: text) }
    let start = position
    var isDoubtful = false
    while position < text.count, !Self.isWhitespace(text[position]) {
      let byte = text[position]
      if byte < 0x20 {
        throw .malformed(text, at: position, "a control character outside quotes")
      }
      if byte == UInt8(ascii: "\\") { isDoubtful = true }
      position += 1
    }
    nextLook =
      position < text.count && text[position] == UInt8(ascii: "\r") ? position + 2 : position + 1
    return NetrcWord(range: start..<position, isQuoted: false, isDoubtful: isDoubtful)
  }

  private mutating func quotedWord(in text: Span<UInt8>) throws(LoginFileError) -> NetrcWord {
    let start = position
    var isDoubtful = false
    position += 1
    while position < text.count, text[position] != lineFeed {
      let byte = text[position]
      position += 1
      if byte == UInt8(ascii: "\"") {
        guard position == text.count || Self.isWhitespace(text[position]) else {
          throw .malformed(text, at: start, "no blank after a closing quote")
        }
        nextLook = position
        return NetrcWord(range: start..<position, isQuoted: true, isDoubtful: isDoubtful)
      }
      if byte == UInt8(ascii: "\\") {
        guard position < text.count, text[position] != lineFeed else { break }
        if "nrt".utf8.contains(text[position]) { isDoubtful = true }
        position += 1
      }
    }
    throw .malformed(text, at: start, "a quote is not closed on its line")
  }

  private mutating func skipWhitespace(in text: Span<UInt8>) {
    while position < text.count, Self.isWhitespace(text[position]) { position += 1 }
  }

  private mutating func skipBlanks(in text: Span<UInt8>) {
    while position < text.count, Self.isBlank(text[position]) { position += 1 }
  }

  /// Behind the end of the line.
  private mutating func skipLine(in text: Span<UInt8>) {
    while position < text.count, text[position] != lineFeed { position += 1 }
    if position < text.count { position += 1 }
    nextLook = position
  }

  private func isLineEnd(at place: Int, in text: Span<UInt8>) -> Bool {
    // A CR stands nowhere else.
    text[place] == lineFeed || text[place] == UInt8(ascii: "\r")
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  static func isWhitespace(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == lineFeed || byte == UInt8(ascii: "\r")
  }
}

extension Span<UInt8> {
  /// Whether nothing stands there but what parts words.
  func isWhitespace(in range: Range<Int>) -> Bool {
    for index in range where !NetrcScanner.isWhitespace(self[index]) { return false }
    return true
  }
}

private let lineFeed = UInt8(ascii: "\n")

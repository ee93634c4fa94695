// SPDX-License-Identifier: MIT

/// A comment of a netrc file, and what Python 3.11 (Lib/netrc.py) makes of it.
///
/// Python reads the first word of a comment as it reads any other, and passes over the rest of the line
/// only where it has not left the line that it began to look in; before the first machine and after a
/// macro, only where that word is `#` alone. What it does not pass over it takes for keywords, and
/// fails for the whole file.
struct NetrcComment {
  let place: Int
  /// Where Python begins to look for it.
  let look: Int
  /// Where Python looks on, if it takes the comment for one.
  let nextLook: Int
  /// Whether no machine and no `default` has begun.
  let isTopLevel: Bool
  /// Whether Python begins to look in another line.
  let isOnOtherLine: Bool
  let isMisread: Bool
  /// Whether Python takes a word of the next line into it.
  let hidesText: Bool
  /// Whether Python would misread it if it began to look in its line.
  let isMisreadInAnyCase: Bool

  init(at place: Int, lookedForFrom look: Int, isTopLevel: Bool, in text: Span<UInt8>) {
    self.place = place
    self.look = look
    self.isTopLevel = isTopLevel
    var isOnOtherLine = false
    for index in min(look, place)..<place where text[index] == lineFeed { isOnOtherLine = true }
    self.isOnOtherLine = isOnOtherLine

    let word = PythonWord(at: place, in: text)
    self.hidesText = word.hidesText
    if word.lineEnd != nil || word.end == text.count {
      self.isMisread = word.hidesText
      self.isMisreadInAnyCase = word.hidesText
      self.nextLook = word.hidesText ? text.line(from: place).end : word.nextPlace
      return
    }
    let rest = text.line(from: word.end)
    let hasRest = !text.isWhitespace(in: rest.range)
    let isLone = word.end == place + 1
    self.isMisreadInAnyCase = hasRest && isTopLevel && !isLone
    self.isMisread = hasRest && (isOnOtherLine || (isTopLevel && !isLone))
    let isPassedOver = !isOnOtherLine && (!isTopLevel || isLone)
    self.nextLook = isPassedOver || isMisread ? rest.end : word.nextPlace
  }
}

/// A word without quotes as Python reads it, who takes whatever follows a backslash into the word.
private struct PythonWord {
  /// Where the blank or the line feed stands that ends it.
  let end: Int
  /// Where Python looks on.
  let nextPlace: Int
  /// The line feed that ends it, or that a backslash took into it.
  private(set) var lineEnd: Int?
  /// Whether something of the next line was taken into it.
  private(set) var hidesText = false

  init(at start: Int, in text: Span<UInt8>) {
    var index = start
    while index < text.count, !NetrcScanner.isWhitespace(text[index]) {
      let isEscape = text[index] == UInt8(ascii: "\\")
      if lineEnd != nil { hidesText = true }
      index += 1
      if isEscape, index < text.count {
        // To Python, a CR and a LF are one character.
        if text[index] == UInt8(ascii: "\r") { index += 1 }
        if text[index] == lineFeed { lineEnd = index }
        index += 1
      }
    }
    self.end = index
    if index < text.count, text[index] == UInt8(ascii: "\r") { index += 1 }
    if lineEnd == nil, index < text.count, text[index] == lineFeed { lineEnd = index }
    self.nextPlace = min(index + 1, text.count)
  }
}

private let lineFeed = UInt8(ascii: "\n")

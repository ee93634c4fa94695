// SPDX-License-Identifier: MIT

internal import Credentials

/// A line of a text, by the places of its bytes.
struct TextLine {
  let start: Int
  /// Where what ends the line starts: a LF and the CRs before it, or the CRs at the end of the text.
  let contentEnd: Int
  /// Where the next line starts.
  let end: Int

  var content: Range<Int> { start..<contentEnd }
  var range: Range<Int> { start..<end }
}

extension Span<UInt8> {
  /// The line that starts at a place that is not the text's end.
  func line(from start: Int) -> TextLine {
    var newline = start
    while newline < count, self[newline] != UInt8(ascii: "\n") { newline += 1 }
    var contentEnd = newline
    while contentEnd > start, self[contentEnd - 1] == UInt8(ascii: "\r") { contentEnd -= 1 }
    return TextLine(start: start, contentEnd: contentEnd, end: Swift.min(newline + 1, count))
  }

  /// Whether something that is put after the text has to begin a line.
  var lacksLineEnd: Bool { !isEmpty && self[count - 1] != UInt8(ascii: "\n") }

  /// The bytes of a range as a public name.
  func name(_ range: Range<Int>) -> [UInt8] { range.map { self[$0] } }

  /// The first NUL, from which on a reader in C sees nothing of a line.
  var firstNul: Int? { indices.first { self[$0] == 0 } }
}

extension Span<UInt8> {
  /// The text without the bytes of ranges, which stand in its order.
  func without(_ ranges: [Range<Int>]) throws(LoginFileError) -> Secret {
    try revised(self, ranges.map { TextEdit($0, ()) }) { (_, _) throws(FormatError) in }
  }
}

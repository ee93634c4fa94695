// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// A line of a pgpass file that libpq can take a password from: `host:port:database:user:password`.
/// `\` stands before a `:` or `\` that is a value's own; a field that is `*` alone stands for any.
struct PgpassLine {
  let place: PgpassPlace
  /// Nil stands for any.
  let account: ByteString?
  let password: Range<Int>
  let line: TextLine

  /// Nil where the line says nothing to libpq: a comment, a blank line, or one with a part that nothing
  /// to connect to has.
  init?(_ line: TextLine, in text: Span<UInt8>) throws(LoginFileError) {
    guard Self.isFilled(line, in: text) else { return nil }
    var fields: [ByteString?] = []
    var start = line.start
    for _ in 0..<4 {
      guard let end = Self.fieldEnd(from: start, to: line.contentEnd, in: text) else {
        throw .malformed(text, at: line.start, "it has fewer than five fields")
      }
      fields.append(Self.value(of: start..<end, in: text))
      start = end + 1
    }
    if fields.contains(ByteString([])) { return nil }
    self.place = PgpassPlace(host: fields[0], port: fields[1], database: fields[2])
    self.account = fields[3]
    // What follows another colon is not read.
    let end = Self.fieldEnd(from: start, to: line.contentEnd, in: text) ?? line.contentEnd
    self.password = start..<end
    self.line = line
  }

  private static func isFilled(_ line: TextLine, in text: Span<UInt8>) -> Bool {
    if line.content.isEmpty || text[line.start] == UInt8(ascii: "#") { return false }
    return line.content.contains { text[$0] != UInt8(ascii: " ") && text[$0] != UInt8(ascii: "\t") }
  }

  /// Where the colon stands that ends a field.
  private static func fieldEnd(from start: Int, to end: Int, in text: Span<UInt8>) -> Int? {
    var index = start
    while index < end {
      switch text[index] {
      case UInt8(ascii: ":"): return index
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func value(of range: Range<Int>, in text: Span<UInt8>) -> ByteString? {
    if range.count == 1, text[range.lowerBound] == UInt8(ascii: "*") { return nil }
    var value: [UInt8] = []
    forEachByte(of: range, in: text) { value.append($0) }
    return ByteString(value)
  }

  /// The bytes of a field without what escapes them. A last backslash stands for itself.
  static func forEachByte(
    of range: Range<Int>, in text: Span<UInt8>, _ body: (UInt8) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let isEscape = text[index] == UInt8(ascii: "\\") && index + 1 < range.upperBound
      if isEscape { index += 1 }
      body(text[index])
      index += 1
    }
  }

  /// Whether libpq, which takes the first line that matches, finds in a line all that one for the
  /// place and the account would be found for.
  ///
  /// Where what is looked for has a colon itself, libpq takes one in the line for it, escaped or not:
  /// hence a comparison in its way, and not of the fields.
  static func covers(
    _ place: PgpassPlace, _ account: ByteString?, _ line: TextLine, in text: Span<UInt8>
  ) -> Bool {
    guard isFilled(line, in: text) else { return false }
    var index = line.start
    for wanted in [place.host, place.port, place.database, account] {
      guard let end = match(wanted, from: index, to: line.contentEnd, in: text) else {
        return false
      }
      index = end
    }
    return true
  }

  /// Where the next field starts; nil where this one is another.
  private static func match(
    _ wanted: ByteString?, from start: Int, to end: Int, in text: Span<UInt8>
  ) -> Int? {
    if start + 1 < end, text[start] == UInt8(ascii: "*"), text[start + 1] == UInt8(ascii: ":") {
      return start + 2
    }
    guard let wanted = wanted?.bytes else { return nil }
    var (index, matched) = (start, 0)
    while index < end {
      if text[index] == UInt8(ascii: ":"), matched == wanted.count { return index + 1 }
      if text[index] == UInt8(ascii: "\\") { index += 1 }
      guard index < end, matched < wanted.count, text[index] == wanted[matched] else { return nil }
      index += 1
      matched += 1
    }
    return nil
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials

/// A line of an option file that says who logs in, or with what.
struct MycnfOption {
  enum Kind: CaseIterable {
    case user, password

    /// The option's whole name.
    var name: String {
      switch self {
      case .user: "user"
      case .password: "password"
      }
    }

    var part: Part {
      switch self {
      case .user: .account
      case .password: .password
      }
    }
  }

  /// What it sets the option to.
  enum Value {
    /// What stands between these places, with its escapes and without the quotes around it. The second
    /// range is the value with its quotes.
    case bytes(Range<Int>, quoted: Range<Int>)
    /// An empty value, which no value is written for (`skip-password`).
    case empty
    /// None: the reader asks for it, or fails.
    case missing
  }

  let kind: Kind
  let value: Value
  /// The name and the value.
  let own: Range<Int>
  let line: TextLine

  /// Nil where the line sets another option. It is neither blank nor a comment, nor does it name a
  /// group.
  init?(_ line: TextLine, in text: Span<UInt8>) {
    let start = text.firstInk(in: line.content) ?? line.start
    let end = Self.commentStart(in: start..<line.contentEnd, of: text)
    let equals = (start..<end).first { text[$0] == UInt8(ascii: "=") }
    let nameEnd = text.lastInk(in: start..<(equals ?? end)).map { $0 + 1 } ?? start
    guard let (kind, isEmptied) = Self.meaning(of: text.name(start..<nameEnd)) else { return nil }
    self.kind = kind
    self.line = line
    guard let equals else {
      self.value = isEmptied ? .empty : .missing
      self.own = start..<nameEnd
      return
    }
    let valueStart = text.firstInk(in: (equals + 1)..<end) ?? equals + 1
    let valueEnd = text.lastInk(in: valueStart..<end).map { $0 + 1 } ?? valueStart
    self.own = start..<valueEnd
    self.value =
      isEmptied
      ? .empty : .bytes(Self.inner(valueStart..<valueEnd, of: text), quoted: valueStart..<valueEnd)
  }

  /// Where a `#` begins a comment, which it does outside of quotes.
  private static func commentStart(in range: Range<Int>, of text: Span<UInt8>) -> Int {
    var quote: UInt8?
    var isEscaped = false
    for index in range {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), !isEscaped {
        if quote == nil { quote = byte } else if quote == byte { quote = nil }
      }
      if quote == nil, byte == UInt8(ascii: "#") { return index }
      isEscaped = quote != nil && byte == UInt8(ascii: "\\") && !isEscaped
    }
    return range.upperBound
  }

  /// A value without the quotes around it.
  private static func inner(_ value: Range<Int>, of text: Span<UInt8>) -> Range<Int> {
    guard value.count > 1, let first = value.first.map({ text[$0] }),
      first == UInt8(ascii: "\"") || first == UInt8(ascii: "'"),
      text[value.upperBound - 1] == first
    else { return value }
    return value.dropFirst().dropLast()
  }

  /// What a name means to mysql(1): in any case, with `_` for `-`, after `loose-`, which lets a program
  /// pass over what it does not know, and cut off after as many letters as tell it from its other
  /// options; and whether an empty value is meant, which `skip-password` and `disable-password` are.
  private static func meaning(of name: [UInt8]) -> (Kind, isEmptied: Bool)? {
    var rest = name.map { byte in
      byte == UInt8(ascii: "_") ? UInt8(ascii: "-") : lowerCase(byte)
    }[...]
    if rest.starts(with: "loose-".utf8) { rest = rest.dropFirst(6) }
    let isEmptied = rest.starts(with: "skip-".utf8) || rest.starts(with: "disable-".utf8)
    if isEmptied { rest = rest.drop { $0 != UInt8(ascii: "-") }.dropFirst() }
    if rest.starts(with: "loose-".utf8) { rest = rest.dropFirst(6) }
    if rest.count >= 3, "password".utf8.starts(with: rest) { return (.password, isEmptied) }
    if rest.count >= 2, "user".utf8.starts(with: rest), !isEmptied { return (.user, false) }
    return nil
  }

  /// The bytes of a value without what escapes them. What has no meaning after a backslash keeps it.
  static func forEachByte(
    of range: Range<Int>, in text: Span<UInt8>, _ body: (UInt8) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < range.upperBound else {
        body(byte)
        continue
      }
      switch text[index] {
      case UInt8(ascii: "n"): body(0x0A)
      case UInt8(ascii: "t"): body(0x09)
      case UInt8(ascii: "r"): body(0x0D)
      case UInt8(ascii: "b"): body(0x08)
      case UInt8(ascii: "s"): body(0x20)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): body(text[index])
      default:
        body(byte)
        body(text[index])
      }
      index += 1
    }
  }
}

extension MycnfOption {
  /// The lower case of a letter of ASCII. Names of options and groups are the same in either.
  static func lowerCase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}

extension Span<UInt8> {
  /// The first byte of a range that is no blank to MariaDB and MySQL, for whom text is ISO 8859-1.
  func firstInk(in range: Range<Int>) -> Int? { range.first { !isBlank(self[$0]) } }
  func lastInk(in range: Range<Int>) -> Int? { range.last { !isBlank(self[$0]) } }

  private func isBlank(_ byte: UInt8) -> Bool {
    (0x09...0x0D).contains(byte) || byte == 0x20 || byte == 0xA0
  }
}

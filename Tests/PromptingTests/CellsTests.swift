// SPDX-License-Identifier: MIT

import Testing

@testable import Prompting

@Suite struct CellsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本語", 6), ("😀", 2),
    ("👩\u{200D}💻", 2), ("€", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
  ])
  func `a text has a width in cells`(_ text: String, _ cells: Int) {
    #expect(Cells.width(of: text) == cells)
  }

  @Test(arguments: [
    ("Sign in to mail.example.com", 80, "Sign in to mail.example.com"),
    ("Sign in to mail.example.com", 20, "Sign in to mail.exa…"),
    ("12345678901234567890", 20, "12345678901234567890"),
    ("123456789012345678901", 20, "1234567890123456789…"),
    // A wide character that does not fit leaves its first cell free.
    ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("e\u{301}ab", 2, "e\u{301}…"), ("ab", 1, "…"),
  ])
  func `a line that is too long ends in an ellipsis`(_ text: String, _ columns: Int, _ cut: String)
  {
    #expect(Cells.cut(text, to: columns) == cut)
  }
}

@Suite struct UnitsTests {
  /// The lengths of the units, in bytes.
  private func lengths(_ bytes: [UInt8]) -> [Int] {
    var lengths: [Int] = []
    Units.forEach(in: bytes.span) { range, _ in lengths.append(range.count) }
    return lengths
  }

  @Test(arguments: [
    ("aö€😀", [1, 2, 3, 4]), ("👩\u{200D}💻x", [11, 1]), ("e\u{301}", [3]),
    ("🇩🇪🇫🇷", [8, 8]), ("a\t ", [1, 1, 1]),
  ])
  func `a grapheme cluster is one unit`(_ text: String, _ expected: [Int]) {
    #expect(lengths(Array(text.utf8)) == expected)
  }

  @Test func `an invalid byte is a unit of its own`() {
    #expect(lengths([0x61, 0xFF, 0xC3, 0x62]) == [1, 1, 1, 1])
    // A surrogate, an overlong form, one beyond Unicode, and a broken start.
    #expect(lengths([0xED, 0xA0, 0x80]) == [1, 1, 1])
    #expect(lengths([0xC0, 0xAF]) == [1, 1])
    #expect(lengths([0xF4, 0x90, 0x80, 0x80]) == [1, 1, 1, 1])
    #expect(lengths([0xE2, 0x82]) == [1, 1])
    #expect(lengths([0xFF, 0xCC, 0x81]) == [1, 2])
  }

  @Test(arguments: [
    ("one two", 4), ("one two \t", 4), ("one", 0), ("  ", 0), ("", 0), (" é", 1), ("a ", 0),
  ])
  func `the last word is found behind blanks`(_ text: String, _ start: Int) {
    #expect(Units.startOfLastWord(in: Array(text.utf8).span, from: 0) == start)
  }

  @Test func `the last word is looked for in the last line alone`() {
    #expect(Units.startOfLastWord(in: Array("one\n  ".utf8).span, from: 4) == 4)
    let invalid: [UInt8] = [0x61, 0x20, 0xFF, 0xFF]
    #expect(Units.startOfLastWord(in: invalid.span, from: 0) == 2)
  }

  @Test func `the last unit is found from the end as from the start`() {
    let pieces: [[UInt8]] = [
      Array("a".utf8), Array("é".utf8), Array("\u{301}".utf8), Array("👩".utf8),
      Array("\u{200D}".utf8), Array("🇩".utf8), [0xFF], [0xC3], Array("\t".utf8),
    ]
    // Every text of up to four pieces.
    var texts: [[UInt8]] = [[]]
    for _ in 0..<4 {
      texts += texts.flatMap { text in pieces.map { text + $0 } }
    }
    for text in Set(texts) where !text.isEmpty {
      var last = 0
      Units.forEach(in: text.span) { range, _ in last = range.lowerBound }
      #expect(Units.startOfLast(in: text.span, notBefore: 0) == last, "\(text)")
    }
  }
}

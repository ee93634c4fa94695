// SPDX-License-Identifier: MIT

import Posix
import Testing

@Suite struct VisibleTests {
  @Test(arguments: [
    ("plain text", "plain text"), ("José 日本 👩\u{200D}💻", "José 日本 👩\u{200D}💻"),
    ("a\nb\tc", "a^Jb^Ic"), ("\u{1B}[31m", "^[[31m"), ("\u{7F}", "^?"), ("\0", "^@"),
    ("\u{9B}31m", "\\u{9B}31m"), ("\u{202E}moc", "\\u{202E}moc"), ("\u{2066}", "\\u{2066}"),
    ("\u{200B}\u{FEFF}", "\\u{200B}\\u{FEFF}"), ("\u{AD}", "\\u{AD}"),
    ("\u{E0041}", "\\u{E0041}"),
  ])
  func `what acts on a terminal is shown as an escape`(_ text: String, _ shown: String) {
    #expect(Visible.text(text) == shown)
  }

  @Test func `bytes that are not UTF-8 are shown one by one`() {
    #expect(Visible.text([0x61, 0xFF, 0x62]) == "a\\xFFb")
    #expect(Visible.text([0xC3]) == "\\xC3")
    #expect(Visible.text([0xED, 0xA0, 0x80]) == "\\xED\\xA0\\x80")
    #expect(Visible.text([0xC3, 0xA9]) == "é")
  }

  @Test func `text is shown in the same way behind other text`() {
    for bytes in [Array("plain".utf8), Array("a\nb".utf8), [0xC3, 0xA9], [0xFF], []] {
      var text = Array("before ".utf8)
      Visible.append(bytes, to: &text)
      #expect(String(decoding: text, as: UTF8.self) == "before " + Visible.text(bytes))
    }
  }

  @Test func `every single byte and every pair can be shown`() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let shown = Visible.text([first, second])
        #expect(shown.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
      }
    }
  }
}

@Suite struct ByteStringTests {
  @Test func `equality is that of the bytes`() {
    #expect("\u{E9}" == "e\u{301}")
    #expect(ByteString("\u{E9}") != ByteString("e\u{301}"))
  }

  @Test func `order is that of the bytes, the shorter one first`() {
    let sorted: [ByteString] = ["", "A", "a", "aa", "ab", "b", "é", ByteString([0xFF])]
    for one in sorted.indices {
      for other in sorted.indices {
        #expect((sorted[one] < sorted[other]) == (one < other))
      }
    }
  }
}

@Suite struct DeadlineTests {
  @Test func `a span that no clock can hold never ends`() {
    #expect(!Deadline.after(.seconds(Int64.max)).hasPassed)
    #expect(Deadline.after(.zero).hasPassed)
    #expect(Deadline.after(.seconds(-1)).hasPassed)
    #expect(Deadline.never.remaining == nil)
    #expect(Deadline.never.earlier(of: .after(.zero)).hasPassed)
  }
}

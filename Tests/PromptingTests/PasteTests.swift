// SPDX-License-Identifier: MIT

import Posix
import Testing

@testable import Prompting

@Suite struct PasteTests {
  @Test(arguments: [
    ("secret", "secret", false), ("secret\n", "secret", false), ("secret\r", "secret", false),
    ("secret\r\n", "secret", false), ("a\nb", "ab", true), ("a\rb\r", "ab", true),
    ("secret\n\n", "secret", true), ("\nsecret", "secret", true), ("secret\n\r", "secret", true),
    ("", "", false), ("\n", "", false),
  ])
  func `one line end at the end is dropped and any other makes several lines`(
    _ pasted: String, _ text: String, _ hasSeveralLines: Bool
  ) {
    var paste = Paste()
    let taken = pasted.utf8.filter { paste.take($0) == .text }
    #expect(String(decoding: taken, as: UTF8.self) == text)
    #expect(paste.hasSeveralLines == hasSeveralLines)
  }
}

@Suite struct PastedTextTests {
  /// The text of a paste, and whether its end was seen.
  private func read(_ bytes: String) -> (text: String, hasEnded: Bool) {
    var pasted = PastedText()
    var text: [UInt8] = []
    for byte in bytes.utf8 {
      if !pasted.take(byte) { return (String(decoding: text, as: UTF8.self), true) }
      while let byte = pasted.next() { text.append(byte) }
    }
    return (String(decoding: text, as: UTF8.self), false)
  }

  @Test(arguments: [
    ("abc", "abc"), ("", ""), ("a\u{1B}b", "a\u{1B}b"), ("\u{1B}[D", "\u{1B}[D"),
    ("\u{1B}\u{1B}", "\u{1B}\u{1B}"), ("\u{1B}[20\u{1B}[200~x", "\u{1B}[20\u{1B}[200~x"),
    ("\u{1B}]0;x\u{7}é", "\u{1B}]0;x\u{7}é"),
  ])
  func `every byte before the mark of the end is text`(_ bytes: String, _ text: String) {
    let found = read(bytes + "\u{1B}[201~")
    #expect(found.text == text)
    #expect(found.hasEnded)
  }

  @Test func `a mark that is not whole ends nothing`() {
    #expect(!read("abc\u{1B}[201").hasEnded)
  }
}

@Suite struct TerminalStyleTests {
  @Test(arguments: [
    ("\u{1B}[1m$<2>", "\u{1B}[1m"), ("\u{1B}[m\u{F}$<2>", "\u{1B}[m\u{F}"),
    ("\u{1B}[1m", "\u{1B}[1m"), ("$<5*/>a$<1>b", "ab"), ("a$b", "a$b"), ("a$<2", "a$<2"), ("", ""),
  ])
  func `delays for printing terminals are not shown`(_ capability: String, _ text: String) {
    #expect(TerminalStyle.withoutDelays(capability) == text)
  }
}

@Suite struct LabelTests {
  @Test(arguments: [
    ("Password", "Password: "), ("Password:", "Password: "), ("Password: ", "Password: "),
    ("Really?", "Really? "), ("db>", "db> "), ("密码：", "密码："), ("", ": "), ("é", "é: "),
    ("red\u{1B}[31m", "red^[[31m: "), ("a\u{202E}b", "a\\u{202E}b: "),
  ])
  func `a label gets a colon where it has no mark of its own`(_ label: String, _ prompt: String) {
    #expect(Label(.init(label)).prompt == ByteString(prompt))
  }

  @Test func `a note stands before the mark`() {
    #expect(Label("Account Name").prompt(suggesting: "bob") == "Account Name [bob]: ")
    #expect(Label("User:").prompt(suggesting: "bob") == "User [bob]: ")
    #expect(Label("Password").prompt(with: "(again)") == "Password (again): ")
  }
}

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

@Suite struct LabelTests {
  @Test(arguments: [
    ("Password", "Password: "), ("Password:", "Password: "), ("Password: ", "Password: "),
    ("Really?", "Really? "), ("db>", "db> "), ("密码：", "密码："), ("", ": "), ("é", "é: "),
    ("red\u{1B}[31m", "red^[[31m: "), ("a\u{202E}b", "a\\u{202E}b: "),
  ])
  func `a label gets a colon where it has no mark of its own`(_ label: String, _ prompt: String) {
    #expect(Label(.init(label)).prompt == prompt)
  }

  @Test func `a note stands before the mark`() {
    #expect(Label("Account Name").prompt(suggesting: "bob") == "Account Name [bob]: ")
    #expect(Label("User:").prompt(suggesting: "bob") == "User [bob]: ")
    #expect(Label("Password").prompt(with: "(again)") == "Password (again): ")
  }
}

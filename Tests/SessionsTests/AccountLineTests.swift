// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Typing an account` {
    /// What askcred writes where `keys` are typed at the account's prompt, the password being `pw`.
    private func account(
      typing keys: String, prompt: String = "Account Name: ", _ arguments: String...
    ) throws -> Bytes {
      let session = try Session { $0.arguments = arguments }
      try session.wait(for: prompt)
      try session.type(keys)
      try session.answer("Password: ", "pw")
      #expect(try session.ending() == .status(0))
      return session.output
    }

    @Test func `whole characters are erased, and the bytes are exact`() throws {
      #expect(try account(typing: "José\r") == [0x4A, 0x6F, 0x73, 0xC3, 0xA9, 0x0A] + "pw\n")
      #expect(try account(typing: "José" + Key.erase + "e\r") == "Jose\npw\n")
      #expect(try account(typing: "日本語" + Key.erase + Key.erase + "木\r") == "日木\npw\n")
      #expect(try account(typing: "a👩‍💻" + Key.erase + "b\r") == "ab\npw\n")
      #expect(try account(typing: "a👩‍💻c" + Key.erase + "b\r") == "a👩‍💻b\npw\n")
      #expect(try account(typing: "ae\u{301}" + Key.erase + "b\r") == "ab\npw\n")
    }

    @Test func `the line is edited by its keys`() throws {
      #expect(try account(typing: "bc" + Key.left + Key.left + "a\r") == "abc\npw\n")
      #expect(try account(typing: "bc\u{1B}[Ha\u{1B}[Fd\r") == "abcd\npw\n")
      #expect(try account(typing: "bc\u{1}a\u{5}d\r") == "abcd\npw\n")
      #expect(try account(typing: "junk" + Key.kill + "abc\r") == "abc\npw\n")
      #expect(try account(typing: "one two" + Key.wordErase + "x\r") == "one x\npw\n")
      #expect(try account(typing: "two\u{1B}bone \r") == "one two\npw\n")
    }

    @Test func `no earlier line is recalled`() throws {
      #expect(
        try account(typing: "alice" + Key.up + "\u{10}\u{12}" + "\u{1B}[B" + "\r")
          == "alice\npw\n")
    }

    @Test func `end of file after text is ignored`() throws {
      #expect(try account(typing: "al" + Key.endOfFile + "ice\r") == "alice\npw\n")
    }

    @Test func `an account survives a storm of window sizes`() throws {
      let session = try Session()
      try session.wait(for: "Account Name: ")
      let sizes: [UInt16] = [80, 20, 1, 200, 10, 79, 80, 5, 120, 40]
      for (index, key) in "日本-alice@example.com".enumerated() {
        try session.terminal.resize(columns: sizes[index % sizes.count])
        try session.type(String(key))
        try session.terminal.resize(columns: sizes[(index + 3) % sizes.count])
      }
      try session.type("\r")
      try session.wait(for: "Password: ")
      for key in "secret" {
        try session.terminal.resize(columns: 30)
        try session.type(String(key))
        try session.terminal.resize(columns: 90)
      }
      try session.type("\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "日本-alice@example.com\nsecret\n")
    }

    @Test func `a suggestion is taken by Enter, replaced by typing, edited by a cursor key`() throws
    {
      let prompt = "Account Name [bob]: "
      #expect(
        try account(typing: "alice\r", prompt: prompt, "--suggest", "bob") == "alice\npw\n")
      #expect(try account(typing: "\r", prompt: prompt, "--suggest", "bob") == "bob\npw\n")
      #expect(
        try account(typing: Key.right + "x\r", prompt: prompt, "--suggest", "bob")
          == "bobx\npw\n")
    }

    @Test(arguments: [Key.right, Key.left, "\u{1B}[H", "\u{1B}[F"])
    func `any cursor key on the empty line brings the suggestion in`(key: String) throws {
      let session = try Session("--suggest", "bob")
      try session.wait(for: "Account Name [bob]: ")
      try session.type(key)
      try session.wait(for: "bob")
      try session.type("\u{5}" + Key.erase + "x\r")
      try session.answer("Password: ", "pw")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "box\npw\n")
    }

    @Test func `beside a suggestion, account and password typed in one burst arrive`() throws {
      let session = try Session("--suggest", "bob")
      try session.wait(for: "Account Name [bob]: ")
      try session.type("alice\rsecret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
      #expect(!session.screen.contains("secret"))
    }

    @Test func `TAB and a pause completes what begins like the suggestion`() throws {
      let session = try Session("--suggest", "robert")
      try session.wait(for: "Account Name [robert]: ")
      try session.type("ro\t")
      try session.wait(for: "bert")
      try session.type("\r")
      try session.answer("Password: ", "pw")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "robert\npw\n")
    }

    @Test(arguments: ["ro", "robert", "alice"])
    func `TAB with a key right after it ends the account`(account: String) throws {
      let session = try Session("--suggest", "robert")
      try session.wait(for: "Account Name [robert]: ")
      try session.type("\(account)\tsecret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "\(account)\nsecret\n")
      #expect(!session.screen.contains("secret"))
    }

    @Test(arguments: ["robert", "alice", "roberta"])
    func `TAB ends an account that nothing completes`(account: String) throws {
      let session = try Session("--suggest", "robert")
      try session.wait(for: "Account Name [robert]: ")
      try session.type("\(account)\t")
      try session.answer("Password: ", "pw")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "\(account)\npw\n")
    }

    // ansible#30265
    @Test(arguments: [
      ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LANG": "nosuch.ISO-8859-1"], ["LC_ALL": "C.UTF-8"],
      [:],
    ])
    func `an account and a label beyond ASCII are exact in every locale`(
      locale: [String: String]
    ) throws {
      let session = try Session("--account-label", "é") {
        $0.environment.merge(locale) { $1 }
      }
      try session.wait(for: "é: ")
      try session.type("é\r")
      try session.answer("Password: ", "ü")
      #expect(try session.ending() == .status(0))
      #expect(session.output == [0xC3, 0xA9, 0x0A, 0xC3, 0xBC, 0x0A])
    }
  }
}

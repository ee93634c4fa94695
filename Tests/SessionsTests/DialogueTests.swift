// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `The questions` {
    private func session(_ arguments: String...) throws -> Session {
      try Session {
        $0.arguments = arguments
        $0.environment["TERM"] = "dumb"
      }
    }

    @Test func `title and message stand over the questions`() throws {
      let session = try session("--title", "Server Password", "--message", "Sign in", "-u", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.screen == "Server Password\r\nSign in\r\nPassword: \r\n")
      #expect(session.output == "alice\nsecret\n")
    }

    @Test(arguments: [
      ("PIN", "PIN: "), ("PIN:", "PIN: "), ("PIN：", "PIN："), ("PIN?", "PIN? "),
      ("PIN>", "PIN> "),
    ])
    func `a label gets a colon unless it ends in a mark`(label: String, prompt: String) throws {
      let session = try session("-p", label)
      try session.answer(prompt, "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.screen == Bytes(prompt + "\r\n"))
    }

    @Test func `what would act on the terminal is shown as an escape`() throws {
      let session = try session(
        "--title", "a\u{1B}[31mb", "--message", "c\u{7}\u{202E}d", "-p", "e\u{1B}]0;x\u{7}f")
      try session.answer("f: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(
        session.screen == "a^[[31mb\r\nc^G\\u{202E}d\r\ne^[]0;x^Gf: \r\n")
    }

    @Test func `an account alone, a password alone`() throws {
      let account = try session("--no-password")
      try account.answer("Account Name: ", "alice")
      #expect(try account.ending() == .status(0))
      #expect(account.output == "alice\n")
      let password = try session("--no-account")
      try password.answer("Password: ", "secret")
      #expect(try password.ending() == .status(0))
      #expect(password.output == "secret\n")
    }

    @Test func `fields are asked for in order, and a visible one may be left empty`() throws {
      let session = try session(
        "--field", "realm", "--secret-field", "code=Code", "--field", "note=Note", "-f", "json")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      try session.answer("Realm: ", "home")
      try session.answer("Code: ", "123456")
      try session.answer("Note: ", "")
      #expect(try session.ending() == .status(0))
      #expect(session.output.contains(#""realm":"home""#))
      #expect(session.output.contains(#""code":"123456""#))
      #expect(!session.screen.contains("123456"))
    }

    @Test func `a field that is set is not asked for`() throws {
      let session = try session("-u", "alice", "--set", "realm=home = sweet")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\nhome = sweet\n")
      #expect(session.screen == "Password: \r\n")
    }

    // fish#6438
    @Test func `nothing is recalled at the next question, and the home folder stays empty`() throws
    {
      let home = try TemporaryFolder()
      let session = try Session("--field", "note=Note") { $0.environment["HOME"] = home.path }
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      try session.answer("Note: ", Key.up + Key.up + "\u{10}")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n\n")
      #expect(!session.screen.contains("secret"))
      #expect(home.names == [])
    }

    @Test func `an editor's settings in the home folder are not read`() throws {
      let home = try TemporaryFolder()
      try Files.write("bind ^A ed-newline\nbind x ed-newline\n", to: home(".editrc"))
      try Files.write("\"x\": accept-line\n", to: home(".inputrc"))
      let session = try Session { $0.environment["HOME"] = home.path }
      try session.answer("Account Name: ", "axb")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "axb\nsecret\n")
    }

    // click#254
    @Test func `an empty password is asked for again`() throws {
      let session = try session("-u", "alice")
      try session.answer("Password: ", "")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
    }

    // click#254
    @Test func `an empty password is an answer where that is allowed, and is not a cancel`() throws
    {
      let empty = try session("-u", "alice", "--allow-empty")
      try empty.answer("Password: ", "")
      #expect(try empty.ending() == .status(0))
      #expect(empty.output == "alice\n\n")
      let cancelled = try session("-u", "alice", "--allow-empty")
      try cancelled.wait(for: "Password: ")
      try cancelled.type(Key.endOfFile)
      #expect(try cancelled.ending() == .status(3))
      #expect(cancelled.output == [])
    }

    @Test(arguments: [
      (["-u", "a"], "Password: ", 3), (["-u", "a", "--attempts", "1"], "Password: ", 1),
      ([], "Account Name: ", 3), (["--attempts", "2"], "Account Name: ", 2),
    ])
    func `so many empty answers and no more are asked for`(
      arguments: [String], prompt: String, attempts: Int
    ) throws {
      let session = try Session { $0.arguments = arguments }
      for _ in 0..<attempts { try session.answer(prompt, "") }
      #expect(try session.ending() == .status(5))
      #expect(session.screen.occurrences(of: Bytes(prompt)) == attempts)
      #expect(session.output == [])
      #expect(session.errors.hasPrefix("askcred: "))
    }

    @Test func `two entries that differ in every attempt are status 5`() throws {
      let session = try session("-u", "alice", "--confirm", "--attempts", "2")
      for _ in 0..<2 {
        try session.answer("Password: ", "one")
        try session.answer("Password (again): ", "two")
      }
      #expect(try session.ending() == .status(5))
      #expect(session.output == [])
      #expect(session.screen.contains("differ"))
    }

    @Test func `after a mismatch both are asked for again`() throws {
      let session = try session("-u", "alice", "--confirm")
      try session.answer("Password: ", "one")
      try session.answer("Password (again): ", "onE")
      try session.answer("Password: ", "two")
      try session.answer("Password (again): ", "two")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\ntwo\n")
    }

    @Test func `a secret of many lines is ended by end of file on a line of its own`() throws {
      let session = try session("-p", "Key", "--multiline", "-f", "nul")
      try session.wait(for: "Key: ")
      try session.type("first\r\r second\r" + Key.endOfFile)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "first\n\n second\n\u{0}")
      #expect(!session.screen.contains("first"))
      #expect(!session.screen.contains("second"))
    }

    @Test func `end of file after text ends a secret of many lines there`() throws {
      let session = try session("-p", "Key", "--multiline", "-f", "nul")
      try session.wait(for: "Key: ")
      try session.type("line 1\rtail" + Key.endOfFile)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "line 1\ntail\u{0}")
    }

    @Test func `end of file at the start of a secret of many lines cancels`() throws {
      let session = try session("-p", "Key", "--multiline", "-f", "nul")
      try session.wait(for: "Key: ")
      try session.type(Key.endOfFile)
      #expect(try session.ending() == .status(3))
      #expect(session.output == [])
    }

    @Test func `a secret of many lines can be pasted`() throws {
      let session = try session("-p", "Key", "--multiline", "-f", "nul")
      try session.wait(for: "Key: ")
      try session.type(Key.pasteStart + "line 1\rline 2\r" + Key.pasteEnd + Key.endOfFile)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "line 1\nline 2\n\u{0}")
    }
  }
}

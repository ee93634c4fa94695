// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Typing a secret` {
    /// What askcred writes where `keys` are typed at its one prompt.
    private func secret(
      typing keys: String, _ arguments: String..., on terminal: Terminal? = nil
    ) throws -> Bytes {
      let session = try Session(on: terminal) { $0.arguments = ["-p", "Token"] + arguments }
      try session.wait(for: "Token: ")
      try session.type(keys)
      #expect(try session.ending() == .status(0))
      #expect(try session.terminal.settings == session.before)
      return session.output
    }

    // golang/go#50897
    @Test func `five thousand bytes arrive whole`() throws {
      let typed = String(decoding: (0..<5_000).map { UInt8(0x21 + $0 % 94) }, as: UTF8.self)
      #expect(try secret(typing: typed + "\r") == Bytes(typed + "\n"))
    }

    // sudo-rs#1494
    @Test(arguments: ["hidden", "masked", "plain"])
    func `an erase takes a whole character, and no more than there are`(echo: String) throws {
      let erases = String(repeating: Key.erase, count: 5)
      #expect(try secret(typing: "aö€😀" + erases + "x\r", "--echo", echo) == "x\n")
      #expect(
        try secret(typing: "aö€😀" + Key.erase + Key.backspace + "x\r", "--echo", echo)
          == "aöx\n")
      #expect(try secret(typing: "a👩‍💻e\u{301}" + Key.erase + Key.erase + "x\r") == "ax\n")
    }

    // cpython#138577
    @Test func `the terminal's own editing keys work`() throws {
      #expect(try secret(typing: "foo" + Key.kill + "bar\r") == "bar\n")
      #expect(try secret(typing: "one two" + Key.wordErase + "x\r") == "one x\n")
      let twice = Key.wordErase + Key.wordErase
      #expect(try secret(typing: "one two" + twice + "x\r") == "x\n")
      #expect(try secret(typing: "one two  " + Key.wordErase + "x\r") == "one x\n")
    }

    // cpython#138577
    @Test func `another kill key is the one that kills, and the usual one is text`() throws {
      let terminal = try Terminal()
      try terminal.change { $0.kill = 0x18 }
      let killed = try secret(typing: "foo\u{18}bar\r", on: terminal)
      #expect(killed == "bar\n")
      let kept = try secret(typing: "foo\u{15}bar\r", on: terminal)
      #expect(kept == "foo\u{15}bar\n")
    }

    @Test func `another erase key erases, beside the two usual ones`() throws {
      let terminal = try Terminal()
      try terminal.change { $0.erase = UInt8(ascii: "#") }
      let typed = "abcd#" + Key.erase + Key.backspace + "\r"
      #expect(try secret(typing: typed, on: terminal) == "a\n")
    }

    // systemd#10100
    @Test(arguments: ["hidden", "masked", "plain"])
    func `a TAB is text, with and without the literal-next key`(echo: String) throws {
      #expect(try secret(typing: "a\tb\r", "--echo", echo) == "a\tb\n")
      #expect(
        try secret(typing: "a" + Key.literalNext + "\tb\r", "--echo", echo) == "a\tb\n")
    }

    @Test func `the literal-next key takes an editing key as text`() throws {
      let typed = "a" + Key.literalNext + Key.kill + Key.literalNext + Key.erase + "b\r"
      #expect(try secret(typing: typed) == "a\u{15}\u{7F}b\n")
      #expect(
        try secret(typing: "a" + Key.literalNext + Key.endOfFile + "\r") == "a\u{4}\n")
      let twice = Key.literalNext + Key.literalNext
      #expect(try secret(typing: "a" + twice + "\r") == "a\u{16}\n")
    }

    // keepassxc#6562
    @Test func `blanks at both ends and every special character arrive byte for byte`() throws {
      #expect(
        try secret(typing: "  a\\b'\"$x%  \r")
          == [0x20, 0x20, 0x61, 0x5C, 0x62, 0x27, 0x22, 0x24, 0x78, 0x25, 0x20, 0x20, 0x0A])
      #expect(
        try secret(typing: "`!#&*()[]{}|;:<>?/~^=+-_.,@\r")
          == "`!#&*()[]{}|;:<>?/~^=+-_.,@\n")
    }

    @Test func `CR and LF both end a secret`() throws {
      #expect(try secret(typing: "x\r") == "x\n")
      #expect(try secret(typing: "x\n") == "x\n")
      let terminal = try Terminal()
      // Without the translation a line's end arrives as CR.
      try terminal.change { $0.input &= ~UInt32(ICRNL) }
      #expect(try secret(typing: "x\r", on: terminal) == "x\n")
    }

    @Test func `end of file after text is ignored`() throws {
      #expect(try secret(typing: "ab" + Key.endOfFile + "cd\r") == "abcd\n")
    }

    @Test func `cursor and function keys are not part of a secret`() throws {
      let keys = [
        Key.up, Key.left, "\u{1B}OP", "\u{1B}[15~", "\u{1B}[1;5D", "\u{1B}[3~", "\u{1B}OH",
        "\u{1B}[Z", "\u{1B}[[A",
      ]
      #expect(try secret(typing: "a" + keys.joined() + "b\r") == "ab\n")
      for key in keys {
        #expect(try secret(typing: "a\(key)b\r") == "ab\n")
      }
    }

    @Test func `the screen holds the prompt and the end of its line, and nothing else`() throws {
      let session = try Session("-p", "Token") { $0.environment["TERM"] = "dumb" }
      try session.wait(for: "Token: ")
      try session.type("secret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.screen == "Token: \r\n")
    }

    @Test func `a masked secret shows a mask for each character`() throws {
      let session = try Session("-p", "Token", "--echo", "masked") {
        $0.environment["TERM"] = "dumb"
      }
      try session.wait(for: "Token: ")
      try session.type("aö€😀e\u{301}\r")
      #expect(try session.ending() == .status(0))
      #expect(session.screen == "Token: *****\r\n")
      #expect(session.output == "aö€😀e\u{301}\n")
    }

    @Test func `a plain secret is shown, its control characters as escapes`() throws {
      let session = try Session("-p", "Token", "--echo", "plain") {
        $0.environment["TERM"] = "dumb"
      }
      try session.wait(for: "Token: ")
      try session.type("aö" + Key.literalNext + "\u{7}\r")
      #expect(try session.ending() == .status(0))
      #expect(session.screen == "Token: aö^G\r\n")
      #expect(session.output == "aö\u{7}\n")
    }
  }
}

// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Bracketed paste` {
    private static let pasted = Key.pasteStart + "sec" + Key.pasteEnd + Key.enter

    // ClickHouse#48528
    @Test(arguments: ["xterm-256color", "dumb", "linux"])
    func `the marks of a paste are not part of the secret`(terminal: String) throws {
      let session = try Session("-p", "Token") { $0.environment["TERM"] = terminal }
      try session.wait(for: "Token: ")
      try session.type(Self.pasted)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "sec\n")
    }

    // ClickHouse#48528
    @Test(arguments: [1, 2, 3, 4, 5, 10, 11, 12, 13, 14])
    func `a mark that comes in two pieces is not part of the secret`(pieceEnd: Int) throws {
      let session = try Session("-p", "Token")
      try session.wait(for: "Token: ")
      let bytes = Array(Self.pasted.utf8)
      try session.terminal.type(Bytes(Array(bytes[..<pieceEnd])))
      session.terminal.pause(milliseconds: 25)
      try session.terminal.type(Bytes(Array(bytes[pieceEnd...])))
      #expect(try session.ending() == .status(0))
      #expect(session.output == "sec\n")
    }

    @Test func `a paste that comes a byte at a time is not changed`() throws {
      let session = try Session("-p", "Token")
      try session.wait(for: "Token: ")
      try session.terminal.type(Self.pasted, every: 10)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "sec\n")
    }

    @Test(arguments: ["\r", "\n", "\r\n"])
    func `one newline at the end of a paste is dropped`(newline: String) throws {
      let session = try Session("-p", "Token")
      try session.wait(for: "Token: ")
      try session.type(Key.pasteStart + "sec" + newline + Key.pasteEnd)
      try session.type("ret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret\n")
    }

    @Test(arguments: ["\r", "\n"])
    func `a newline inside a paste refuses it and clears the field`(newline: String) throws {
      let session = try Session("-p", "Token")
      try session.wait(for: "Token: ")
      try session.type("be" + Key.pasteStart + "okapi\(newline)zebra" + Key.pasteEnd)
      // The refusal stands between two prompts.
      let refusal = try session.wait(for: "Token: ")
      #expect(refusal.contains("several lines"))
      #expect(!refusal.contains("okapi"))
      #expect(!refusal.contains("zebra"))
      try session.type("three\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "three\n")
    }

    @Test func `a paste may stand between typed characters`() throws {
      let session = try Session("-p", "Token")
      try session.wait(for: "Token: ")
      try session.type("a" + Key.pasteStart + "b c" + Key.pasteEnd + "d\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "ab cd\n")
    }

    @Test func `editing keys inside a paste are text`() throws {
      let session = try Session("-p", "Token")
      try session.wait(for: "Token: ")
      try session.type(Key.pasteStart + "a\tb" + Key.kill + "c" + Key.pasteEnd + "\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "a\tb\u{15}c\n")
    }

    @Test func `an account is pasted without the marks`() throws {
      let session = try Session { $0.environment["TERM"] = "xterm-256color" }
      try session.wait(for: "Account Name: ")
      try session.type(Key.pasteStart + "José" + Key.pasteEnd + Key.enter)
      try session.wait(for: "Password: ")
      try session.type(Self.pasted)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "José\nsec\n")
    }
  }
}

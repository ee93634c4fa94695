// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// Password managers type, and do not look.
  @Suite struct `Programs that type` {
    // KeePassXC's default sequences
    @Test(arguments: [Key.enter, Key.tab])
    func `account and password in one burst are understood, and the password is not shown`(
      between: String
    ) throws {
      let session = try Session()
      try session.wait(for: "Account Name: ")
      try session.type("alice\(between)secret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
      #expect(!session.screen.contains("secret"))
      #expect(try session.terminal.settings == session.before)
    }

    // KeePassXC's default sequences
    @Test(arguments: [Key.enter, Key.tab])
    func `a key every 25 ms, 200 ms between the fields, is understood`(between: String) throws {
      let session = try Session()
      try session.wait(for: "Account Name: ")
      try session.terminal.type("alice\(between)", every: 25)
      session.terminal.pause(milliseconds: 200)
      try session.terminal.type("secret\r", every: 25)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
      #expect(!session.screen.contains("secret"))
    }

    @Test func `all fields in one burst are understood, and no secret is shown`() throws {
      let session = try Session(
        "--confirm", "--field", "realm=Realm", "--secret-field", "code=Code", "--echo", "masked")
      try session.wait(for: "Account Name: ")
      try session.type("alice\rsecret\rsecret\rhome\r123456\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\nhome\n123456\n")
      #expect(!session.screen.contains("secret"))
      #expect(!session.screen.contains("123456"))
    }

    @Test(
      .enabled(if: SettingsTrace.isAvailable, "strace cannot trace here"),
      .enabled(if: Memory.isReadable, "only root sees what a shielded process writes"),
      arguments: [Key.enter, Key.tab], [0, 25])
    func `echo is off from the first prompt to after the last answer, without a gap`(
      between: String, milliseconds: Int
    ) throws {
      let folder = try TemporaryFolder()
      let launch = Launch(
        program: try ProgramUnderTest.path,
        arguments: ["--confirm", "--field", "realm=Realm", "--secret-field", "code=Code"])
      let session = try Session(SettingsTrace.launch(launch, writingTo: folder("trace")))
      try session.wait(for: "Account Name: ")
      let keys = "alice\(between)secret\rsecret\rhome\r123456\r"
      if milliseconds == 0 {
        try session.type(keys)
      } else {
        try session.terminal.type(keys, every: milliseconds)
      }
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\nhome\n123456\n")
      let events = try SettingsTrace(of: folder("trace"), prompt: "Account Name: ").events
      let prompt = try #require(events.firstIndex(of: .prompt))
      let lastKey = try #require(events.lastIndex(of: .key))
      #expect(events[..<prompt].last == .echo(false))
      #expect(!events[prompt...lastKey].contains(.echo(true)))
      #expect(events.last == .echo(true))
      // A descriptor that was closed may be another file by then.
      #expect(!events.contains(.refused))
    }

    // sudo#139
    @Test func `what is typed on through a mismatch is neither shown nor lost`() throws {
      let session = try Session("-u", "alice", "--confirm")
      try session.wait(for: "Password: ")
      try session.type("okapi\rzebra\rlemur\rlemur\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nlemur\n")
      let screen = session.screen
      #expect(screen.contains("differ"))
      for typed: Bytes in ["okapi", "zebra", "lemur"] { #expect(!screen.contains(typed)) }
    }

    @Test func `what is typed on through an empty answer is not lost`() throws {
      let session = try Session("-u", "alice")
      try session.wait(for: "Password: ")
      try session.type("\r\rsecret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
    }

    @Test func `a key typed as soon as the prompt is seen is never lost`() throws {
      for _ in 0..<20 {
        let session = try Session("-p", "Token")
        try session.wait(for: "Token: ")
        try session.type("a\r")
        #expect(try session.ending() == .status(0))
        #expect(session.output == "a\n")
      }
    }

    @Test func `what was typed before the first prompt is thrown away`() throws {
      let terminal = try Terminal()
      try terminal.type("early\r")
      let session = try Session("-p", "Token", on: terminal)
      try session.wait(for: "Token: ")
      try session.type("secret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret\n")
    }
  }
}

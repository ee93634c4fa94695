// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Systems with little in them` {
    @Test(arguments: [nil, "nosuch", "dumb", "xterm-256color"])
    func `in an empty root folder both answers are exact, and nothing complains`(
      terminal: String?
    ) throws {
      let root = try EmptyRoot()
      let session = try root.start { $0.environment["TERM"] = terminal }
      try session.wait(for: "Account Name: ")
      try session.type("José\r")
      try session.wait(for: "Password: ")
      try session.type("pä€😀\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "José\npä€😀\n")
      #expect(session.errors == "")
      #expect(session.screen.hasPrefix("Account Name: "))
      #expect(session.screen.occurrences(of: "\r\n") == 2)
      #expect(try session.terminal.settings == session.before)
      #expect(root.names == ["askcred", "dev"])
    }

    @Test(arguments: [nil, "nosuch", "dumb"])
    func `an unknown terminal gets plain text and no complaint`(terminal: String?) throws {
      let session = try Session("--title", "Title", "--message", "Message", "--echo", "masked") {
        $0.environment["TERM"] = terminal
      }
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
      #expect(session.errors == "")
      #expect(!session.screen.contains(0x1B))
      #expect(session.screen.hasPrefix("Title\r\nMessage\r\nAccount Name: "))
      #expect(session.screen.hasSuffix("Account Name: alice\r\nPassword: ******\r\n"))
    }

    @Test func `NO_COLOR means plain text`() throws {
      let session = try Session("--title", "Title", "-p", "Token", "--echo", "masked") {
        $0.environment["NO_COLOR"] = "1"
        $0.environment["TERM"] = "xterm-256color"
      }
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(!session.screen.contains("\u{1B}[3"))
      #expect(!session.screen.contains("\u{1B}[1m"))
      #expect(session.screen.contains("Title\r\nToken: "))
    }

    @Test func `an empty environment is enough`() throws {
      let session = try Session { $0.environment = [:] }
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
    }

    @Test(arguments: [1, 2, 5, 10, 11], ["hidden", "masked", "plain"])
    func `a terminal narrower than its prompts is used`(columns: UInt16, echo: String) throws {
      let terminal = try Terminal(columns: columns)
      let session = try Session(
        "--title", "Title", "--message", "Message", "--echo", echo, on: terminal)
      // The prompts are broken over lines, but for their last character.
      try session.wait(for: ":")
      try session.type("日本alice" + Key.erase + Key.enter)
      try session.wait(for: ":")
      try session.type("päs日" + Key.erase + Key.enter)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "日本alic\npäs\n")
    }

    @Test func `a terminal of unknown width is used`() throws {
      let terminal = try Terminal(columns: 0, rows: 0)
      let session = try Session("--message", "Sign in", "--echo", "masked", on: terminal)
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.screen.contains("Sign in"))
      #expect(session.output == "alice\nsecret\n")
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes programs set-id for itself"))
    func `started set-id it reads nothing from the environment`() throws {
      let folder = try TemporaryFolder()
      try Files.change(mode: 0o755, of: folder.path)
      try Files.copy(try ProgramUnderTest.path, to: folder("askcred"), mode: 0o755)
      // A value that is no duration is an error where it is read.
      let environment = ["ASKCRED_TIMEOUT": "nonsense"]
      var launch = Launch(program: folder("askcred"), arguments: ["-p", "Token"])
      launch.environment.merge(environment) { $1 }
      launch.user = 65_534
      let reading = try Session(launch)
      #expect(try reading.ending() == .status(2))
      #expect(reading.errors.contains("ASKCRED_TIMEOUT"))
      try Files.change(mode: 0o4755, of: folder("askcred"))
      let session = try Session(launch)
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret\n")
    }
  }
}

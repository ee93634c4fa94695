// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Forms of the answer` {
    @Test(arguments: [
      ([], "alice\np'w\nhome\n"),
      (["-n"], "alice\np'w\nhome"),
      (["-f", "nul"], "alice\u{0}p'w\u{0}home\u{0}"),
      (
        ["-f", "sh"],
        "ASKCRED_ACCOUNT='alice'\nASKCRED_PASSWORD='p'\\''w'\nASKCRED_REALM='home'\n"
      ),
    ])
    func `account, password and a field`(arguments: [String], expected: String) throws {
      let session = try Session {
        $0.arguments = ["-u", "alice", "--field", "realm=Realm"] + arguments
      }
      try session.answer("Password: ", "p'w")
      try session.answer("Realm: ", "home")
      #expect(try session.ending() == .status(0))
      #expect(session.output == Bytes(expected))
    }

    @Test(arguments: [("userpass", "alice:p'w\n"), ("curl", "user = \"alice:p'w\"\n")])
    func `account and password alone`(format: String, expected: String) throws {
      let session = try Session("-u", "alice", "-f", format)
      try session.answer("Password: ", "p'w")
      #expect(try session.ending() == .status(0))
      #expect(session.output == Bytes(expected))
    }

    @Test(arguments: [
      ["-f", "userpass", "--field", "realm"], ["-f", "lines", "--multiline"],
      ["-f", "lines", "--set", "realm=a\nb"], ["-f", "userpass", "-u", "a:b"],
    ])
    func `what a form can never carry is status 7 before the first question`(
      arguments: [String]
    ) throws {
      let session = try Session { $0.arguments = arguments }
      #expect(try session.ending() == .status(7))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.screen == [])
    }

    @Test func `variables can be named`() throws {
      let session = try Session(
        "-u", "alice", "-f", "sh", "--env", "PGUSER=account", "--env", "PGPASSWORD=password")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "PGUSER='alice'\nPGPASSWORD='secret'\n")
    }

    @Test func `a shell gets back what was typed`() throws {
      let program = try ProgramUnderTest.path
      let script = """
        out=$('\(program)' -f sh) || exit; eval "$out"
        printf '<%s><%s>' "$ASKCRED_ACCOUNT" "$ASKCRED_PASSWORD"
        """
      let session = try Session(Launch(program: "/bin/sh", arguments: ["-c", script]))
      try session.answer("Account Name: ", "o'neil $HOME")
      try session.answer("Password: ", "  `id`\\'\"$(id)  ")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "<o'neil $HOME><  `id`\\'\"$(id)  >")
    }

    @Test func `bytes that a form cannot carry are status 7, nothing written`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("-u", "alice", "-o", folder("out"), "-f", "json")
      try session.wait(for: "Password: ")
      try session.terminal.type([0x61, 0xFF, 0x0D])
      #expect(try session.ending() == .status(7))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(folder.names == [])
    }
  }
}

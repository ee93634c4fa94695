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
      (["-f", "userpass"], "alice:p'w\n"),
      (["-f", "curl"], "user = \"alice:p'w\"\n"),
    ])
    func `account, password and a field`(arguments: [String], expected: String) throws {
      let session = try Session {
        $0.arguments = ["-u", "alice", "--field", "realm=Realm"] + arguments
      }
      try session.answer("Password: ", "p'w")
      try session.answer("Realm: ", "home")
      #expect(try session.ending() == .status(0))
      #expect(session.outputText == expected)
    }

    @Test func `variables can be named`() throws {
      let session = try Session(
        "-u", "alice", "-f", "sh", "--env", "PGUSER=account", "--env", "PGPASSWORD=password")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.outputText == "PGUSER='alice'\nPGPASSWORD='secret'\n")
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
      #expect(session.output == utf8("<o'neil $HOME><  `id`\\'\"$(id)  >"))
    }

    @Test func `JSON holds what was typed`() throws {
      let session = try Session("-f", "json")
      try session.answer("Account Name: ", "José \"x\"")
      try session.answer("Password: ", "a\\b\"c😀")
      #expect(try session.ending() == .status(0))
      #expect(session.output.contains("\"account\":\"José \\\"x\\\"\""))
      #expect(session.output.contains("\"password\":\"a\\\\b\\\"c😀\""))
    }

    @Test(
      arguments: [
        (["-f", "json"], [0x61, 0xFF]), (["-f", "lines", "--multiline"], [0x61, 0x0D, 0x62]),
      ] as [([String], [UInt8])])
    func `bytes that a form cannot carry are status 7, nothing written`(
      arguments: [String], bytes: [UInt8]
    ) throws {
      let folder = try TemporaryFolder()
      let session = try Session {
        $0.arguments = ["-u", "alice", "-o", folder("out")] + arguments
      }
      try session.wait(for: "Password: ")
      try session.terminal.type(bytes: bytes + (arguments.contains("--multiline") ? [4] : [13]))
      #expect(try session.ending() == .status(7))
      #expect(session.errorText.hasPrefix("askcred: "))
      #expect(folder.names == [])
    }
  }
}

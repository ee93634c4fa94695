// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Mistakes on the command line` {
    @Test(arguments: [
      (["unlok"], "unlock"), (["db"], "askcred get db"), (["--titel", "x"], "--title"),
      (["--user", "x"], "--account"), (["--username", "x"], "--account"),
    ])
    func `a mistake is status 2 with a hint, and nothing is asked`(
      arguments: [String], hint: String
    ) throws {
      let session = try Session {
        $0.arguments = arguments
        $0.input = .bytes("u\npw\n")
      }
      #expect(try session.ending() == .status(2))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.errors.contains(Bytes(hint)))
      #expect(session.output == [])
      #expect(session.screen == [])
    }

    @Test(arguments: [
      ["--field", "Password"], ["--field", "account"], ["--field", "9"], ["--field", ""],
      ["--set", "novalue"], ["--set", "password=x"], ["--field", "a", "--field", "a"],
      ["--timeout", "soon"], ["--timeout", "-1"], ["--attempts", "0"], ["--attempts", "x"],
      ["--echo", "loud"], ["-f", "nosuch"], ["-o"], ["-o", ""], ["--output-fd", "x"],
      ["-o", "a", "--output-fd", "1"], ["--tty", "/dev/tty", "--stdin"],
      ["--no-account", "--no-password"], ["-u", "x", "--no-account"], ["-p", "x", "-u", "y"],
      ["--confirm", "--no-password"], ["--nosuch"], ["-Z"], ["--confirm=yes"],
    ])
    func `what cannot be meant is status 2, and nothing is asked`(arguments: [String]) throws {
      let session = try Session { $0.arguments = arguments }
      #expect(try session.ending() == .status(2))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.output == [])
      #expect(session.screen == [])
    }

    @Test(arguments: [["--help"], ["-h"], ["help"], ["help", "ask"], ["--version"]])
    func `help and version go to standard output, and nothing is asked`(
      arguments: [String]
    ) throws {
      let session = try Session {
        $0.arguments = arguments
        $0.input = .null
        $0.isControlled = false
      }
      #expect(try session.ending() == .status(0))
      #expect(session.output.contains("askcred"))
      #expect(session.output.hasSuffix("\n"))
      #expect(session.errors == "")
    }
  }
}

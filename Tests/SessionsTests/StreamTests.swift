// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Where questions and answers go` {
    private func shell(_ script: String, _ change: (inout Launch) -> Void = { _ in }) throws
      -> Session
    {
      var launch = Launch(program: "/bin/sh", arguments: ["-c", script])
      launch.environment["A"] = try ProgramUnderTest.path
      launch.environment["TERM"] = "dumb"
      change(&launch)
      return try Session(launch)
    }

    // rclone#524
    @Test func `in a command substitution the prompt is on the terminal, the data in the variable`()
      throws
    {
      let session = try shell("x=$(\"$A\" -p Token); printf '<%s>' \"$x\"")
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "<secret>")
      #expect(session.screen == "Token: \r\n")
    }

    // mikaelmello/inquire#247, aws-vault#1015
    @Test func `with both streams in a file the prompt is on the terminal alone`() throws {
      let folder = try TemporaryFolder()
      let session = try shell("\"$A\" >f 2>&1") { $0.directory = folder.path }
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("f")) == "alice\nsecret\n")
    }

    // golang/go#19909
    @Test(arguments: [true, false])
    func `answers come from a pipe with --stdin, with or without a terminal`(controlled: Bool)
      throws
    {
      let session = try Session("--stdin") {
        $0.input = .bytes("u\npw\n")
        $0.isControlled = controlled
      }
      #expect(try session.ending() == .status(0))
      #expect(session.output == "u\npw\n")
      #expect(session.screen == [])
      #expect(session.errors == "")
    }

    // golang/go#19909
    @Test func `without --stdin the terminal is asked, whatever standard input is`() throws {
      for input in [Launch.Stream.bytes("u\npw\n"), .null, .closed] {
        let session = try Session { $0.input = input }
        try session.answer("Account Name: ", "alice")
        try session.answer("Password: ", "secret")
        #expect(try session.ending() == .status(0))
        #expect(session.output == "alice\nsecret\n")
      }
    }

    // mpyw/suve#613
    @Test func `standard input is left to the program that follows`() throws {
      let session = try shell("{ \"$A\" -p Token; cat; }") { $0.input = .bytes("l1\nl2\n") }
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret\nl1\nl2\n")
    }

    // rpassword#93
    @Test func `without any terminal it is status 4 and one plain line`() throws {
      let session = try shell("setsid -w \"$A\" </dev/null")
      #expect(try session.ending() == .status(4))
      #expect(session.errors == "askcred: cannot open '/dev/tty': No such device or address\n")
      #expect(session.output == [])
      #expect(session.screen == [])
    }

    @Test func `a pipe without a terminal earns the hint to add --stdin`() throws {
      let session = try shell("setsid -w \"$A\"") { $0.input = .bytes("u\npw\n") }
      #expect(try session.ending() == .status(4))
      #expect(session.errors.hasPrefix("askcred: cannot open '/dev/tty': "))
      #expect(session.errors.contains("--stdin"))
      #expect(session.output == [])
    }

    @Test func `where asking is forbidden nothing is asked`() throws {
      let session = try Session("--no-input")
      #expect(try session.ending() == .status(4))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.screen == [])
    }

    // go-ethereum#2371
    @Test func `a CR before the LF of a piped line is not part of the secret`() throws {
      let session = try Session("-p", "Token", "--stdin") { $0.input = .bytes("pw\r\n") }
      #expect(try session.ending() == .status(0))
      #expect(session.output == "pw\n")
    }

    // FreeRDP#9952
    @Test func `a piped line needs no newline at its end`() throws {
      let session = try Session("-p", "Token", "--stdin") { $0.input = .bytes("pw") }
      #expect(try session.ending() == .status(0))
      #expect(session.output == "pw\n")
    }

    // kyvault#1
    @Test(arguments: ["", "\n", "a\nb\n", "a\u{0}b\n", String(repeating: "x", count: 65_536)])
    func `piped input that is not one line of an answer is refused`(input: String) throws {
      let session = try Session("-p", "Token", "--stdin") { $0.input = .bytes(Bytes(input)) }
      #expect(try session.ending() == .status(6))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.output == [])
    }

    // libretroshare#381
    @Test func `nothing to read with --stdin is an error, not a wait`() throws {
      for input in [Launch.Stream.closed, .null] {
        let session = try Session("--stdin") { $0.input = input }
        let ending = try session.ending()
        #expect(ending == .status(6))
        #expect(session.errors.hasPrefix("askcred: "))
        #expect(session.output == [])
        #expect(session.screen == [])
      }
    }

    // moby#35746
    @Test func `--stdin on a terminal gives a hint and takes one line an answer`() throws {
      let session = try Session("--stdin")
      try session.wait(until: "hinting") { session.errors.contains("\n") }
      try session.type("u\rpw\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "u\npw\n")
    }

    @Test func `closed standard output is status 1 before the first prompt`() throws {
      let session = try Session { $0.output = .closed }
      #expect(try session.ending() == .status(1))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.screen == [])
    }

    @Test func `a closed descriptor for the output is status 1 before the first prompt`() throws {
      let session = try Session("--output-fd", "3")
      #expect(try session.ending() == .status(1))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.screen == [])
    }

    @Test func `all standard descriptors closed, a file gets the answer and nothing else`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("-p", "Token", "-o", folder("out")) {
        $0.input = .closed
        $0.output = .closed
        $0.error = .closed
        $0.environment["TERM"] = "dumb"
      }
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("out")) == "secret\n")
      #expect(session.screen == "Token: \r\n")
    }

    @Test func `a descriptor gets the answer`() throws {
      let session = try Session("-p", "Token", "--output-fd", "5") { $0.others = [5: .pipe] }
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.written(to: 5) == "secret\n")
      #expect(session.output == [])
    }

    @Test func `a full device is status 1 and says so`() throws {
      let session = try Session("-p", "Token") { $0.output = .device("/dev/full") }
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(1))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.errors.contains("No space left on device"))
    }

    @Test func `a reader that has gone is status 1`() throws {
      let session = try Session("-p", "Token") { $0.output = .brokenPipe }
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(1))
      #expect(session.errors.contains("Broken pipe"))
    }

    @Test func `standard output on the terminal shows the answer under the dialogue`() throws {
      let session = try Session("-p", "Token") {
        $0.output = .terminal
        $0.environment["TERM"] = "dumb"
      }
      try session.answer("Token: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.screen == "Token: \r\nsecret\r\n")
    }
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Time limits` {
    // charmbracelet/gum#684
    @Test func `a timeout is told from ctrl-C by status and by message`() throws {
      let waiting = try Session("-p", "Token", "--timeout", "1")
      let interrupted = try Session("-p", "Token", "--timeout", "1h")
      try waiting.wait(for: "Token: ")
      try interrupted.wait(for: "Token: ")
      try interrupted.type(Key.interrupt)
      #expect(try waiting.ending() == .status(124))
      #expect(try interrupted.ending() == .signal(SIGINT))
      #expect(waiting.errors.hasPrefix("askcred: "))
      #expect(waiting.errors.contains("timed out"))
      #expect(!interrupted.errors.contains("timed out"))
    }

    // polkit-org/polkit#545
    @Test func `a secret without Enter at the timeout never reaches the shell`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(editing: true, in: folder.path)
      try shell.start("askcred --timeout 1 -p Token")
      try shell.wait(for: "Token: ")
      try shell.type("secret")
      try shell.ready()
      #expect(try shell.run("echo do\"\"ne").contains("done"))
      #expect(!shell.session.screen.contains("secret"))
    }

    @Test func `a secret without Enter at the timeout is not left in the terminal's queue`() throws
    {
      let session = try Session("--timeout", "1", "-p", "Token")
      try session.wait(for: "Token: ")
      try session.type("secret")
      #expect(try session.ending() == .status(124))
      #expect(try session.terminal.bytesWaiting == 0)
      #expect(session.output == [])
    }

    @Test func `the environment gives the time limit, and an option wins over it`() throws {
      let session = try Session("-p", "Token") { $0.environment["ASKCRED_TIMEOUT"] = "1" }
      let other = try Session("-p", "Token", "--timeout", "1h") {
        $0.environment["ASKCRED_TIMEOUT"] = "1"
      }
      try session.wait(for: "Token: ")
      try other.wait(for: "Token: ")
      #expect(try session.ending() == .status(124))
      // Both began together, so the other one's second is over as well.
      try other.terminal.type("abc", every: 50)
      try other.type(Key.enter)
      #expect(try other.ending() == .status(0))
      #expect(other.output == "abc\n")
    }

    @Test func `one time limit holds for all questions together`() throws {
      let session = try Session("--timeout", "2", "--field", "a=First", "--field", "b=Second")
      try session.wait(for: "Account Name: ")
      // Each key comes well within two seconds of the one before, all of them do not.
      try session.terminal.type("alice", every: 250)
      try session.type(Key.enter)
      try session.wait(for: "Password: ")
      #expect(throws: SessionFailure.self) {
        for _ in 0..<20 {
          try session.terminal.type("x", every: 250)
          if session.hasEnded { throw SessionFailure("over") }
        }
      }
      #expect(try session.ending() == .status(124))
      #expect(session.output == [])
    }
  }
}

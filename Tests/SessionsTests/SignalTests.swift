// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Signals and keys that end it` {
    // golang/go#31180
    @Test func `ctrl-C at the password dies by SIGINT and leaves echo and line mode on`() throws {
      let session = try Session("-u", "alice")
      try session.wait(for: "Password: ")
      #expect(try session.terminal.settings.echo == false)
      try session.type("ab" + Key.interrupt)
      #expect(try session.ending() == .signal(SIGINT))
      let after = try session.terminal.settings
      #expect(after.echo)
      #expect(after.canonical)
      #expect(after == session.before)
    }

    // curl/curl#4318
    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGINT])
    func `a signal sent at the password kills by that signal, the terminal as before`(
      signal: CInt
    ) throws {
      let session = try Session("-u", "alice")
      try session.wait(for: "Password: ")
      try session.type("ab")
      session.signal(signal)
      #expect(try session.ending() == .signal(signal))
      #expect(try session.terminal.settings == session.before)
      #expect(session.output == [])
    }

    @Test func `a quit key dies by SIGQUIT and leaves no core`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("-u", "alice") {
        $0.directory = folder.path
        $0.coreLimit = 1 << 30
      }
      try session.wait(for: "Password: ")
      try session.type("ab" + Key.quit)
      #expect(try session.ending() == .signal(SIGQUIT))
      #expect(try session.terminal.settings == session.before)
      #expect(folder.names == [])
    }

    // substack/node-pw#6
    @Test func `ctrl-C does not let the command after it run`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("askcred -u alice && echo G\"\"O")
      try shell.wait(for: "Password: ")
      try shell.type(Key.interrupt)
      try shell.ready()
      #expect(try shell.status() == 130)
      #expect(!shell.session.screen.contains("GO"))
    }

    // confluentinc/cli#1489
    @Test func `ctrl-C at the password neither checks nor writes`() throws {
      let folder = try TemporaryFolder()
      let session = try Session(
        "-u", "alice", "-o", folder("out"), "--check", "touch '\(folder("checked"))'")
      try session.wait(for: "Password: ")
      try session.type("secret" + Key.interrupt)
      #expect(try session.ending() == .signal(SIGINT))
      #expect(folder.names == [])
    }

    // tj/co-prompt#14
    @Test(arguments: [["-u", "alice"], ["-p", "Password"], ["-u", "alice", "-f", "json"]])
    func `what was typed before ctrl-C is on no stream and not on the screen`(
      arguments: [String]
    ) throws {
      let session = try Session { $0.arguments = arguments }
      try session.wait(for: "Password: ")
      try session.type("hunter2" + Key.interrupt)
      #expect(try session.ending() == .signal(SIGINT))
      #expect(session.output == [])
      #expect(!session.errors.contains("hunter2"))
      #expect(!session.screen.contains("hunter2"))
      #expect(try session.terminal.bytesWaiting == 0)
    }

    // python-build-standalone#652
    @Test func `a TERM sent to askcred alone does not run the script's trap`() throws {
      let program = try ProgramUnderTest.path
      let script = "trap 'echo TRAPPED' TERM; '\(program)' -p Token; echo \"status $?\""
      let session = try Session(Launch(program: "/bin/bash", arguments: ["-c", script]))
      try session.wait(for: "Token: ")
      let askcred = try #require(ProcessTable.named("askcred", in: session).first)
      kill(askcred, SIGTERM)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "status 143\n")
    }

    @Test func `signals that the caller ignores stay ignored`() throws {
      let session = try Session("-p", "Token") { $0.ignored = [SIGHUP, SIGINT, SIGQUIT, SIGTERM] }
      try session.wait(for: "Token: ")
      for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { session.signal(signal) }
      try session.type("secret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret\n")
    }
  }
}

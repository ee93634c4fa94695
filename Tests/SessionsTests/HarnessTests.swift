// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// What the other suites stand on, tried with programs whose behaviour is known.
  @Suite struct Harness {
    private func run(_ script: String, _ change: (inout Launch) -> Void = { _ in }) throws
      -> Session
    {
      var launch = Launch(program: "/bin/sh", arguments: ["-c", script])
      change(&launch)
      return try Session(launch)
    }

    @Test func `a program reads keys, shows text, writes and ends`() throws {
      let session = try run("printf 'Name: ' >/dev/tty; read x; printf '%s' \"<$x>\"; exit 7")
      try session.answer("Name: ", "bob")
      #expect(try session.ending() == .status(7))
      #expect(session.output == "<bob>")
      #expect(session.screen == "Name: bob\r\n")
    }

    @Test func `a terminal left without echo is told from one put back`() throws {
      let session = try run(
        "stty -echo; printf 'P: ' >/dev/tty; read x; [ -z \"$x\" ] || stty echo")
      try session.wait(for: "P: ")
      #expect(try session.terminal.settings.echo == false)
      try session.type("s\r")
      #expect(try session.ending() == .status(0))
      #expect(try session.terminal.settings == session.before)
      #expect(!session.screen.contains("s"))

      let other = try run("stty -echo")
      #expect(try other.ending() == .status(0))
      #expect(try other.terminal.settings != other.before)
    }

    @Test func `keys that nobody read are counted, those of an unfinished line too`() throws {
      let session = try run("printf 'P: ' >/dev/tty; read x")
      try session.wait(for: "P: ")
      try session.type("a\rbcd\ref")
      #expect(try session.ending() == .status(0))
      #expect(try session.terminal.bytesWaiting == 6)
    }

    @Test func `an ending by a key's signal is told from a status`() throws {
      let session = try run("printf 'P: ' >/dev/tty; read x")
      try session.wait(for: "P: ")
      try session.type("\u{3}")
      #expect(try session.ending() == .signal(2))
    }

    @Test func `a terminal that is taken away ends its program by SIGHUP`() throws {
      let session = try run("printf 'P: ' >/dev/tty; read x")
      try session.wait(for: "P: ")
      session.terminal.hangUp()
      #expect(try session.ending() == .signal(1))
    }

    @Test func `settings can be refused to a program`() throws {
      let session = try run("stty -echo; echo \"status $?\"") { $0.refusesSettings = true }
      #expect(try session.ending() == .status(0))
      #expect(session.output == "status 1\n")
      #expect(session.errors.contains("Input/output error"))
    }

    @Test func `descriptors, signals, limits and the mask of a program are as asked`() throws {
      let script = """
        ls /proc/self/fd; ulimit -c; umask; grep -E '^Sig(Blk|Ign)' /proc/self/status; cat <&0; \
        echo x >&5
        """
      let session = try run(script) {
        // Other shells clear the mask.
        $0.program = "/bin/bash"
        $0.input = .bytes("in")
        $0.error = .closed
        $0.others = [5: .pipe]
        $0.coreLimit = 1_048_576
        $0.creationMask = 0o7
        $0.blocked = [10]
        $0.ignored = [12]
      }
      #expect(try session.ending() == .status(0))
      let expected: Bytes = """
        0
        1
        2
        5
        1024
        0007
        SigBlk:\t0000000000000200
        SigIgn:\t0000000000000800
        in
        """
      // ls opens the folder it lists as the lowest free number, 2.
      #expect(session.output == expected)
      #expect(session.written(to: 5) == "x\n")
    }

    @Test func `a program can have no controlling terminal`() throws {
      let session = try run(": </dev/tty") { $0.isControlled = false }
      #expect(try session.ending() == .status(2))
      #expect(session.errors.contains("No such device or address"))
    }

    @Test func `a job is stopped and resumed in an interactive shell`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("cat >got")
      try shell.wait(forState: "S", of: "cat")
      // The key that stops a job throws away what the job has not read yet.
      try shell.type("a\r")
      try shell.session.wait(until: "read") { try Files.text(folder("got")) == "a\n" }
      try shell.type("\u{1A}")
      try shell.wait(for: "Stopped")
      try shell.ready()
      try shell.start("fg")
      try shell.type("b\r\u{4}")
      try shell.ready()
      #expect(try shell.status() == 0)
      #expect(try Files.text(folder("got")) == "a\nb\n")
    }

    @Test(.enabled(if: SettingsTrace.isAvailable, "strace cannot trace here"))
    func `a trace tells when echo was off`() throws {
      let folder = try TemporaryFolder()
      var launch = Launch(
        program: "/bin/sh",
        arguments: ["-c", "stty -echo; printf 'P: ' >/dev/tty; read x; stty echo"])
      launch = SettingsTrace.launch(launch, writingTo: folder("trace"))
      let session = try Session(launch)
      try session.wait(for: "P: ")
      try session.type("x\r")
      #expect(try session.ending() == .status(0))
      let trace = try SettingsTrace(of: folder("trace"), prompt: "P: ")
      #expect(trace.events.filter { $0 != .key } == [.echo(false), .prompt, .echo(true)])
      #expect(trace.events.suffix(2) == [.key, .echo(true)])
    }

    @Test(.enabled(if: Memory.isReadable, "only root reads another process's memory"))
    func `what a program holds is found in its memory, to its end`() throws {
      let session = try run("read x; printf 'P: ' >/dev/tty; read y </dev/tty") {
        $0.input = .bytes("7b1c90ad4e\n")
      }
      try session.wait(for: "P: ")
      let needle: Bytes = "7b1c90ad4e"
      let atEnd = try Memory.atEnd(of: session, after: { try session.type("\r") }) {
        try Memory.occurrences(of: needle, in: session.process)
      }
      #expect(atEnd > 0)
      #expect(try session.ending() == .status(0))
    }

    @Test(.enabled(if: Pane.isAvailable, "tmux is not installed"))
    func `a pane shows its lines, and takes keys`() throws {
      let pane = try Pane(columns: 20, running: "printf 'Name: '; read x; printf 'hi\\b \\b%s' $x")
      #expect(try pane.lines(becoming: ["Name:"]) == ["Name:"])
      try pane.type("日本")
      try pane.press("Enter")
      #expect(try pane.lines(becoming: ["Name: 日本", "h日本"]) == ["Name: 日本", "h日本"])
    }
  }
}

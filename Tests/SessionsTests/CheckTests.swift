// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `A check program` {
    @Test func `it gets the password exactly, and the account in its environment`() throws {
      let folder = try TemporaryFolder()
      let session = try Session(
        "--check", "cat >got; printf '<%s>' \"$ASKCRED_ACCOUNT\" >account; pwd >where"
      ) { $0.directory = folder.path }
      try session.answer("Account Name: ", "José")
      try session.answer("Password: ", "  a\\b'\"$x%  ")
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("got")) == "  a\\b'\"$x%  ")
      #expect(try Files.text(folder("account")) == "<José>")
      #expect(try Files.text(folder("where")) == folder.path + "\n")
      #expect(session.output == "José\n  a\\b'\"$x%  \n")
    }

    @Test func `what it refuses is asked for again, with its first line as the reason`() throws {
      let session = try Session(
        "-u", "alice", "--check",
        "read x; [ \"$x\" = good ] || { echo too common >&2; echo more >&2; exit 1; }")
      try session.answer("Password: ", "bad")
      #expect(try session.wait(for: "Password: ").contains("too common"))
      try session.type("good\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\ngood\n")
      #expect(!session.screen.contains("more"))
      #expect(!session.screen.contains("bad"))
    }

    @Test func `refused in every attempt it is status 5`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("-u", "alice", "-o", folder("out"), "--check", "exit 1")
      for _ in 0..<3 { try session.answer("Password: ", "bad") }
      #expect(try session.ending() == .status(5))
      #expect(folder.names == [])
    }

    @Test func `its reason cannot act on the terminal`() throws {
      let session = try Session(
        "-u", "alice", "--attempts", "1", "--check", "printf 'a\\033[31mb\\n' >&2; exit 1")
      try session.answer("Password: ", "bad")
      #expect(try session.ending() == .status(5))
      let told = session.screen + session.errors
      #expect(told.contains("a^[[31mb"))
      #expect(!session.screen.contains("\u{1B}[31m"))
    }

    @Test func `it need not read, nor be there`() throws {
      let long = String(repeating: "x", count: 60_000)
      let session = try Session("-u", "alice", "-f", "nul", "--check", "exec true")
      try session.answer("Password: ", long)
      #expect(try session.ending() == .status(0))
      #expect(session.output == Bytes("alice\u{0}" + long + "\u{0}"))
      let missing = try Session("-u", "alice", "--attempts", "1", "--check", "/nonexistent/check")
      try missing.answer("Password: ", "secret")
      #expect(try missing.ending() == .status(5))
      #expect(missing.output == [])
    }

    @Test func `its standard output is not askcred's`() throws {
      let session = try Session("-u", "alice", "--check", "echo noise; cat")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
      #expect(!session.screen.contains("noise"))
    }

    @Test(.enabled(if: Sessions.hasPwscore, "pwscore is not installed, or has no word list"))
    func `pwscore judges`() throws {
      let session = try Session("-p", "New password", "--check", "pwscore >/dev/null")
      try session.answer("New password: ", "abc")
      #expect(try session.wait(for: "New password: ").contains("Password quality check failed"))
      try session.type("vT9#kqLw82-Zmx\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "vT9#kqLw82-Zmx\n")
    }

    /// Takes the check's ten seconds.
    @Test func `one that hangs is ended with all that it started, and is status 1`() throws {
      let folder = try TemporaryFolder()
      let session = try Session(
        "-u", "alice", "--attempts", "1", "--check", "sleep 1000 & echo $! >child; wait"
      ) { $0.directory = folder.path }
      try session.answer("Password: ", "secret")
      #expect(try session.ending(within: .seconds(30)) == .status(1))
      #expect(session.output == [])
      let child = try #require(CInt(try Files.text(folder("child")).dropLast()))
      try session.wait(until: "gone") { !ProcessTable.isAlive(child) }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal while it runs ends both`(signal: CInt) throws {
      let folder = try TemporaryFolder()
      let session = try Session(
        "-u", "alice", "--check", "sleep 1000 & echo $! >child; mv child ready; wait"
      ) { $0.directory = folder.path }
      try session.answer("Password: ", "secret")
      try session.wait(until: "checking") { Files.exists(folder("ready")) }
      #expect(try session.terminal.settings.echo == false)
      if signal == SIGINT { try session.type(Key.interrupt) } else { session.signal(signal) }
      #expect(try session.ending() == .signal(signal))
      #expect(try session.terminal.settings == session.before)
      #expect(session.output == [])
      let child = try #require(CInt(try Files.text(folder("ready")).dropLast()))
      try session.wait(until: "gone") { !ProcessTable.isAlive(child) }
    }

    @Test func `the time limit of the dialogue holds while it runs`() throws {
      let session = try Session("-u", "alice", "--timeout", "1", "--check", "sleep 1000")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(124))
      #expect(session.output == [])
      #expect(try session.terminal.settings == session.before)
    }

    @Test func `what is typed while it runs is the next attempt, and is not shown`() throws {
      let folder = try TemporaryFolder()
      let session = try Session(
        "-u", "alice", "--check",
        "read x; [ \"$x\" = good ] && exit; echo >ready; until [ -e go ]; do sleep 0.01; done; exit 1"
      ) { $0.directory = folder.path }
      try session.answer("Password: ", "bad")
      try session.wait(until: "checking") { Files.exists(folder("ready")) }
      try session.type("good\r")
      try Files.write("", to: folder("go"))
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\ngood\n")
      #expect(!session.screen.contains("good"))
    }

    @Test func `it gets back the caller's limits and dispositions`() throws {
      let folder = try TemporaryFolder()
      let session = try Session(
        "-u", "alice", "--check", "{ ulimit -c; grep ^SigIgn: /proc/self/status; } >state; cat >&2"
      ) {
        $0.directory = folder.path
        $0.coreLimit = 1_048_576
        $0.ignored = [SIGUSR2, SIGPIPE]
      }
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      // The shell counts in blocks of 512 bytes.
      #expect(try Files.text(folder("state")) == "2048\nSigIgn:\t0000000000001800\n")
    }

    /// dash clears the mask, so that bash stands in its place, in a mount namespace of its own.
    @Test(.enabled(if: Sessions.canMount, "mounting is not allowed here"))
    func `it gets back the caller's signal mask`() throws {
      let folder = try TemporaryFolder()
      let program = try ProgramUnderTest.path
      let check = "grep ^SigBlk: /proc/self/status >mask; cat >/dev/null"
      var launch = Launch(
        program: "/usr/bin/unshare",
        arguments: [
          "-m", "/bin/bash", "-c",
          "mount --bind /bin/bash /bin/sh && exec '\(program)' -u alice --check '\(check)'",
        ])
      launch.directory = folder.path
      launch.blocked = [SIGUSR1, SIGHUP]
      let session = try Session(launch)
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("mask")) == "SigBlk:\t0000000000000201\n")
    }
  }

  /// Whether pwscore accepts a good password: without cracklib's word list it refuses every one.
  static var hasPwscore: Bool {
    var launch = Launch(program: "/usr/bin/pwscore")
    launch.input = .bytes("vT9#kqLw82-Zmx\n")
    guard let session = try? Session(launch) else { return false }
    return (try? session.ending()) == .status(0)
  }

  /// Whether a mount namespace can be made.
  static var canMount: Bool {
    var launch = Launch(
      program: "/usr/bin/unshare", arguments: ["-m", "mount", "--bind", "/bin/bash", "/bin/sh"])
    launch.output = .null
    guard let session = try? Session(launch) else { return false }
    return (try? session.ending()) == .status(0)
  }
}

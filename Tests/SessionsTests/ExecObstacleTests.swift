// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// What stands between askcred and a command, in the system or as it was started.
  @Suite struct `What is in the way of a command` {
    /// askcred without a terminal, to its end, while system calls fail as strace(1)'s options say.
    private func run(
      _ arguments: String..., in store: StoreInUse, tampering: [String],
      with change: (inout Launch) -> Void = { _ in }
    ) throws -> StoreInUse.Ran {
      guard SettingsTrace.isAvailable else { try Test.cancel("strace cannot trace here") }
      return try store.run(arguments) {
        change(&$0)
        $0.arguments = ["-qq", "-o", "/dev/null"] + tampering + [$0.program] + $0.arguments
        $0.program = "/usr/bin/strace"
      }
    }

    // MARK: Paths of files

    @Test func `without /dev/fd a file has its path in /proc`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let paths = (3...9).flatMap { ["-P", "/dev/fd/\($0)"] }
      let ran = try run(
        "exec", "--file", "F", "db", "--", "sh", "-c", "echo $F; cat $F", in: store,
        tampering: paths + ["-e", "inject=?newfstatat,?stat,?statx:error=ENOENT"])
      #expect(ran.errors == "")
      #expect(ran.output == "/proc/self/fd/10\nalice's")
    }

    @Test func `without any path to a file nothing is asked`() throws {
      let root = try EmptyRoot()
      func start(_ place: String...) throws -> Session {
        try root.start(["exec", "-p", "PIN"] + place + ["--", "/askcred", "--version"])
      }
      let session = try start("--file", "F")
      #expect(try session.ending() == .status(125))
      #expect(session.screen == "")
      #expect(
        session.errors == """
          askcred: cannot name a file in memory: neither '/dev/fd' nor '/proc/self/fd' leads to it
          hint: '--fd' and '--env' need no path

          """)
      let other = try start("--fd", "3")
      try other.answer("PIN: ", "1234")
      #expect(try other.ending() == .status(0))
      #expect(other.output.hasPrefix("askcred "))
    }

    // MARK: Looking for the command

    @Test func `what execvp passes over is passed over`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      for name in ["first", "second"] {
        try Files.makeFolder(store.folder(name))
        try Files.write("#!/bin/sh\necho \(name)\n", to: store.folder("\(name)/tool"), mode: 0o755)
      }
      // Without a path, this one would be run in the place of the others.
      try Files.write("#!/bin/sh\necho evil\n", to: store.folder("tool"), mode: 0o755)
      let long = String(repeating: "a", count: 5000)
      func start(_ launch: inout Launch) {
        launch.environment["PATH"] = "\(long):\(store.folder("first")):\(store.folder("second"))"
        launch.directory = store.folder.path
      }
      let words = ["exec", "--fd", "3", "db", "--"]
      #expect(try store.run(words + ["tool"], with: start).output == "first\n")
      let missing = try store.run(words + ["nosuch"], with: start)
      #expect(missing.ending == .status(127))
      #expect(missing.errors == "askcred: cannot run 'nosuch': No such file or directory\n")
      for error in ["ESTALE", "ETIMEDOUT", "ENODEV"] {
        let ran = try run(
          "exec", "--fd", "3", "db", "--", "tool", in: store,
          tampering: [
            "-P", store.folder("first/tool"), "-e",
            "inject=?newfstatat,?stat,?statx,execve:error=\(error)",
          ], with: start)
        #expect(ran.output == "second\n", "\(error)")
        #expect(ran.errors == "")
      }
    }

    @Test func `a system without the newer access call runs commands`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let ran = try run(
        "exec", "--fd", "0", "db", "--", "cat", in: store,
        tampering: ["-e", "inject=faccessat2:error=EPERM"])
      #expect(ran.output == "alice's")
      #expect(ran.errors == "")
    }

    // MARK: Becoming it

    @Test func `a failure of its own is not the command's`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let placing = try run(
        "exec", "--fd", "3", "db", "--", "cat", in: store,
        tampering: ["-e", "inject=?dup2,dup3:error=EMFILE"])
      #expect(placing.ending == .status(125))
      #expect(placing.errors == "askcred: cannot place descriptor 3: Too many open files\n")
      let limits = try run(
        "exec", "--env", "P=password", "db", "--", "cat", in: store,
        tampering: ["-e", "inject=prlimit64:error=EPERM"])
      #expect(limits.ending == .status(125))
      #expect(limits.errors == "askcred: cannot put back the limits: Operation not permitted\n")
    }

    @Test func `that nobody reads its errors changes no status`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let script = store.folder("script")
      try Files.write("#!/nonexistent/sh\n", to: script, mode: 0o755)
      let ran = try store.run("exec", "--fd", "3", "db", "--", script) { $0.error = .brokenPipe }
      #expect(ran.ending == .status(127))
    }

    @Test func `variables that are too long are told from a command that cannot be run`() throws {
      let store = try StoreInUse.plain()
      let long = String(repeating: "x", count: 65_000)
      try store.succeed("save", "--stdin", "--no-account", "db", input: long + "\n")
      // A fourth of the stack is for the words and the variables.
      let session = try store.shell(
        """
        ulimit -s 1024
        exec "$A" exec --env A=password --env B=password --env C=password --env D=password \
          --env E=password db -- true
        """)
      #expect(try session.ending() == .status(126))
      #expect(
        session.errors == """
          askcred: cannot run 'true': Argument list too long
          hint: with the variables of '--env' its environment is too long: '--fd' and '--file' \
          hand over longer values

          """)
    }

    // MARK: Limits

    @Test func `few descriptors are enough`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      func output(_ limit: String) throws -> Bytes {
        let session = try store.shell(
          limit + "; exec \"$A\" exec --file F db -- sh -c 'echo $F; cat $F'")
        #expect(try session.ending() == .status(0))
        #expect(session.errors == "")
        return session.output
      }
      #expect(try output("ulimit -n 10") == "/dev/fd/3\nalice's")
      #expect(try output("ulimit -n 11") == "/dev/fd/10\nalice's")
      #expect(try output("exec 3</dev/null; ulimit -n 10") == "/dev/fd/4\nalice's")
      let none = try store.shell(
        "ulimit -n 5; exec 3</dev/null 4</dev/null; exec \"$A\" exec --file F db -- true")
      #expect(try none.ending() == .status(125))
      #expect(none.errors == "askcred: cannot open a descriptor: Too many open files\n")
    }

    @Test func `no number above the limit is too many open files`() throws {
      let session = try StoreInUse().shell(
        "ulimit -n 4; exec \"$A\" exec -p PIN --fd 3 -- true")
      #expect(try session.ending() == .status(125))
      #expect(session.errors == "askcred: cannot open a file in memory: Too many open files\n")
    }

    @Test func `the limit on the sizes of files is for the command`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let session = try store.shell(
        "ulimit -S -f 0; exec \"$A\" exec --fd 0 db -- sh -c 'cat; ulimit -S -f'")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice's0\n")
    }

    // MARK: How it was started

    @Test(.enabled(if: Sessions.has("/usr/bin/python3"), "not installed: python3"))
    func `signals that waited before still wait, and none of askcred's own does`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      func waiting(_ signals: String) throws -> Bytes {
        let start = """
          import os, signal, sys
          for name in sys.argv[1].split():
              number = getattr(signal, name)
              signal.pthread_sigmask(signal.SIG_BLOCK, [number])
              os.kill(os.getpid(), number)
          os.execv(os.environ["A"], ["askcred"] + sys.argv[2:])
          """
        let session = try store.shell(
          """
          exec python3 -c '\(start)' '\(signals)' exec --ask --stdin --check 'cat >/dev/null' \
            --fd 3 db -- grep ShdPnd /proc/self/status
          """)
        #expect(try session.ending() == .status(0))
        #expect(session.errors == "")
        return session.output
      }
      #expect(
        try waiting("SIGHUP SIGPIPE SIGXFSZ SIGCHLD SIGTERM")
          == "ShdPnd:\t0000000001015001\n")
      #expect(try waiting("SIGHUP") == "ShdPnd:\t0000000000000001\n")
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes programs set-id for itself"))
    func `started set-id it runs neither command nor check`() throws {
      let folder = try TemporaryFolder()
      try Files.change(mode: 0o777, of: folder.path)
      try Files.copy(try ProgramUnderTest.path, to: folder("askcred"), mode: 0o4755)
      for (arguments, status, what) in [
        (["exec", "--env", "P=password", "--", "touch", folder("ran")], 125, "command"),
        (["--check", "touch '\(folder("ran"))'"], 1, "check"),
        (["get", "--ask", "--check", "touch '\(folder("ran"))'", "db"], 1, "check"),
        (["save", "--check", "touch '\(folder("ran"))'", "db"], 1, "check"),
      ] as [([String], CInt, String)] {
        var launch = Launch(program: folder("askcred"), arguments: arguments)
        launch.user = 65_534
        let session = try Session(launch)
        #expect(try session.ending() == .status(status), "\(arguments)")
        #expect(
          session.errors == Bytes("askcred: cannot run a \(what): askcred was started set-id\n"))
        #expect(session.screen == "")
      }
      #expect(folder.names == ["askcred"])
    }
  }
}

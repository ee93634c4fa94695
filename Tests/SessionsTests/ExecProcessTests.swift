// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// That a command is the process that askcred was, as askcred was started.
  @Suite struct `The process of a command` {
    /// Prints the descriptors that are open; the one for reading the folder is closed by then.
    private let descriptors =
      "for f in /proc/$$/fd/*; do [ ! -h $f ] || printf '%s ' ${f##*/}; done"

    @Test func `it has askcred's process number, group, session and terminal`() throws {
      let session = try Session(
        "exec", "-p", "PIN", "--fd", "3", "--", "sh", "-c", "echo $$; cat /proc/$$/stat; cat <&3")
      let own = session.process
      try session.answer("PIN: ", "1234")
      #expect(try session.ending() == .status(0))
      let lines = session.output.text.split(separator: "\n").map { String($0) }
      try #require(lines.count == 3)
      #expect(lines[0] == "\(own)")
      // Number, name, state, parent, group, session, terminal and its foreground group; see proc(5).
      let fields = lines[1].split(separator: " ").map { String($0) }
      try #require(fields.count > 7)
      #expect(fields[1] == "(sh)")
      #expect(fields[3...5] == ["\(getpid())", "\(own)", "\(own)"])
      #expect(fields[7] == "\(own)")
      #expect(lines[2] == "1234")
    }

    // envrun#35
    @Test func `SIGTERM ends it, and the caller sees that`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let session = try store.start("exec", "--fd", "3", "db", "--", "sleep", "100")
      try session.wait(until: "asleep") {
        try Files.text("/proc/\(session.process)/comm") == "sleep\n"
      }
      session.signal(SIGTERM)
      #expect(try session.ending() == .signal(SIGTERM))
      #expect(ProcessTable.named("sleep", in: session) == [])
    }

    @Test func `it dies by a signal of its own`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let ran = try store.run("exec", "--fd", "3", "db", "--", "sh", "-c", "kill -TERM $$")
      #expect(ran.ending == .signal(SIGTERM))
    }

    @Test func `keys of the terminal are its own again`() throws {
      let session = try Session(
        "exec", "-p", "PIN", "--fd", "3", "--", "sh", "-c", "printf 'Go: ' >/dev/tty; read x")
      try session.answer("PIN: ", "1234")
      try session.wait(for: "Go: ")
      #expect(try session.terminal.settings == session.before)
      try session.type(Key.interrupt)
      #expect(try session.ending() == .signal(SIGINT))
    }

    @Test func `signals are blocked, ignored and handled as askcred was started with`() throws {
      let show = ["grep", "-E", "^(Sig(Blk|Ign|Pnd)|ShdPnd)", "/proc/self/status"]
      for (blocked, ignored, mask, ignorance): (Set<CInt>, Set<CInt>, String, String) in [
        ([], [], "0000000000000000", "0000000000000000"),
        ([SIGUSR1, SIGXFSZ], [], "0000000001000200", "0000000000000000"),
        ([SIGPIPE], [SIGHUP, SIGCHLD], "0000000000001000", "0000000000010001"),
        ([SIGTERM, SIGCHLD], [SIGPIPE, SIGXFSZ], "0000000000014000", "0000000001001000"),
      ] {
        let session = try Session {
          $0.arguments =
            ["exec", "-p", "PIN", "--check", "cat >/dev/null", "--fd", "3", "--"] + show
          $0.blocked = blocked
          $0.ignored = ignored
        }
        try session.answer("PIN: ", "1234")
        #expect(try session.ending() == .status(0))
        let lines = session.output.text.split(separator: "\n").map { $0.split(separator: "\t")[1] }
        try #require(lines.count == 4)
        // What waits, for the thread and for the process, then the two sets.
        #expect(lines[2] == mask)
        #expect(lines[3] == ignorance)
        #expect(lines[0...1] == ["0000000000000000", "0000000000000000"])
      }
    }

    @Test func `a signal that askcred held back for itself does not wait for it`() throws {
      let session = try Session("exec", "-p", "PIN", "--fd", "0", "--", "cat")
      try session.wait(for: "PIN: ")
      session.signal(SIGPIPE)
      session.signal(SIGXFSZ)
      try session.type("1234\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "1234")
    }

    @Test(arguments: [0, 1 << 20])
    func `the limit of cores is the caller's, and it can be traced`(limit: Int) throws {
      let store = try StoreInUse.plain(("db", "alice"))
      // In blocks of 512 bytes; 3 and 4 are prctl(2)'s PR_GET_DUMPABLE and PR_SET_DUMPABLE.
      let script = """
        ulimit -c; ulimit -Hc
        exec python3 -c 'import ctypes; print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))'
        """
      let ran = try store.run("exec", "--fd", "3", "db", "--", "sh", "-c", script) {
        $0.coreLimit = limit
      }
      #expect(ran.output == Bytes("\(limit / 512)\n\(limit / 512)\n1\n"))
    }

    @Test func `it has the descriptors of the caller and those it was given, no others`() throws {
      let store = try StoreInUse.plain()
      let session = try store.start(
        "exec", "--ask", "--check", "cat >/dev/null", "--fd", "3", "--fd", "9=account", "--file",
        "F", "--file", "G", "db", "--", "sh", "-c", descriptors + "; echo $F $G"
      ) {
        $0.others = [7: .null, 10: .null]
      }
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "0 1 10 11 12 2 3 7 9 /dev/fd/11 /dev/fd/12\n")
    }

    @Test func `a descriptor of the caller gives way to what it was given`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      // 3 to 6 are also the numbers that the files have in askcred.
      let ran = try store.run(
        "exec", "--fd", "4", "--fd", "3=account", "--fd", "6", "--fd", "5=account", "db", "--",
        "sh",
        "-c", "cat <&3; cat <&4; cat <&5; cat <&6"
      ) {
        $0.others = [4: .null]
      }
      #expect(ran.ending == .status(0))
      #expect(ran.output == "alicealice'salicealice's")
    }

    @Test func `standard descriptors that were closed are closed`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let ran = try store.run("exec", "--fd", "3", "db", "--", "sh", "-c", descriptors) {
        $0.input = .closed
        $0.error = .closed
      }
      #expect(ran.ending == .status(0))
      #expect(ran.output == "1 3 ")
      let filled = try store.run("exec", "--fd", "0", "db", "--", "sh", "-c", descriptors) {
        $0.input = .closed
        $0.error = .closed
      }
      #expect(filled.output == "0 1 ")
    }

    @Test func `its environment is the caller's with the variables that are asked for`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let ran = try store.run("exec", "--env", "USER=account", "--file", "F", "db", "--", "env") {
        $0.environment["USER"] = "root"
        $0.environment["USER2"] = "x=y"
        $0.environment["F"] = "old"
        $0.environment["A B"] = ""
      }
      let lines = ran.output.text.split(separator: "\n").sorted().map { String($0) }
      #expect(
        lines == [
          "A B=", "ASKCRED_STORE=\(store.path)", "F=/dev/fd/10", "HOME=/nonexistent",
          "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "TERM=dumb", "USER2=x=y",
          "USER=alice",
        ])
    }
  }
}

// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// What a command reads where the answers come from standard input.
  @Suite struct `Standard input of a command` {
    @Test func `answers on standard input are not the command's to read`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let command = ["--", "sh", "-c", "readlink /proc/$$/fd/0; cat; echo $P"]
      for (source, password) in [
        (["--ask", "--stdin", "--env", "P=password", "db"], "alice's"),
        (["--stdin", "--env", "P=password"], "secret"),
      ] {
        let ran = try store.run(["exec"] + source + command, input: "alice\nsecret\n")
        #expect(ran.ending == .status(0))
        #expect(ran.output == Bytes("/dev/null\n\(password)\n"))
      }
      // A file can be read from its start again.
      try Files.write("alice\nsecret\n", to: store.folder("answers"), mode: 0o600)
      let session = try store.shell(
        """
        "$A" exec --ask --stdin --env P=password db -- cat /dev/fd/0 <'\(store.folder("answers"))'
        # Whoever writes more than a pipe takes can end.
        { head -c 100000 /dev/zero && echo written >&2; } |
          "$A" exec --ask --stdin --env P=password db -- true
        """)
      #expect(try session.ending() == .status(0))
      #expect(session.output == "")
      #expect(session.errors == "written\n")
      let given = try store.run(
        "exec", "--ask", "--stdin", "--fd", "0", "db", "--", "cat", input: "alice\nsecret\n")
      #expect(given.output == "alice's")
      let closed = try store.run(
        "exec", "--ask", "--stdin", "--env", "P=password", "db", "--", "sh", "-c",
        "readlink /proc/$$/fd/0 || echo closed"
      ) { $0.input = .closed }
      #expect(closed.output == "closed\n")
    }

    @Test func `standard input that does not end times out`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let session = try store.shell(
        """
        mkfifo '\(store.folder("pipe"))'
        exec 3<>'\(store.folder("pipe"))'
        exec "$A" exec --ask --stdin --timeout 1s --env P=password db -- echo ran <&3
        """)
      #expect(try session.ending() == .status(124))
      #expect(session.output == "")
      #expect(session.errors == "askcred: timed out\n")
    }
  }
}

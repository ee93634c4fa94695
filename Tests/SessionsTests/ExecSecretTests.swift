// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// Where the password of a command is, and where it is not.
  @Suite(.enabled(if: Memory.isReadable, "only root reads another process's memory"))
  struct `A password for a command` {
    private static let sentinel = "q7Zt4Xw9Lk2Vb8Nc5Rm1Hs6Jd3Fg0PyA"

    /// The processes that have it in the arguments that everybody sees.
    private var processesShowingIt: [String] {
      Files.names(in: "/proc").filter {
        (try? Files.bytes("/proc/\($0)/cmdline").contains(Bytes(Self.sentinel))) == true
      }
    }

    private func environmentHasIt(_ process: CInt) throws -> Bool {
      try Files.bytes("/proc/\(process)/environ").contains(Bytes(Self.sentinel))
    }

    // keyring#145
    @Test func `it is in no argument, and in no environment but that which was asked for`() throws {
      let wait = ["sh", "-c", "printf 'Go: ' >/dev/tty; read x </dev/tty"]
      for (place, isInEnvironment) in [
        (["--env", "P=password"], true), (["--fd", "3"], false), (["--file", "F"], false),
        (["-f", "json", "--fd", "0"], false),
      ] {
        let session = try Session {
          $0.arguments = ["exec", "-u", "alice", "--field", "realm=Realm"] + place + ["--"] + wait
        }
        try session.answer("Password: ", Self.sentinel)
        try session.wait(for: "Realm: ")
        #expect(processesShowingIt == [])
        #expect(try !environmentHasIt(session.process))
        #expect(try Memory.occurrences(of: Bytes(Self.sentinel), in: session.process) == 1)
        try session.type("home\r")
        try session.wait(for: "Go: ")
        #expect(processesShowingIt == [])
        #expect(try environmentHasIt(session.process) == isInEnvironment)
        if !isInEnvironment {
          #expect(try Memory.occurrences(of: Bytes(Self.sentinel), in: session.process) == 0)
        }
        try session.type("\r")
        #expect(try session.ending() == .status(0))
        #expect(!session.screen.contains(Bytes(Self.sentinel)))
      }
    }

    @Test func `no copy is left where the command could not be run after all`() throws {
      let folder = try TemporaryFolder()
      let command = folder("command")
      try Files.write("#!/bin/sh\n", to: command, mode: 0o755)
      let session = try Session(
        "exec", "-u", "alice", "--check", "rm '\(command)'", "--env", "P=password", "-f", "json",
        "--fd", "3", "--file", "F=password", "--", command)
      try session.wait(for: "Password: ")
      let left = try Memory.atEnd(of: session) {
        try session.type(Self.sentinel + "\r")
      } _: {
        try Memory.occurrences(of: Bytes(Self.sentinel), in: session.process)
      }
      #expect(left == 0)
      #expect(try session.ending() == .status(127))
      #expect(
        session.errors == Bytes("askcred: cannot run '\(command)': No such file or directory\n"))
    }

    @Test(.enabled(if: Sessions.has("/usr/bin/python3"), "not installed: python3"))
    func `a file is in memory, its owner's alone, and cannot be changed`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      // 1034 is fcntl(2)'s F_GET_SEALS; 15 are the seals against more seals, shrinking, growing and
      // writing.
      let script = #"""
        import errno, fcntl, os
        for path in (os.environ["F"], "/dev/fd/3"):
            number = int(path.rsplit("/", 1)[1])
            status = os.fstat(number)
            print(os.readlink(path), oct(status.st_mode), status.st_uid == os.getuid())
            print(fcntl.fcntl(number, 1034) & 15, os.lseek(number, 0, os.SEEK_CUR))
            for change in (lambda: os.write(number, b"x"), lambda: os.truncate(number, 0),
                           lambda: os.truncate(number, 1 << 20)):
                try:
                    change()
                    print("changed")
                except OSError as error:
                    print(errno.errorcode[error.errno])
            print(os.read(number, 100), open(path, "rb").read())
        """#
      let ran = try store.run(
        "exec", "--file", "F", "--fd", "3=account", "db", "--", "python3", "-c", script)
      #expect(ran.errors == "")
      #expect(
        ran.output == """
          /memfd:askcred (deleted) 0o100600 True
          15 0
          EPERM
          EPERM
          EPERM
          b"alice's" b"alice's"
          /memfd:askcred (deleted) 0o100600 True
          15 0
          EPERM
          EPERM
          EPERM
          b'alice' b'alice'

          """)
    }
  }
}

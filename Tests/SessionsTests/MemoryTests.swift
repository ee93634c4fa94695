// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite(.enabled(if: Memory.isReadable, "only root reads another process's memory"))
  struct `A password in memory` {
    private static let sentinel = "q7Zt4Xw9Lk2Vb8Nc5Rm1Hs6Jd3Fg0PyA"

    /// How often the password stands in the memory of the session's process; -1 where a piece of it
    /// stands somewhere by itself.
    private func copies(in session: Session) throws -> Int {
      let bytes = Bytes(Self.sentinel)
      let whole = try Memory.occurrences(of: bytes, in: session.process)
      for start in stride(from: 0, to: bytes.count, by: 8) {
        let piece = Bytes(Array(bytes.bytes[start..<start + 8]))
        if try Memory.occurrences(of: piece, in: session.process) != whole { return -1 }
      }
      return whole
    }

    @Test(arguments: ["hidden", "masked", "plain"])
    func `one copy is held until it is written`(echo: String) throws {
      let session = try Session("-u", "alice", "--field", "realm=Realm", "--echo", echo)
      try session.answer("Password: ", Self.sentinel)
      try session.wait(for: "Realm: ")
      #expect(try copies(in: session) == 1)
      try session.type("\r")
      #expect(try session.ending() == .status(0))
    }

    @Test func `two copies are held while the second entry is typed, then one`() throws {
      let session = try Session(
        "-u", "alice", "--confirm", "--field", "realm=Realm", "--echo", "masked")
      let masks = String(repeating: "*", count: 32)
      try session.answer("Password: ", Self.sentinel)
      try session.wait(for: "Password (again): ")
      #expect(try copies(in: session) == 1)
      try session.type(Self.sentinel)
      try session.wait(for: masks)
      #expect(try copies(in: session) == 2)
      try session.type("\r")
      try session.wait(for: "Realm: ")
      #expect(try copies(in: session) == 1)
    }

    @Test func `what was killed, differed or was refused is not held`() throws {
      let session = try Session(
        "-u", "alice", "--confirm", "--field", "realm=Realm",
        "--check", "read x; [ \"$x\" = good ]")
      try session.answer("Password: ", "good")
      try session.answer("Password (again): ", Self.sentinel)
      try session.answer("Password: ", Self.sentinel)
      try session.wait(for: "Password: ")
      #expect(try copies(in: session) == 0)
      let paste = Key.pasteStart + Self.sentinel + "\r" + Self.sentinel + Key.pasteEnd
      try session.type(Self.sentinel + Key.kill + paste)
      try session.answer("Password: ", "good")
      try session.answer("Password (again): ", "good")
      try session.wait(for: "Realm: ")
      #expect(try copies(in: session) == 0)
    }

    @Test(arguments: [
      [], ["-f", "nul"], ["-f", "json"], ["-f", "sh"], ["-f", "userpass"], ["-f", "curl"],
      ["--confirm"], ["--check", "cat >/dev/null"], ["--echo", "plain"],
    ])
    func `after it was written no copy is left`(arguments: [String]) throws {
      let session = try Session { $0.arguments = ["-u", "alice"] + arguments }
      try session.wait(for: "Password: ")
      let left = try Memory.atEnd(of: session) {
        try session.type(Self.sentinel + "\r")
        if arguments.contains("--confirm") {
          try session.answer("Password (again): ", Self.sentinel)
        }
      } _: {
        try copies(in: session)
      }
      #expect(left == 0)
      #expect(try session.ending() == .status(0))
      #expect(session.output.contains(Bytes(Self.sentinel)))
    }

    @Test func `after it was piped in and written to a file no copy is left`() throws {
      let folder = try TemporaryFolder()
      let program = try ProgramUnderTest.path
      var launch = Launch(
        program: "/bin/sh",
        arguments: [
          "-c", "printf 'Go: ' >/dev/tty; read go </dev/tty; exec '\(program)' -p x --stdin -o out",
        ])
      launch.input = .bytes("\(Self.sentinel)\n")
      launch.directory = folder.path
      let session = try Session(launch)
      try session.wait(for: "Go: ")
      let left = try Memory.atEnd(of: session, after: { try session.type("\r") }) {
        try copies(in: session)
      }
      #expect(left == 0)
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("out")) == Self.sentinel + "\n")
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, 0])
    func `no copy is left where a later question is not answered`(signal: CInt) throws {
      let session = try Session("-u", "alice", "--field", "realm=Realm")
      try session.answer("Password: ", Self.sentinel)
      try session.wait(for: "Realm: ")
      let left = try Memory.atEnd(of: session) {
        if signal == 0 { try session.type(Key.endOfFile) } else { session.signal(signal) }
      } _: {
        try copies(in: session)
      }
      #expect(left == 0)
      #expect(try session.ending() == (signal == 0 ? .status(3) : .signal(signal)))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `no copy is left of a partial password`(signal: CInt) throws {
      let session = try Session("-u", "alice", "--echo", "masked")
      try session.wait(for: "Password: ")
      try session.type(Self.sentinel)
      try session.wait(for: String(repeating: "*", count: 32))
      #expect(try copies(in: session) == 1)
      let left = try Memory.atEnd(of: session) {
        session.signal(signal)
      } _: {
        try copies(in: session)
      }
      #expect(left == 0)
      #expect(try session.ending() == .signal(signal))
    }

    @Test func `a core would be empty`() throws {
      let session = try Session("-u", "alice") { $0.coreLimit = 1 << 20 }
      try session.wait(for: "Password: ")
      let limits = try Files.text("/proc/\(session.process)/limits")
      let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file") })
      #expect(core.split(separator: " ")[4] == "0")
      session.signal(SIGQUIT)
      #expect(try session.ending() == .signal(SIGQUIT))
    }

    @Test func `no other process of the same user gets in`() throws {
      let folder = try TemporaryFolder()
      try Files.change(mode: 0o755, of: folder.path)
      try Files.copy(try ProgramUnderTest.path, to: folder("askcred"), mode: 0o755)
      var launch = Launch(program: folder("askcred"), arguments: ["-u", "alice"])
      launch.user = 65_534
      let session = try Session(launch)
      try session.wait(for: "Password: ")
      // The files of a process that may not be traced by its user are root's; see proc(5).
      #expect(try Files.owner("/proc/\(session.process)/environ") == 0)
      session.signal(SIGTERM)
      #expect(try session.ending() == .signal(SIGTERM))
    }
  }
}

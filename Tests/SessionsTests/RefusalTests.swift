// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `What is refused` {
    // linux-pam#347
    @Test(arguments: [
      ("askcred -p Token", "Token: "), ("askcred -u alice --echo masked", "Password: "),
      ("askcred -u alice --confirm", "Password: "), ("askcred", "Account Name: "),
    ])
    func `the rest of a paste that is too long never runs in the shell`(
      command: String, prompt: String
    ) throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(editing: true, in: folder.path)
      try shell.start(command)
      try shell.wait(for: prompt)
      try shell.type(String(repeating: "x", count: 70_000) + "\rtouch pwn\r")
      try shell.ready()
      #expect(try shell.status() == 6)
      #expect(folder.names == [])
    }

    @Test(arguments: [1_000, 5_000, 20_000])
    func `what follows the last answer never runs in the shell`(length: Int) throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(editing: true, in: folder.path)
      try shell.start("askcred -p Token >/dev/null")
      try shell.wait(for: "Token: ")
      try shell.type("secret\r" + String(repeating: "x", count: length) + "\rtouch pwn\r")
      try shell.ready()
      #expect(try shell.status() == 0)
      #expect(folder.names == [])
    }

    // shadow#659
    @Test(arguments: [65_534, 65_535])
    func `a secret up to the limit is taken whole`(length: Int) throws {
      let folder = try TemporaryFolder()
      let session = try Session("-p", "Token", "-o", folder("out"))
      try session.wait(for: "Token: ")
      try session.type(String(repeating: "x", count: length - 1) + "y\r")
      #expect(try session.ending() == .status(0))
      #expect(
        try Files.bytes(folder("out")) == Bytes(String(repeating: "x", count: length - 1) + "y\n"))
    }

    // shadow#659
    @Test func `a secret one byte over the limit is refused, not cut`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("-p", "Token", "-o", folder("out"))
      try session.wait(for: "Token: ")
      try session.type(String(repeating: "x", count: 65_536) + "\r")
      #expect(try session.ending() == .status(6))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(folder.names == [])
      #expect(try session.terminal.bytesWaiting == 0)
    }

    @Test func `a NUL in a secret is refused, and what follows it drained`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(editing: true, in: folder.path)
      try shell.start("askcred -p Token -o out")
      try shell.wait(for: "Token: ")
      try shell.type("a\u{0}b\rtouch pwn\r")
      try shell.ready()
      #expect(try shell.status() == 6)
      #expect(folder.names == [])
    }

    @Test func `an account that is not UTF-8 is refused`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("-o", folder("out"))
      try session.wait(for: "Account Name: ")
      try session.terminal.type([0x61, 0xFF, 0x62, 0x0D, 0x73, 0x0D])
      #expect(try session.ending() == .status(6))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(folder.names == [])
      #expect(try session.terminal.settings == session.before)
      #expect(try session.terminal.bytesWaiting == 0)
    }

    @Test func `a NUL in the account is refused`() throws {
      let session = try Session()
      try session.wait(for: "Account Name: ")
      try session.type("a\u{0}b\rsecret\r")
      #expect(try session.ending() == .status(6))
      #expect(session.output == [])
      #expect(try session.terminal.bytesWaiting == 0)
    }

    @Test func `a password that is not UTF-8 arrives byte for byte`() throws {
      let session = try Session("-u", "alice")
      try session.wait(for: "Password: ")
      try session.terminal.type([0x61, 0xFF, 0xC3, 0x62, 0x80, 0x0D])
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\n" + [0x61, 0xFF, 0xC3, 0x62, 0x80, 0x0A])
    }

    @Test func `a form that cannot carry what was typed is refused, no file touched`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("-f", "userpass", "-o", folder("out"))
      try session.answer("Account Name: ", "a:b")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(7))
      #expect(session.errors.contains("':'"))
      #expect(folder.names == [])
    }
  }
}

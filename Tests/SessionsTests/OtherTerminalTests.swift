// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// A terminal named by `--tty` that does not control the process.
  @Suite struct `Another terminal` {
    /// askcred on one terminal, asking on another.
    private func ask(_ arguments: String..., on other: Terminal) throws -> Session {
      try Session { $0.arguments = ["--tty", other.path] + arguments }
    }

    @Test func `questions are asked and answered there, and nothing here`() throws {
      let other = try Terminal()
      let before = try other.settings
      let session = try ask(on: other)
      try other.wait(for: "Account Name: ")
      try other.type("alice\r")
      try other.wait(for: "Password: ")
      #expect(try other.settings.echo == false)
      try other.type("secret\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice\nsecret\n")
      #expect(session.screen == [])
      #expect(try other.settings == before)
    }

    @Test(arguments: [([], "Account Name: "), (["-p", "Token"], "Token: ")])
    func `ctrl-C typed there cancels, and the terminal is as before`(
      arguments: [String], prompt: String
    ) throws {
      let other = try Terminal()
      try other.change { $0.flowControl = false }
      let before = try other.settings
      let session = try Session { $0.arguments = ["--tty", other.path] + arguments }
      try other.wait(for: prompt)
      try other.type("ab" + Key.interrupt)
      #expect(try session.ending() == .status(3))
      #expect(session.output == [])
      #expect(try other.settings == before)
      #expect(try other.bytesWaiting == 0)
      #expect(session.screen == [])
    }

    @Test func `it does not become the controlling terminal`() throws {
      let other = try Terminal()
      let session = try Session("-p", "Token", "--tty", other.path) { $0.isControlled = false }
      try other.wait(for: "Token: ")
      let fields = try Files.text("/proc/\(session.process)/stat").split(separator: " ")
      // The seventh field of proc(5)'s stat: the device of the controlling terminal.
      #expect(fields[6] == "0")
      try other.type("secret\r")
      #expect(try session.ending() == .status(0))
    }

    @Test func `taken away while it asks, it is status 4`() throws {
      let other = try Terminal()
      let session = try ask("-p", "Token", on: other)
      try other.wait(for: "Token: ")
      try other.type("partial")
      other.hangUp()
      #expect(try session.ending() == .status(4))
      #expect(session.output == [])
      #expect(session.errors.hasPrefix("askcred: "))
    }

    @Test func `taken away at the account, it is status 4`() throws {
      let other = try Terminal()
      let session = try ask(on: other)
      try other.wait(for: "Account Name: ")
      try other.type("alice")
      other.hangUp()
      #expect(try session.ending() == .status(4))
      #expect(session.output == [])
    }

    @Test func `a controlling terminal taken away with SIGHUP ignored is status 4`() throws {
      let session = try Session("-p", "Token") { $0.ignored = [SIGHUP] }
      try session.wait(for: "Token: ")
      try session.type("partial")
      session.terminal.hangUp()
      #expect(try session.ending() == .status(4))
      #expect(session.output == [])
    }

    @Test(arguments: ["/dev/null", "/nonexistent/tty"])
    func `what is no terminal is refused before anything is asked`(path: String) throws {
      let session = try Session("--tty", path)
      #expect(try session.ending() == .status(4))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.errors.contains("'\(path)'"))
      #expect(session.screen == [])
    }

    // Cr3dOv3r#24
    @Test(arguments: [["-p", "Token"], ["-u", "alice"], []])
    func `where echo cannot be switched off nothing is asked`(arguments: [String]) throws {
      let session = try Session {
        $0.arguments = arguments
        $0.refusesSettings = true
      }
      #expect(try session.ending() == .status(4))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.errors.contains("Input/output error"))
      #expect(session.output == [])
      #expect(session.screen == [])
    }
  }
}

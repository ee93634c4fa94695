// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// save, get, list and erase as a person uses them.
  @Suite struct `Logins in the store` {
    // MARK: What is saved and had back

    @Test func `save, get, list, erase`() throws {
      let store = try StoreInUse.plain()
      for (account, password) in [("bob", "b's"), ("alice", "a's")] {
        let session = try store.start("save", "-u", account, "https://git.example.com")
        try session.answer("Password: ", password)
        #expect(try session.ending() == .status(0))
        #expect(session.screen == "Password: \r\n")
        #expect(session.output == "")
      }
      #expect(
        try store.succeed("list")
          == "https://git.example.com\talice\nhttps://git.example.com\tbob\n")
      #expect(try store.succeed("list", "http*git*") == store.succeed("list"))
      #expect(try store.succeed("list", "git*") == "")
      #expect(try store.succeed("get", "-u", "alice", "https://git.example.com") == "a's\n")
      #expect(try store.succeed("get", "https://bob@git.example.com") == "b's\n")
      try store.succeed("erase", "-u", "alice", "https://git.example.com")
      #expect(try store.succeed("get", "https://git.example.com") == "b's\n")
      #expect(try store.run("erase", "-u", "alice", "https://git.example.com").ending == .status(8))
      try store.succeed("erase", "https://git.example.com")
      #expect(try store.succeed("list") == "")
      #expect(Files.names(in: store("logins")) == [".age-recipients"])
    }

    @Test func `a login has parts and forms`() throws {
      let store = try StoreInUse.plain()
      let session = try store.start(
        "save", "db", "--field", "realm=Realm", "--secret-field", "code=Code", "--set", "port=1")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      try session.answer("Realm: ", "home")
      try session.answer("Code: ", "123456")
      #expect(try session.ending() == .status(0))
      for (part, value) in [
        ("account", "alice"), ("password", "secret"), ("realm", "home"), ("code", "123456"),
        ("port", "1"),
      ] { #expect(try store.succeed("get", "--part", part, "db") == Bytes(value + "\n")) }
      #expect(try store.run("get", "--part", "nosuch", "db").ending == .status(8))
      #expect(try store.succeed("get", "-f", "lines", "db") == "alice\nsecret\nhome\n123456\n1\n")
      #expect(try store.succeed("get", "-f", "json", "db").contains(#""password":"secret""#))
      #expect(
        try store.succeed("get", "-f", "json", "--as", "h.example", "db")
          .contains(#""service":"h.example""#))
    }

    // hashicorp/vault#25787
    @Test func `an at sign at the start of a password means nothing`() throws {
      let store = try StoreInUse.plain()
      let saved = try store.run("save", "--stdin", "-u", "u", "s", input: "@x\n")
      #expect(saved.ending == .status(0))
      #expect(saved.errors == "")
      #expect(try store.succeed("get", "s") == "@x\n")
      try store.succeed("erase", "s")
      let failed = try store.run("save", "--stdin", "s", input: "u\n@x\nmore\n")
      #expect(failed.ending == .status(6))
      #expect(!failed.errors.contains("@x"))
    }

    // docker/cli#979
    @Test func `two bytes in are two bytes out`() throws {
      let store = try StoreInUse.plain()
      try store.succeed("save", "--stdin", "s", input: "u\npw\n")
      #expect(try store.succeed("get", "-n", "s") == "pw")
      #expect(try store.succeed("get", "s") == "pw\n")
    }

    // kyvault#1
    @Test func `lines are refused in a secret of one line, and kept in one of many`() throws {
      let store = try StoreInUse.plain()
      let refused = try store.run("save", "--stdin", "--no-account", "s", input: "a\nb\n")
      #expect(refused.ending == .status(6))
      #expect(try store.succeed("list") == "")
      try store.succeed("save", "--stdin", "--no-account", "--multiline", "s", input: "a\nb")
      #expect(try store.succeed("get", "-n", "s") == "a\nb")
    }

    @Test func `every byte but NUL goes in and comes out`() throws {
      let store = try StoreInUse.plain()
      let bytes = Bytes(Array(1...255))
      let saved = try store.run("save", "--stdin", "--no-account", "--multiline", "s") {
        $0.input = .bytes(bytes)
      }
      #expect(saved.ending == .status(0))
      #expect(try store.succeed("get", "-n", "s") == bytes)
    }

    @Test func `odd names are saved, listed and had back`() throws {
      let store = try StoreInUse.plain()
      let names = ["..", "%", ".hidden", "/etc/passwd", "A", "a", "日本語", "~", "é"]
      for name in names {
        try store.succeed("save", "--stdin", "-u", name, "--", name, input: "\(name)'s\n")
      }
      for name in names { #expect(try store.succeed("get", "--", name) == Bytes("\(name)'s\n")) }
      let listed = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(try store.succeed("list") == Bytes(listed.map { "\($0)\t\($0)\n" }.joined()))
      #expect(store.folder.names == ["store"])
    }

    // MARK: Which one is meant

    @Test func `another spelling of a URL is the same service`() throws {
      let store = try StoreInUse.plain(("https://h.example", "alice"))
      #expect(try store.succeed("get", "HTTPS://H.example:443/") == "alice's\n")
    }

    // The bare host answers for https alone.
    @Test func `what was kept for a host is given for https, and not for http`() throws {
      let store = try StoreInUse.plain(("h.example", "alice"))
      #expect(try store.succeed("get", "https://h.example") == "alice's\n")
      let http = try store.run("get", "http://h.example")
      #expect(http.ending == .status(8))
      #expect(http.output == "")
    }

    @Test func `of two accounts none is chosen, be one of them expired`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("db", "bob"))
      let message = Bytes(
        "askcred: several logins for 'db': 'alice', 'bob'\nhint: choose one with '-u ACCOUNT'\n")
      #expect(try store.run("get", "db").ending == .status(10))
      #expect(try store.run("get", "db").errors == message)
      try store.succeed(
        "save", "--stdin", "-u", "bob", "--expires", "2001-01-01T00:00:00Z", "db", input: "x\n")
      #expect(try store.run("get", "db").ending == .status(10))
      #expect(try store.run("get", "db").errors == message)
      #expect(try store.run("erase", "db").ending == .status(10))
    }

    @Test func `an expired login is as good as absent, but for list and erase`() throws {
      let store = try StoreInUse.plain()
      try store.succeed(
        "save", "--stdin", "-u", "alice", "--expires", "2001-01-01T00:00:00Z", "db", input: "x\n")
      let ran = try store.run("get", "db")
      #expect(ran.ending == .status(8))
      #expect(ran.output == "")
      #expect(ran.errors.contains("2001-01-01T00:00:00Z"))
      #expect(try store.succeed("list") == "db\talice\n")
      try store.succeed("erase", "db")
      try store.succeed(
        "save", "--stdin", "-u", "alice", "--expires", "+90d", "db", input: "x\n")
      #expect(try store.succeed("get", "db") == "x\n")
    }

    @Test func `a script gets the password alone, whatever else the login has`() throws {
      let store = try StoreInUse.plain()
      try store.succeed(
        "save", "--stdin", "--field", "realm", "--secret-field", "code", "s",
        input: "alice\nse cret\nhome\n123456\n")
      let session = try store.shell("PGPASSWORD=$(\"$A\" get s); printf '<%s>' \"$PGPASSWORD\"")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "<se cret>")
    }

    // MARK: Asking where nothing is saved

    @Test func `get --ask asks where nothing is saved, keeps the answer and prints it`() throws {
      let store = try StoreInUse.plain()
      let session = try store.start("get", "--ask", "db")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret\n")
      let again = try store.start("get", "--ask", "db")
      #expect(try again.ending() == .status(0))
      #expect(again.output == "secret\n")
      #expect(again.screen == "")
    }

    @Test func `where asking is forbidden, nothing is asked`() throws {
      let store = try StoreInUse.plain()
      for (arguments, status) in [
        (["save", "--no-input", "db"], 4), (["get", "--ask", "--no-input", "db"], 4),
        (["get", "--no-input", "db"], 8),
      ] as [([String], CInt)] {
        let ran = try store.run(arguments) {
          $0.isControlled = true
          $0.input = .terminal
        }
        #expect(ran.ending == .status(status))
        #expect(ran.errors.hasPrefix("askcred: "))
      }
      let all = try store.run(
        "save", "--no-input", "-u", "a", "--no-password", "--set", "port=1", "db")
      #expect(all.ending == .status(0))
      #expect(try store.succeed("get", "--part", "port", "db") == "1\n")
    }
  }
}

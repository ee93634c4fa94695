// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// What the store's commands refuse, with what they say, and that nothing is changed.
  @Suite struct `What the store refuses` {
    // MARK: The command line

    @Test func `a password in a URL is refused and shown nowhere`() throws {
      let store = try StoreInUse.plain(("https://h.example", "alice"))
      let before = try store.files
      for command in ["save", "get", "erase"] {
        let ran = try store.run(command, "https://bob:hunter2@h.example")
        #expect(ran.ending == .status(2))
        #expect(ran.errors.hasPrefix("askcred: "))
        #expect(!(ran.output + ran.errors).contains("hunter2"))
      }
      #expect(try store.files == before)
    }

    @Test(arguments: ["a\nb", "\u{1B}[2J", "\t", "a\u{7F}", ""])
    func `a service with control characters, or none, is refused`(service: String) throws {
      let store = try StoreInUse.plain()
      for command in ["save", "get", "erase"] {
        let ran = try store.run(command, service)
        #expect(ran.ending == .status(2))
        #expect(!ran.errors.contains(0x1B))
        #expect(ran.errors.occurrences(of: "\n") <= 2)
      }
      #expect(try store.succeed("list") == "")
    }

    @Test func `erasing all needs a service`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("db", "bob"), ("db2", "carol"))
      let before = try store.files
      for arguments in [["erase", "--all", ""], ["erase", "--all"], ["erase"]] {
        #expect(try store.run(arguments).ending == .status(2))
        #expect(try store.files == before)
      }
      #expect(try store.run("erase", "--all", "d").ending == .status(8))
      #expect(try store.files == before)
      try store.succeed("erase", "--all", "db")
      #expect(try store.succeed("list") == "db2\tcarol\n")
    }

    // MARK: Nobody to ask

    // docker/cli#5401
    @Test(
      arguments: [
        (["save", "db"], 4), (["save", "-u", "alice", "db"], 4), (["get", "db"], 9),
        (["get", "--ask", "nosuch"], 4), (["unlock"], 9), (["passwd"], 9),
        (
          ["recipients", "add", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"], 9
        ),
      ] as [([String], CInt)])
    func `without a terminal no question is waited for`(
      arguments: [String], status: CInt
    ) throws {
      let store = try StoreInUse.locked("db", "alice")
      let before = try store.files
      for input in [Launch.Stream.null, .closed, .bytes("x\ny\n")] {
        let ran = try store.run(arguments) { $0.input = input }
        #expect(ran.ending == .status(status))
        #expect(ran.output == "")
        #expect(ran.errors.hasPrefix("askcred: "))
      }
      #expect(try store.files == before)
    }

    // docker/cli#5401
    @Test(
      arguments: [
        (["save", "db"], 4), (["save", "--stdin", "db"], 9), (["init"], 4), (["get", "db"], 8),
        (["unlock"], 9), (["passwd"], 9), (["recipients"], 9), (["erase", "db"], 8),
      ] as [([String], CInt)])
    func `nor before there is a store`(arguments: [String], status: CInt) throws {
      let store = try StoreInUse()
      let ran = try store.run(arguments)
      #expect(ran.ending == .status(status))
      #expect(ran.errors.hasPrefix("askcred: "))
      #expect(store.folder.names == [])
    }

    // MARK: Where it lies

    @Test func `without a home folder of one's own a path has to be given`() throws {
      let store = try StoreInUse()
      let home = try TemporaryFolder()
      var homes: [String?] = [nil, "", "relative"]
      if geteuid() == 0 {
        try Files.change(owner: 65_534, of: home.path)
        homes.append(home.path)
      }
      for place in homes {
        for arguments in [["save", "db"], ["get", "db"], ["list"], ["init", "--no-passphrase"]] {
          let ran = try store.run(arguments) {
            $0.environment["ASKCRED_STORE"] = nil
            $0.environment["HOME"] = place
            $0.directory = home.path
          }
          #expect(ran.ending == .status(1))
          #expect(ran.errors.contains("HOME"))
          #expect(home.names == [])
        }
        let given = try store.run("get", "db") { $0.environment["HOME"] = place }
        #expect(given.ending == .status(8))
      }
    }

    @Test func `it lies in the data folder, else in the home folder`() throws {
      let home = try TemporaryFolder()
      let store = try StoreInUse()
      func run(_ arguments: String..., data: String?) throws -> StoreInUse.Ran {
        try store.run(arguments) {
          $0.environment["ASKCRED_STORE"] = nil
          $0.environment["HOME"] = home.path
          $0.environment["XDG_DATA_HOME"] = data
        }
      }
      #expect(try run("init", "--no-passphrase", data: nil).ending == .status(0))
      #expect(
        Files.names(in: home(".local/share/askcred")) == ["identity.txt", "logins"])
      #expect(try run("init", "--no-passphrase", data: home("data")).ending == .status(0))
      #expect(Files.names(in: home("data/askcred")) == ["identity.txt", "logins"])
      // Only whole paths count.
      #expect(try run("init", "--no-passphrase", data: "data").ending == .status(1))
    }

    @Test func `an identity in the home folder is found by a tilde`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      try Files.copy(store("identity.txt"), to: store.folder("key"), mode: 0o600)
      try Files.remove(store("identity.txt"))
      let output = try store.succeed("get", "db") {
        $0.environment["HOME"] = store.folder.path
        $0.environment["ASKCRED_IDENTITY"] = "~/key"
      }
      #expect(output == "alice's\n")
    }

    // MARK: Whom it trusts

    @Test func `a folder that its group can write to is refused, with the command that mends it`()
      throws
    {
      let store = try StoreInUse.plain(("db", "alice"))
      for name in ["", "/logins", "/logins/.age-recipients"] {
        try Files.change(mode: 0o770, of: store.path + name)
        for arguments in [["get", "db"], ["list"], ["save", "--stdin", "db"], ["erase", "db"]] {
          let ran = try store.run(arguments, input: "u\npw\n")
          #expect(ran.ending == .status(1))
          #expect(
            ran.errors
              == Bytes(
                "askcred: cannot trust '\(store.path)\(name)': others can write to it\n"
                  + "hint: run: chmod go-w '\(store.path)\(name)'\n"))
        }
        let mended = try store.shell("chmod go-w '\(store.path)\(name)'; \"$A\" get db")
        #expect(try mended.ending() == .status(0))
        #expect(mended.output == "alice's\n")
      }
    }

    // The layout of passage
    @Test func `a login that was copied to another name is refused`() throws {
      let store = try StoreInUse.plain(("github.example", "alice"))
      try Files.makeFolder(store("logins/evil.example"))
      try Files.copy(
        store.login("github.example", "alice"), to: store.login("evil.example", "alice"),
        mode: 0o600)
      let ran = try store.run("get", "evil.example")
      #expect(ran.ending == .status(1))
      #expect(ran.output == "")
      #expect(
        ran.errors.hasPrefix(
          Bytes(
            "askcred: cannot use '\(store.login("evil.example", "alice"))': it holds the login of"
              + " 'alice' for 'github.example'\n")))
    }

    @Test func `a damaged file is told by its name, and the others are there`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("db2", "bob"))
      let path = store.login("db", "alice")
      let whole = try Files.text(path)
      for damaged in ["", "x", String(whole.prefix(100))] {
        try Files.write(damaged, to: path)
        let ran = try store.run("get", "db")
        #expect(ran.ending == .status(1))
        #expect(ran.output == "")
        #expect(ran.errors.hasPrefix(Bytes("askcred: cannot read '\(path)': ")))
      }
      #expect(try store.succeed("get", "db2") == "bob's\n")
      #expect(try store.succeed("list") == "db\talice\ndb2\tbob\n")
    }

    @Test func `a recipient of an unknown type is told before the first question`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let recipients = store("logins/.age-recipients")
      let own = try Files.text(recipients)
      try Files.write(own + "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI a@b\n", to: recipients)
      let before = try store.files
      let session = try store.start("save", "db")
      #expect(try session.ending() == .status(1))
      #expect(session.screen == "")
      #expect(
        session.errors
          == Bytes(
            "askcred: cannot use '\(recipients)': line 2: unsupported recipient type 'ssh-ed25519'\n"
              + "hint: X25519 recipients are supported: age1…\n"))
      #expect(try store.files == before)
    }
  }
}

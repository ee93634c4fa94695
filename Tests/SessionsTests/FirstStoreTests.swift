// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `The first login makes the store` {
    @Test func `the first save asks for the login, then for a passphrase, and makes the store`()
      throws
    {
      let store = try StoreInUse()
      let session = try store.start("save", "https://git.example.com")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      try session.wait(for: "passphrase protects its key")
      #expect(store.folder.names == [])
      try session.choosePassphrase("opensesame")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "")
      #expect(session.errors == "")
      #expect(try session.terminal.settings == session.before)
      for secret in ["secret", "opensesame"] as [Bytes] {
        #expect(!session.screen.contains(secret))
      }
      #expect(
        Set(try store.files.keys) == [
          "identity.age", "logins", "logins/.age-recipients",
          "logins/https:%2F%2Fgit.example.com", "logins/https:%2F%2Fgit.example.com/alice.age",
        ])
      #expect(try store.succeed("list") == "https://git.example.com\talice\n")
      #expect(try store.run("get", "https://git.example.com").ending == .status(9))
    }

    @Test func `an empty passphrase is none, and that is said`() throws {
      let store = try StoreInUse()
      let session = try store.start("save", "db")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      try session.choosePassphrase("")
      #expect(try session.ending() == .status(0))
      #expect(
        session.errors
          == Bytes(
            "askcred: the store's key has no passphrase: who can read '\(store.path)' can read the"
              + " logins\n"))
      #expect(try Files.text(store("identity.txt")).contains("AGE-SECRET-KEY-1"))
      #expect(try store.succeed("get", "db") == "secret\n")
    }

    @Test func `passphrases that differ are asked for again`() throws {
      let store = try StoreInUse()
      let session = try store.start("init")
      try session.answer("New passphrase (empty: none): ", "one")
      try session.answer("New passphrase (again): ", "two")
      try session.wait(for: "differ")
      try session.choosePassphrase("")
      #expect(try session.ending() == .status(0))
    }

    @Test(arguments: 0...2)
    func `a first save that is cancelled leaves nothing`(answered: Int) throws {
      let store = try StoreInUse()
      let session = try store.start("save", "db")
      let prompts = ["Account Name: ", "Password: ", "New passphrase (empty: none): "]
      for prompt in prompts.prefix(answered) { try session.answer(prompt, "x") }
      try session.wait(for: prompts[answered])
      try session.type(Key.endOfFile)
      #expect(try session.ending() == .status(3))
      #expect(store.folder.names == [])
    }

    @Test func `an account that is too long for a file's name makes no store`() throws {
      let store = try StoreInUse()
      let session = try store.start("save", "db")
      try session.answer("Account Name: ", String(repeating: "a", count: 252))
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(7))
      #expect(session.errors.contains("256 bytes"))
      #expect(store.folder.names == [])
    }

    @Test func `a key that is there is never replaced by a first save or by init`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      try Files.remove(store("logins/.age-recipients"))
      let before = try store.files
      let hint = Bytes(
        "hint: to use it, run: askcred init --identity '\(store("identity.txt"))'\n")
      for arguments in [["save", "db"], ["init", "--no-passphrase"]] {
        let session = try store.start(arguments[0], arguments[1])
        #expect(try session.ending() == .status(1))
        #expect(session.screen == "")
        #expect(session.errors.hasSuffix(hint))
        #expect(try store.files == before)
      }
      try store.succeed("init", "--no-passphrase", "--identity", store("identity.txt"))
      #expect(try store.succeed("get", "db") == "alice's\n")
    }
  }
}

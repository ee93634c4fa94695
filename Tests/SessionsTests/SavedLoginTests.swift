// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Saving over a saved login` {
    private func values(_ store: StoreInUse, _ service: String = "db") throws -> Bytes {
      try store.succeed("get", "-f", "lines", service)
    }

    @Test func `Enter keeps either, and nothing is written`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let before = try store.files
      let session = try store.start("save", "db")
      try session.answer("Account Name [alice]: ", "")
      try session.answer("Password [saved]: ", "")
      #expect(try session.ending() == .status(0))
      #expect(session.errors == "")
      #expect(try store.files == before)
      #expect(try store.succeed("get", "db") == "alice's\n")
    }

    @Test func `a new password takes the place of the saved one`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let session = try store.start("save", "db")
      try session.answer("Account Name [alice]: ", "")
      try session.answer("Password [saved]: ", "new")
      #expect(try session.ending() == .status(0))
      #expect(try values(store) == "alice\nnew\n")
      #expect(try store.succeed("list") == "db\talice\n")
    }

    @Test func `a changed account keeps its password, and the former name goes`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let session = try store.start("save", "db")
      try session.answer("Account Name [alice]: ", "bob")
      try session.answer("Password [saved]: ", "")
      #expect(try session.ending() == .status(0))
      #expect(try values(store) == "bob\nalice's\n")
      #expect(try store.succeed("list") == "db\tbob\n")
    }

    @Test func `a changed account with a new password is a second login`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let session = try store.start("save", "db")
      try session.answer("Account Name [alice]: ", "bob")
      try session.answer("Password [saved]: ", "new")
      #expect(try session.ending() == .status(0))
      #expect(try store.succeed("list") == "db\talice\ndb\tbob\n")
      #expect(try store.succeed("get", "-u", "alice", "db") == "alice's\n")
      #expect(try store.succeed("get", "-u", "bob", "db") == "new\n")
    }

    @Test func `with the password its fields and its expiry are kept`() throws {
      let store = try StoreInUse.plain()
      try store.succeed(
        "save", "--stdin", "--expires", "2099-01-01T00:00:00Z", "--secret-field", "code", "db",
        input: "alice\nsecret\n123456\n")
      let session = try store.start("save", "--set", "realm=home", "db")
      try session.answer("Account Name [alice]: ", "bob")
      try session.answer("Password [saved]: ", "")
      #expect(try session.ending() == .status(0))
      #expect(try store.succeed("get", "--part", "code", "db") == "123456\n")
      #expect(try store.succeed("get", "--part", "realm", "db") == "home\n")
      #expect(try store.succeed("get", "-f", "json", "db").contains("2099-01-01T00:00:00Z"))
    }

    @Test func `a cancelled change leaves every file as it was`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let before = try store.files
      let session = try store.start("save", "db")
      try session.answer("Account Name [alice]: ", "bob")
      try session.wait(for: "Password [saved]: ")
      try session.type(Key.endOfFile)
      #expect(try session.ending() == .status(3))
      #expect(try store.files == before)
    }

    @Test func `of several accounts TAB completes the one that is begun`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("db", "bob"))
      let session = try store.start("save", "db")
      try session.wait(for: "Account Name: ")
      try session.type("al" + Key.tab)
      try session.wait(for: "alice")
      try session.type(Key.enter)
      try session.answer("Password [saved]: ", "new")
      #expect(try session.ending() == .status(0))
      #expect(try store.succeed("get", "-u", "alice", "db") == "new\n")
      #expect(try store.succeed("get", "-u", "bob", "db") == "bob's\n")
    }

    @Test func `a third account beside two has no saved password to keep`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("db", "bob"))
      let session = try store.start("save", "db")
      try session.answer("Account Name: ", "carol")
      try session.answer("Password: ", "new")
      #expect(try session.ending() == .status(0))
      #expect(try store.succeed("list") == "db\talice\ndb\tbob\ndb\tcarol\n")
      #expect(try store.succeed("get", "-u", "alice", "db") == "alice's\n")
    }

    @Test func `an account that is given is the one whose password is kept`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("db", "bob"))
      let before = try store.files
      let session = try store.start("save", "-u", "bob", "db")
      try session.answer("Password [saved]: ", "")
      #expect(try session.ending() == .status(0))
      #expect(try store.files == before)
      let other = try store.start("save", "-u", "carol", "db")
      try other.answer("Password: ", "new")
      #expect(try other.ending() == .status(0))
    }

    @Test func `a login of the bare host is none of https to be saved over`() throws {
      let store = try StoreInUse.plain(("h.example", "alice"))
      let session = try store.start("save", "https://h.example")
      try session.answer("Account Name: ", "bob")
      try session.answer("Password: ", "new")
      #expect(try session.ending() == .status(0))
      #expect(try store.succeed("list") == "h.example\talice\nhttps://h.example\tbob\n")
    }

    // pass-code#1
    @Test func `a wrong passphrase while a login is changed leaves every file as it was`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let before = try store.files
      let session = try store.start("save", "db")
      try session.answer("Account Name [alice]: ", "bob")
      try session.answer("Password [saved]: ", "")
      for passphrase in ["open", "sesame", "opensesame "] {
        try session.answer("Passphrase: ", passphrase)
      }
      #expect(try session.ending() == .status(5))
      #expect(session.errors.contains("passphrase"))
      #expect(try store.files == before)
      // A new password needs none.
      let other = try store.start("save", "db")
      try other.answer("Account Name [alice]: ", "")
      try other.answer("Password [saved]: ", "new")
      #expect(try other.ending() == .status(0))
    }
  }
}

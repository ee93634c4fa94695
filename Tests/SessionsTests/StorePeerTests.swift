// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// The store's files and those of the program age, each in the other's hands.
  @Suite(
    .enabled(
      if: Sessions.has("/usr/bin/age") && Sessions.has("/usr/bin/age-keygen"),
      "not installed: age"))
  struct `The store and age` {
    @Test func `age alone gets everything out`() throws {
      let store = try StoreInUse.plain(("https://h.example", "alice"), ("db", "bob"))
      try store.succeed(
        "save", "--stdin", "--no-account", "--multiline", "key", input: "line 1\nline 2\n")
      let session = try store.shell(
        """
        cd '\(store("logins"))' || exit
        find . -name '*.age' | LC_ALL=C sort | while read -r file
        do printf '<%s>\\n' "$file"; age -d -i ../identity.txt "$file" || exit; done
        """)
      #expect(try session.ending() == .status(0))
      #expect(
        session.output == """
          <./db/bob.age>
          bob's
          service: db
          username: bob
          <./https:%2F%2Fh.example/alice.age>
          alice's
          service: https://h.example
          username: alice
          <./key/%.age>

          password-base64: bGluZSAxCmxpbmUgMgo=
          service: key

          """)
    }

    @Test func `age opens the identity with its passphrase, and with it the logins`() throws {
      let store = try StoreInUse()
      try store.succeed("init", "--stdin", input: "opensesame\n")
      try store.succeed("save", "--stdin", "db", input: "alice\nsecret\n")
      let session = try store.shell(
        "age -d -i '\(store("identity.age"))' '\(store.login("db", "alice"))'")
      try session.wait(for: "passphrase for identity file")
      try session.type("opensesame\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret\nservice: db\nusername: alice\n")
    }

    @Test(arguments: ["", "-a "])
    func `a file that age wrote for the recipients is given with a warning`(armor: String) throws {
      let store = try StoreInUse.plain()
      let session = try store.shell(
        """
        mkdir -m 700 '\(store("logins/by hand"))' || exit
        printf 'pw: "x"\\nurl: https://x\\n' |
        age \(armor)-R '\(store("logins/.age-recipients"))' -o '\(store.login("by hand", "alice"))'
        """)
      #expect(try session.ending() == .status(0))
      #expect(try store.succeed("list") == "by hand\talice\n")
      let ran = try store.run("get", "by hand")
      #expect(ran.ending == .status(0))
      #expect(ran.output == "pw: \"x\"\n")
      #expect(
        ran.errors
          == Bytes(
            "askcred: the login for 'by hand' does not say whose it is: made by hand, or by another"
              + " program\n"))
      #expect(try store.run("get", "-q", "by hand").errors == "")
      #expect(try store.succeed("get", "-q", "--part", "account", "by hand") == "alice\n")
    }

    @Test func `an identity that age-keygen made is taken, and its file left alone`() throws {
      let store = try StoreInUse()
      let key = store.folder("key")
      #expect(try store.shell("age-keygen -o '\(key)'").ending() == .status(0))
      let before = try Files.bytes(key)
      try store.succeed("init", "--no-passphrase", "--identity", key)
      try store.succeed("save", "--stdin", "db", input: "alice\nsecret\n")
      #expect(try store.succeed("get", "db") == "secret\n")
      let session = try store.shell("age -d -i '\(key)' '\(store.login("db", "alice"))'")
      #expect(try session.ending() == .status(0))
      #expect(session.output.hasPrefix("secret\n"))
      #expect(try Files.bytes(key) == before)
      // In a container the key comes from elsewhere.
      try Files.remove(store("identity.txt"))
      let given = try store.run("get", "db") { $0.environment["ASKCRED_IDENTITY"] = key }
      #expect(given.output == "secret\n")
    }

    @Test func `an identity that age -p encrypted is opened with its passphrase`() throws {
      let store = try StoreInUse()
      let key = store.folder("key.age")
      let made = try store.shell("age-keygen 2>/dev/null | age -p >'\(key)'")
      try made.answer("passphrase", "opensesame")
      try made.answer("onfirm passphrase", "opensesame")
      #expect(try made.ending() == .status(0))
      let session = try store.start("init", "--no-passphrase", "--identity", key)
      try session.answer("Passphrase: ", "opensesame")
      #expect(try session.ending() == .status(0))
      try store.succeed("save", "--stdin", "db", input: "alice\nsecret\n")
      #expect(try store.succeed("get", "db") == "secret\n")
    }

    @Test func `who is added reads with age what was saved, and who is removed does not`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let key = store.folder("key")
      let made = try store.shell("age-keygen -o '\(key)'; age-keygen -y '\(key)'")
      #expect(try made.ending() == .status(0))
      let recipient = String(made.output.text.dropLast())
      let decrypt = "age -d -i '\(key)' '\(store.login("db", "alice"))'"

      let added = try store.run("recipients", "add", recipient)
      #expect(added.ending == .status(0))
      #expect(added.errors == "askcred: 1 login encrypted anew\n")
      #expect(try store.succeed("recipients").text.split(separator: "\n").last! == recipient)
      #expect(try store.shell(decrypt).ending() == .status(0))
      try store.succeed("recipients", "remove", recipient)
      #expect(try store.shell(decrypt).ending() == .status(1))
      #expect(try store.succeed("get", "db") == "alice's\n")
    }
  }
}

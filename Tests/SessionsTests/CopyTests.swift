// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// copy, from one backend to another.
  @Suite struct `Logins that are copied` {
    private let gitFile = """
      https://alice:pw%201@git.example.com
      http://bob:b@plain.example:8080
      # no login

      """

    @Test func `out of git's plain file, into the encrypted store`() throws {
      let store = try StoreInUse.plain()
      let file = store.folder("git")
      try Files.write(gitFile, to: file)
      let moved = try store.run(
        "copy", "--all", "--from", "git-credentials:\(file)", "--move")
      #expect(moved.ending == .status(0))
      #expect(moved.output == "")
      #expect(moved.errors == "askcred: 2 logins moved\n")
      #expect(try Files.text(file) == "# no login\n")
      #expect(
        try store.succeed("list")
          == "http://plain.example:8080\tbob\nhttps://git.example.com\talice\n")
      #expect(try store.succeed("get", "https://git.example.com") == "pw 1\n")
      #expect(try store.succeed("get", "http://plain.example:8080") == "b\n")
    }

    @Test func `one login, under another name, and again`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("db2", "bob"))
      let to = "netrc:\(store.folder("netrc"))"
      for errors in ["askcred: 1 login copied\n", "askcred: 0 logins copied, 1 there already\n"] {
        let copied = try store.run(
          "copy", "db", "--from", "store", "--to", to, "--as", "h.example")
        #expect(copied.ending == .status(0))
        #expect(copied.errors == Bytes(errors))
        #expect(
          try Files.text(store.folder("netrc"))
            == "machine h.example login \"alice\" password \"alice's\"\n")
      }
      #expect(try store.succeed("list") == "db\talice\ndb2\tbob\n")
      #expect(try store.run("copy", "-q", "db", "--from", "store", "--to", to).errors == "")
    }

    @Test func `a login that differs is replaced by force alone, and nothing else is copied`()
      throws
    {
      let store = try StoreInUse.plain(("a.example", "alice"), ("b.example", "bob"))
      let file = store.folder("netrc")
      let text = "machine b.example login bob password other # mine\n"
      try Files.write(text, to: file)
      let words = ["copy", "--all", "--move", "--from", "store", "--to", "netrc:\(file)"]
      let refused = try store.run(words)
      #expect(refused.ending == .status(1))
      #expect(
        refused.errors
          == Bytes(
            "askcred: the file '\(file)' has another login of 'bob' for 'b.example'\n"
              + "hint: '--force' replaces it\n"))
      #expect(try Files.text(file) == text)
      #expect(try store.succeed("list") == "a.example\talice\nb.example\tbob\n")

      let forced = try store.run(words + ["--force"])
      #expect(forced.ending == .status(0))
      #expect(
        try Files.text(file) == """
          machine b.example login bob password "bob's" # mine
          machine a.example login "alice" password "alice's"

          """)
      #expect(try store.succeed("list") == "")
    }

    @Test func `what the other backend cannot carry stops all of it`() throws {
      let store = try StoreInUse.plain(("a.example", "alice"))
      try store.succeed("save", "--stdin", "-u", "bob", "b.example", input: "tab\there\n")
      let file = store.folder("netrc")
      let refused = try store.run(
        "copy", "--all", "--move", "--from", "store", "--to", "netrc:\(file)")
      #expect(refused.ending == .status(7))
      #expect(!Files.exists(file))
      #expect(try store.succeed("list") == "a.example\talice\nb.example\tbob\n")

      try store.succeed(
        "save", "--stdin", "-u", "c", "c.example", "--expires", "+1h", input: "p\n")
      let expiring = try store.run(
        "copy", "c.example", "--from", "store", "--to", "netrc:\(file)")
      #expect(expiring.ending == .status(7))
      #expect(!Files.exists(file))
    }

    @Test func `a login is not moved to where it is`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let file = store.folder("netrc")
      try Files.write("machine h.example login a password b\n", to: file)
      try Files.link(store.folder("link"), to: "netrc")
      for (from, to, service) in [
        ("store", "store", "db"), ("store", "store:\(store.path)/", "db"),
        ("netrc:\(file)", "netrc:\(store.folder("link"))", "h.example"),
      ] {
        let refused = try store.run("copy", service, "--move", "--from", from, "--to", to)
        #expect(refused.ending == .status(2))
      }
      let renamed = try store.run(
        "copy", "h.example", "--move", "--from", "netrc:\(file)", "--to", "netrc:\(file)",
        "--as", "https://h.example")
      #expect(renamed.ending == .status(2))
      #expect(try Files.text(file) == "machine h.example login a password b\n")
      #expect(try store.succeed("get", "db") == "alice's\n")
      // Another name is another place.
      try store.succeed("copy", "db", "--move", "--from", "store", "--as", "db2")
      #expect(try store.succeed("list") == "db2\talice\n")
    }

    @Test func `every part is copied and compared`() throws {
      let store = try StoreInUse.plain()
      try store.succeed(
        "save", "--stdin", "-u", "alice", "--secret-field", "pin", "--set", "realm=r", "db",
        "--expires", "2099-12-31T23:59:59Z", input: "pw\n1234\n")
      let file = store.folder("logins.json")
      try store.succeed("copy", "--all", "--from", "store", "--to", "json:\(file)")
      #expect(
        try Files.text(file) == """
          [
          {"service":"db","account":"alice","password":"pw",\
          "fields":{"pin":"1234","realm":"r"},"expires":"2099-12-31T23:59:59Z"}
          ]

          """)
      try store.succeed("erase", "db")
      try store.succeed("copy", "db", "--from", "json:\(file)", "--move")
      #expect(try Files.text(file) == "[\n\n]\n")
      #expect(try store.succeed("get", "-f", "lines", "db") == "alice\npw\n1234\nr\n")
    }

    @Test(arguments: [
      ("netrc", "machine a.example login u password old\nmachine a.example login u password new\n"),
      ("git-credentials", "https://u:old@a.example\nhttps://u:new@a.example\n"),
      ("json", #"[{"service":"a","password":"old"},{"service":"a","password":"new"}]"#),
    ])
    func `a login that a file has twice is not moved where the two differ`(
      format: String, text: String
    ) throws {
      let store = try StoreInUse.plain()
      let file = store.folder("file")
      try Files.write(text, to: file)
      let refused = try store.run("copy", "--all", "--move", "--from", "\(format):\(file)")
      #expect(refused.ending == .status(1))
      #expect(refused.errors.contains("and they differ\nhint: "))
      #expect(try Files.text(file) == text)
      #expect(try store.succeed("list") == "")
      // A copy takes the one that is read.
      try store.succeed("copy", "--all", "--from", "\(format):\(file)", "--as", "copied")
      #expect(try store.succeed("get", "copied") == "old\n")
    }

    @Test(arguments: [
      ("netrc", "machine h login u account mine password p\n"),
      ("json", #"[{"service":"h","account":"u","password":"p","note":"keep"}]"#),
    ])
    func `a login of which something would be lost is copied and not moved`(
      format: String, text: String
    ) throws {
      let store = try StoreInUse.plain()
      let file = store.folder("file")
      try Files.write(text, to: file)
      let refused = try store.run("copy", "h", "--move", "--from", "\(format):\(file)")
      #expect(refused.ending == .status(1))
      #expect(
        refused.errors
          == Bytes(
            "askcred: cannot move the login of 'u' for 'h': '\(file)' says more of it than would be "
              + "moved\nhint: without '--move' it is copied\n"))
      #expect(try store.succeed("list") == "")
      try store.succeed("copy", "h", "--from", "\(format):\(file)")
      #expect(try store.succeed("get", "h") == "p\n")
      #expect(try Files.text(file) == text)
    }

    @Test func `what stops a copy is said of the login that it is about`() throws {
      let store = try StoreInUse.plain(("a.example", "alice"))
      try store.succeed(
        "save", "--stdin", "-u", "bob", "--expires", "+1h", "b.example", input: "p\n")
      let expiring = try store.run("copy", "--all", "--from", "store", "--to", "netrc:/tmp/none")
      #expect(
        expiring.errors == """
          askcred: cannot copy the login of 'bob' for 'b.example': format 'netrc' has no place for \
          the time at which a login expires

          """)
      let file = store.folder("cifs")
      try store.succeed("save", "--stdin", "-u", "u", "-b", "cifs:\(file)", input: "p\n")
      let other = try store.run("copy", "a.example", "--from", "store", "--to", "cifs:\(file)")
      #expect(
        other.errors
          == Bytes(
            "askcred: the file '\(file)' has another login of 'u'\nhint: '--force' replaces it\n"))
      let unnamed = try store.run("copy", "--all", "--from", "cifs:\(file)")
      #expect(unnamed.ending == .status(2))
      #expect(
        unnamed.errors
          == Bytes(
            "askcred: the file '\(file)' does not say what its login is for\n"
              + "hint: say it with '--as SERVICE'\n"))
      try store.succeed("save", "--stdin", "-u", "alice", "c.example", input: "p\n")
      let several = try store.run(
        "copy", "--all", "--from", "store", "--as", "one", "--to", "json:x")
      #expect(several.ending == .status(2))
      #expect(
        several.errors.contains(
          "askcred: several logins would become one, login of 'alice' for 'one'\n"))
    }

    @Test func `a login that is there already is moved by being erased`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let file = store.folder("logins.json")
      try store.succeed("copy", "db", "--from", "store", "--to", "json:\(file)")
      let moved = try store.run("copy", "db", "--move", "--from", "json:\(file)")
      #expect(moved.errors == "askcred: 1 login moved, 1 there already\n")
      #expect(try Files.text(file) == "[\n\n]\n")
      #expect(try store.succeed("get", "db") == "alice's\n")
    }

    @Test func `a long run shows on the terminal how far it is, and leaves one line`() throws {
      let store = try StoreInUse()
      let lines = (1...400).map { "https://u:p@h\($0).example\n" }
      try Files.write(lines.joined(), to: store.folder("git"))
      let session = try store.shell(
        "exec \"$A\" copy --all --from git-credentials:git --to json:logins 2>/dev/tty"
      ) { $0.directory = store.folder.path }
      #expect(try session.ending(within: .seconds(60)) == .status(0))
      #expect(session.screen.contains(" of 400\r"))
      #expect(session.screen.text.hasSuffix("\raskcred: 400 logins copied\r\n"))
      let rest = session.screen.text.split(separator: "\r").filter { !$0.contains(" of 400") }
      #expect(
        rest.allSatisfy {
          $0.allSatisfy { $0 == " " } || $0.contains("400 logins copied") || $0 == "\n"
        })
    }

    @Test func `what is not there is said`() throws {
      let store = try StoreInUse.plain()
      let nothing = try store.run("copy", "db", "--from", "store", "--to", "netrc:/nonexistent")
      #expect(nothing.ending == .status(8))
      let empty = try store.run(
        "copy", "--all", "--from", "json:\(store.folder("none"))", "--to", "store")
      #expect(empty.ending == .status(0))
      #expect(empty.errors == "askcred: 0 logins copied\n")
    }

    @Test func `a locked store asks once for all`() throws {
      let store = try StoreInUse.locked("db", "alice")
      try store.succeed("lock")
      let file = store.folder("logins.json")
      let session = try store.start("copy", "--all", "--from", "store", "--to", "json:\(file)")
      try session.answer("Passphrase: ", "opensesame")
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(file).contains(#""password":"alice's""#))
      try store.succeed("lock")
    }
  }
}

// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// `get --ask`, and keys that are not what they should be.
  @Suite struct `Asked for and kept` {
    @Test func `what was typed is printed without being read back from a locked store`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let ran = try store.run("get", "--ask", "--stdin", "new", input: "bob\nb's\n")
      #expect(ran.output == "b's\n")
      #expect(ran.ending == .status(0))
      #expect(try store.succeed("list") == "db\talice\nnew\tbob\n")
    }

    @Test func `another account than the one that the check refused is printed`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let ran = try store.run(
        "get", "--ask", "--stdin", "--check", "test \"$ASKCRED_ACCOUNT\" = bob", "db",
        input: "bob\nb's\n")
      #expect(ran.output == "b's\n")
      #expect(ran.ending == .status(0))
    }

    @Test func `a password that the check accepts is not asked for`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let ran = try store.run("get", "--ask", "--no-input", "--check", "grep -q alice", "db")
      #expect(ran.output == "alice's\n")
      #expect(ran.ending == .status(0))
    }

    @Test(arguments: [
      ("netrc", "http://h.example"), ("netrc", "h.example:80"), ("git", "word"),
      ("git-credentials", "word"), ("mycnf", "a]b"),
    ])
    func `a service that the format has no name for is refused before the first question`(
      format: String, service: String
    ) throws {
      let store = try StoreInUse.plain()
      for words in [
        ["get", "--ask", "-f", format, service],
        ["exec", "--ask", "-f", format, "--fd", "3", service, "--", "true"],
        ["exec", "-f", format, "--as", service, "--fd", "3", "--", "true"],
      ] {
        let session = try store.start(words)
        #expect(try session.ending() == .status(7))
        #expect(session.screen == "")
      }
      #expect(try store.succeed("list") == "")
    }

    @Test(
      arguments: [
        ("json", [0x62, 0x0A, 0xFF, 0x0A]), ("userpass", "a:b\npw\n"), ("netrc", "bob\na\tb\n"),
      ] as [(String, Bytes)])
    func `an answer that cannot be used is not saved`(format: String, answers: Bytes) throws {
      let store = try StoreInUse.plain()
      for words in [
        ["get", "--ask", "--stdin", "-f", format, "h.example"],
        ["exec", "--ask", "--stdin", "-f", format, "--fd", "3", "h.example", "--", "true"],
      ] {
        let ran = try store.run(words) { $0.input = .bytes(answers) }
        #expect(ran.ending == .status(7))
        #expect(ran.output == "")
      }
      #expect(try store.succeed("list") == "")
    }

    @Test func `a new password keeps what a file says beside it`() throws {
      let store = try StoreInUse.plain()
      let file = store.folder("cifs")
      try Files.write("username=u\npassword=old\ndomain=CORP\nuid=5\n", to: file)
      try store.succeed("save", "--stdin", "-u", "u", "-b", "cifs:\(file)", input: "new\n")
      #expect(try Files.text(file) == "username=u\npassword=new\ndomain=CORP\nuid=5\n")
      try store.succeed(
        "save", "--stdin", "-u", "u", "--set", "domain=HOME", "-b", "cifs:\(file)", input: "new\n")
      #expect(try Files.text(file) == "username=u\npassword=new\ndomain=HOME\nuid=5\n")
    }

    @Test(arguments: [
      ("json", #"[{"service":"db","account":"alice","password":"old","note":"keep"}]"#),
      ("netrc", "machine db login alice account extra password old\n"),
      ("netrc", "machine db login alice password one\nmachine db login alice password two\n"),
    ])
    func `a login of which something would be lost is not renamed`(
      format: String, text: String
    ) throws {
      let store = try StoreInUse.plain()
      let file = store.folder("file")
      try Files.write(text, to: file)
      let session = try store.start("save", "-b", "\(format):\(file)", "db")
      try session.answer("Account Name [alice]: ", "carol")
      try session.answer("Password [saved]: ", "")
      #expect(try session.ending() == .status(1))
      #expect(session.errors.contains("hint: erase it, and save it under the other account\n"))
      #expect(try Files.text(file) == text)
    }

    @Test func `a key that is missing or damaged is not one without a passphrase`() throws {
      let store = try StoreInUse.locked("db", "alice")
      try Files.write("", to: store("identity.age"))
      #expect(try store.run("unlock").ending == .status(1))
      try Files.remove(store("identity.age"))
      #expect(try store.run("unlock").ending == .status(9))
    }

    @Test func `a login with more fields than can be read back is refused`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let before = try store.files
      let fields = (0..<4001).flatMap { ["--set", "f\($0)=v"] }
      let ran = try store.run(
        ["save", "--stdin", "-u", "alice"] + fields + ["db"], input: "new\n")
      #expect(ran.ending == .status(7))
      #expect(ran.errors == "askcred: a login has at most 4000 fields\n")
      #expect(try store.files == before)
    }

    @Test func `saving an account alone over a login keeps its password`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      try store.succeed(
        "save", "--stdin", "--no-password", "--set", "realm=home", "db", input: "alice\n")
      #expect(try store.succeed("get", "db") == "alice's\n")
      #expect(try store.succeed("get", "--part", "realm", "db") == "home\n")
    }
  }
}

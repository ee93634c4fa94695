// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Files of database clients and web servers` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// askcred without a terminal, to its end. The folder is the home folder.
    @discardableResult
    private func run(
      _ arguments: String..., input: String? = nil, with change: (inout Launch) -> Void = { _ in }
    ) throws -> Session {
      let session = try Session {
        $0.arguments = arguments
        $0.isControlled = false
        $0.input = input.map { .bytes(Bytes($0)) } ?? .null
        $0.environment["HOME"] = folder.path
        change(&$0)
      }
      _ = try session.ending()
      return session
    }

    // railwayapp/cli#1027
    @Test(arguments: [("pgpass", ".pgpass"), ("mycnf", ".my.cnf")])
    func `a file is for its owner alone after every write, whatever the mask`(
      backend: String, name: String
    ) throws {
      for account in ["alice", "bob"] {
        let session = try run(
          "save", "--stdin", "-b", backend, "db", input: "\(account)\npw\n"
        ) { $0.creationMask = 0 }
        #expect(try session.ending() == .status(0))
        #expect(try Files.mode(folder(name)) == 0o600)
      }
      #expect(try run("get", "-b", backend, "-u", "bob", "db").output == "pw\n")
      #expect(try run("erase", "-b", backend, "-u", "bob", "db").ending() == .status(0))
      #expect(try Files.mode(folder(name)) == 0o600)
      #expect(folder.names == [name])
    }

    @Test(arguments: [
      ("pgpass", "640", "600"), ("pgpass", "0604", "600"), ("mycnf", "666", "664"),
    ])
    func `a mode with which no reader takes the file is refused before the first question`(
      backend: String, mode: String, widest: String
    ) throws {
      let session = try run(
        "save", "--stdin", "--mode", mode, "-b", backend, "db", input: "alice\npw\n")
      #expect(try session.ending() == .status(2))
      #expect(session.errors.hasPrefix("askcred: mode "))
      #expect(session.errors.hasSuffix(Bytes("\nhint: the widest that they take is \(widest)\n")))
      #expect(folder.names == [])
    }

    @Test func `a file that its readers ignore for its mode gets one that they take`() throws {
      try Files.write("*:*:*:bob:pw\n", to: folder(".pgpass"), mode: 0o644)
      try Files.write("[mysqld]\n", to: folder(".my.cnf"), mode: 0o646)
      for backend in ["pgpass", "mycnf"] {
        #expect(
          try run("save", "--stdin", "-b", backend, "db", input: "a\npw\n").ending() == .status(0))
      }
      #expect(try Files.mode(folder(".pgpass")) == 0o600)
      #expect(try Files.mode(folder(".my.cnf")) == 0o644)
    }

    @Test func `an htpasswd file has the wanted mode, and keeps it`() throws {
      let backend = "htpasswd:\(folder("users"))"
      #expect(
        try run("save", "--stdin", "--mode", "640", "-b", backend, input: "alice\npw\n").ending()
          == .status(0))
      #expect(try Files.mode(folder("users")) == 0o640)
      #expect(
        try run("save", "--stdin", "-b", backend, input: "bob\npw\n").ending() == .status(0))
      #expect(try Files.mode(folder("users")) == 0o640)
      #expect(try run("list", "-b", backend).output == "\talice\n\tbob\n")
      #expect(try run("erase", "-b", backend, "-u", "alice").ending() == .status(0))
      #expect(try run("list", "-b", backend).output == "\tbob\n")
    }

    @Test func `no password comes out of an htpasswd file, and none is asked for in its place`()
      throws
    {
      let backend = "htpasswd:\(folder("users"))"
      try run("save", "--stdin", "-b", backend, input: "alice\npw\n")
      for more in [[], ["-u", "alice"], ["-u", "nobody"], ["--ask", "-u", "nobody"]] {
        let session = try run("get", "-b", backend) { $0.arguments += more }
        #expect(try session.ending() == .status(1))
        #expect(session.output == [])
        #expect(
          session.errors
            == Bytes(
              "askcred: cannot read a password from the file '\(folder("users"))': it keeps only"
                + " hashes\n"))
      }
    }

    @Test func `nothing that an htpasswd file cannot give back is offered to be kept`() throws {
      let backend = "htpasswd:\(folder("users"))"
      try run("save", "--stdin", "-b", backend, input: "alice\npw\n")
      let session = try Session("save", "-b", backend)
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "new")
      #expect(try session.ending() == .status(0))
      #expect(try run("list", "-b", backend).output == "\talice\n")
    }

    @Test(arguments: [
      ("pgpass", "h:1:d:a:p\nhello\n", "line 2: it has fewer than five fields"),
      ("mycnf", "user=a\n", "line 1: an option stands before the first group"),
      ("htpasswd", "a:b\n#\nhello\n", "line 3: there is no colon in it"),
    ])
    func `a file of another kind is left alone, and its line is named`(
      backend: String, text: String, why: String
    ) throws {
      try Files.write(text, to: folder("file"))
      let choice = "\(backend):\(folder("file"))"
      let saving = try run("save", "--stdin", "-b", choice, "db", input: "a\npw\n")
      for session in [saving, try run("list", "-b", choice)] {
        #expect(try session.ending() == .status(1))
        #expect(session.errors == Bytes("askcred: cannot use '\(folder("file"))': \(why)\n"))
      }
      #expect(try Files.text(folder("file")) == text)
      #expect(folder.names == ["file"])
    }

    @Test(arguments: [("pgpass", "4:K\\1"), ("mycnf", "Pa#s\"o\\s")])
    func `what was saved is printed in the form of another program`(
      backend: String, password: String
    ) throws {
      try run("save", "--stdin", "-b", backend, "db", input: "alice\n\(password)\n")
      #expect(try run("get", "-b", backend, "db").output == Bytes("\(password)\n"))
      let printed = try run("get", "-b", backend, "-f", "mycnf", "--as", "client", "db").output
      let escaped = password.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      #expect(
        printed == Bytes("[client]\nuser = \"alice\"\npassword = \"\(escaped)\"\n"))
    }
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// save, get, list and erase on a file that other programs read their logins from.
  @Suite struct `Logins in a file of other programs` {
    private let store: StoreInUse
    private let folder: TemporaryFolder

    init() throws {
      store = try StoreInUse()
      folder = store.folder
    }

    private func backend(_ name: String, _ format: String = "netrc") -> String {
      "\(format):\(folder(name))"
    }

    private func save(
      _ account: String, _ password: String, for service: String = "h.example", in backend: String,
      _ change: (inout Launch) -> Void = { _ in }
    ) throws {
      try store.succeed(
        "save", "--stdin", "-b", backend, "-u", account, service, input: "\(password)\n",
        with: change)
    }

    // MARK: Its content

    @Test func `a login is saved where its readers look, and had back`() throws {
      let home = folder.path
      func run(_ arguments: String..., input: String? = nil) throws -> StoreInUse.Ran {
        try store.run(arguments, input: input) {
          $0.environment["HOME"] = home
          $0.environment["ASKCRED_BACKEND"] = "netrc"
        }
      }
      let saved = try run("save", "--stdin", "https://api.example.com", input: "al\nsu#p \"x\n")
      #expect(saved.ending == .status(0))
      #expect(folder.names == [".netrc"])
      #expect(
        try Files.text(folder(".netrc"))
          == #"machine api.example.com login "al" password "su#p \"x""# + "\n")
      #expect(try run("get", "https://api.example.com").output == "su#p \"x\n")
      #expect(try run("get", "-n", "API.example.com").output == "su#p \"x")
      #expect(try run("get", "http://api.example.com").ending == .status(8))
      #expect(
        try run("get", "-f", "git", "https://api.example.com").output == """
          protocol=https
          host=api.example.com
          username=al
          password=su#p "x

          """)
      #expect(try run("list").output == "api.example.com\tal\n")
      #expect(try run("erase", "api.example.com").ending == .status(0))
      #expect(try run("erase", "api.example.com").ending == .status(8))
      #expect(try Files.text(folder(".netrc")) == "")
      let git = try run(
        "save", "--stdin", "-b", "git-credentials", "https://api.example.com", input: "al\np w\n")
      #expect(git.ending == .status(0))
      #expect(
        try Files.text(folder(".git-credentials")) == "https://al:p%20w@api.example.com\n")
      #expect(folder.names == [".git-credentials", ".netrc"])
    }

    @Test func `what is saved is offered, and Enter keeps it`() throws {
      try save("alice", "a's", in: backend("f"))
      let text = try Files.text(folder("f"))
      let number = try Files.number(folder("f"))
      let session = try store.start("save", "-b", backend("f"), "https://h.example")
      try session.answer("Account Name [alice]: ", "")
      try session.answer("Password [saved]: ", "")
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("f")) == text)
      #expect(try Files.number(folder("f")) == number)
    }

    @Test func `two accounts are two logins, and none is chosen`() throws {
      for format in ["netrc", "git-credentials"] {
        for account in ["bob", "alice"] {
          try save(account, "\(account)'s", for: "https://h.example", in: backend("f", format))
        }
        let ran = try store.run("get", "-b", backend("f", format), "https://h.example")
        #expect(ran.ending == .status(10))
        #expect(ran.errors.contains("'alice', 'bob'"))
        #expect(
          try store.succeed("get", "-b", backend("f", format), "-u", "bob", "https://h.example")
            == "bob's\n")
        try store.succeed("erase", "--all", "-b", backend("f", format), "https://h.example")
        #expect(try Files.text(folder("f")) == "")
      }
    }

    @Test(arguments: [
      ("netrc", "http://h", []), ("netrc", "h:80", []), ("netrc", "https://h/x", []),
      ("git-credentials", "word", []), ("netrc", "h", ["--no-account"]),
      ("netrc", "h", ["--expires", "+1h"]), ("netrc", "h", ["--field", "otp"]),
      ("netrc", "h", ["-u", "a\tb"]), ("netrc", "h", ["-u", "machine"]),
      ("git-credentials", "https://h", ["--multiline"]),
    ])
    func `what a file cannot carry is refused before the first question`(
      format: String, service: String, options: [String]
    ) throws {
      let ran = try store.run(["save", "-b", backend("f", format)] + options + [service]) {
        $0.isControlled = true
        $0.input = .terminal
      }
      #expect(ran.ending == .status(7))
      #expect(ran.errors.hasPrefix("askcred: format '\(format)' "))
      #expect(folder.names == [])
    }

    @Test func `a word that is no file of theirs is none, and its line is told`() throws {
      for (text, line) in [
        ("# c\nmachine h login \"a password hunter2\n", 2), ("machine h login a\0 hunter2", 1),
        ("\u{7F}ELF hunter2", 1), ("[hunter2]\nuser = x\n", 1),
      ] {
        try Files.write(text, to: folder("f"))
        for arguments in [["get", "h"], ["list"], ["erase", "h"], ["save", "h"]] {
          let ran = try store.run([arguments[0], "-b", backend("f")] + arguments.dropFirst()) {
            $0.isControlled = true
            $0.input = .terminal
          }
          #expect(ran.ending == .status(1))
          #expect(ran.errors.hasPrefix("askcred: cannot use '\(folder("f"))': line \(line): "))
          #expect(!ran.errors.contains("hunter2"))
        }
        #expect(try Files.text(folder("f")) == text)
      }
    }

    // MARK: Its place

    // railwayapp/cli#1027
    @Test(arguments: [0, 0o022, 0o777], ["netrc", "git-credentials"])
    func `the file is for its owner alone after every write, whatever the mask`(
      mask: Int, format: String
    ) throws {
      for password in ["one", "two"] {
        try save("alice", password, for: "https://h", in: backend("f", format)) {
          $0.creationMask = mask
        }
        #expect(try Files.mode(folder("f")) == 0o600)
      }
      #expect(folder.names == ["f"])
    }

    @Test func `another mode is that of a new file, and a file keeps its own`() throws {
      try store.succeed(
        "save", "--stdin", "--mode", "640", "-b", backend("f"), "h", input: "a\nb\n")
      #expect(try Files.mode(folder("f")) == 0o640)
      try Files.change(mode: 0o644, of: folder("f"))
      try save("alice", "two", in: backend("f"))
      #expect(try Files.mode(folder("f")) == 0o644)
      try store.succeed("erase", "-b", backend("f"), "h")
      #expect(try Files.mode(folder("f")) == 0o644)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `another user's file stays that user's`() throws {
      try Files.write("# c\n", to: folder("f"), mode: 0o600)
      try Files.change(owner: 65_534, of: folder("f"))
      try save("alice", "one", in: backend("f"))
      #expect(try Files.owner(folder("f")) == 65_534)
    }

    @Test func `what is the same already is not written`() throws {
      try save("alice", "one", in: backend("f"))
      let number = try Files.number(folder("f"))
      try save("alice", "one", in: backend("f"))
      #expect(try Files.number(folder("f")) == number)
      let erased = try store.run("erase", "-b", backend("f"), "other")
      #expect(erased.ending == .status(8))
      #expect(try Files.number(folder("f")) == number)
    }

    // docker/cli#2627
    @Test(arguments: [true, false], ["netrc", "git-credentials"])
    func `a symbolic link is kept and its target changed`(relative: Bool, format: String) throws {
      try Files.makeFolder(folder("there"))
      try Files.write("# c\n", to: folder("there/target"), mode: 0o640)
      let target = relative ? "there/target" : folder("there/target")
      try Files.link(folder("link"), to: target)
      try save("alice", "one", for: "https://h", in: backend("link", format)) {
        $0.directory = "/"
      }
      #expect(try Files.target(of: folder("link")) == target)
      #expect(try Files.text(folder("there/target")).contains("one"))
      #expect(try Files.text(folder("there/target")).contains("# c\n"))
      #expect(try Files.mode(folder("there/target")) == 0o640)
      #expect(try store.succeed("get", "-b", backend("link", format), "https://h") == "one\n")
      try store.succeed("erase", "-b", backend("link", format), "https://h")
      #expect(try Files.text(folder("there/target")) == "# c\n")
      #expect(folder.names == ["link", "there"])
      #expect(Files.names(in: folder("there")) == ["target"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes links for others"))
    func `another user's link in a folder that all can write is not followed`() throws {
      try Files.makeFolder(folder("shared"), mode: 0o1777)
      try Files.write("# c\n", to: folder("target"))
      try Files.link(folder("shared/link"), to: folder("target"))
      try Files.change(owner: 65_534, of: folder("shared/link"))
      let ran = try store.run(
        "save", "--stdin", "-b", backend("shared/link"), "h", input: "a\nb\n")
      #expect(ran.ending == .status(1))
      #expect(try Files.text(folder("target")) == "# c\n")
    }

    @Test(arguments: ["pipe", "folder", "device"], ["netrc", "git-credentials"])
    func `what is no regular file is refused at once`(kind: String, format: String) throws {
      switch kind {
      case "pipe": try Files.makePipe(folder("f"))
      case "folder": try Files.makeFolder(folder("f"))
      default: try Files.link(folder("f"), to: "/dev/null")
      }
      for arguments in [
        ["save", "https://h"], ["get", "https://h"], ["list"], ["erase", "https://h"],
      ] {
        let ran = try store.run(
          [arguments[0], "-b", backend("f", format)] + arguments.dropFirst()
        ) {
          $0.isControlled = true
          $0.input = .terminal
        }
        #expect(ran.ending == .status(1))
        #expect(ran.errors.contains(Bytes("'\(folder("f"))'")))
      }
      #expect(folder.names == ["f"])
    }

    @Test func `a file of a gibibyte is refused at once`() throws {
      var launch = Launch(program: "/usr/bin/truncate", arguments: ["-s", "1G", folder("f")])
      launch.input = .null
      #expect(try Session(launch).ending() == .status(0))
      for arguments in [["get", "h"], ["list"], ["erase", "h"], ["save", "h"]] {
        let ran = try store.run([arguments[0], "-b", backend("f")] + arguments.dropFirst()) {
          $0.isControlled = true
          $0.input = .terminal
        }
        #expect(ran.ending == .status(1))
        #expect(
          ran.errors
            == Bytes("askcred: cannot use '\(folder("f"))': it has more than 16 MiB\n"))
      }
    }

    @Test(.enabled(if: geteuid() == 0, "only root runs askcred as another user"))
    func `what may not be read is refused, and not taken for absent`() throws {
      try Files.copy(try ProgramUnderTest.path, to: folder("askcred"), mode: 0o755)
      try Files.change(mode: 0o777, of: folder.path)
      try Files.write("# c\n", to: folder("f"), mode: 0o600)
      for arguments in [["get", "h"], ["list"], ["erase", "h"], ["save", "h"]] {
        let ran = try store.run([arguments[0], "-b", backend("f")] + arguments.dropFirst()) {
          $0.program = folder("askcred")
          $0.user = 65_534
          $0.isControlled = true
          $0.input = .terminal
        }
        #expect(ran.ending == .status(1))
      }
      #expect(try Files.text(folder("f")) == "# c\n")
      #expect(try Files.owner(folder("f")) == 0)
    }

    @Test(.enabled(if: Sessions.canMount, "mounting is not allowed here"))
    func `a file that is mounted is status 1 with a hint, and unchanged`() throws {
      try Files.write("# c\n", to: folder("source"))
      try Files.write("", to: folder("f"))
      let script = """
        mount --bind '\(folder("source"))' '\(folder("f"))' || exit 99
        printf 'a\\nb\\n' | "$A" save --stdin -b '\(backend("f"))' h
        """
      let session = try store.shell(script, under: ["/usr/bin/unshare", "-m"])
      #expect(try session.ending() == .status(1))
      #expect(session.errors.contains("\nhint: "))
      #expect(try Files.text(folder("source")) == "# c\n")
      #expect(folder.names == ["f", "source"])
    }

    @Test(arguments: ["netrc", "git-credentials"])
    func `without a home folder of one's own a path has to be given`(format: String) throws {
      let other = try TemporaryFolder()
      if geteuid() == 0 { try Files.change(owner: 65_534, of: other.path) }
      for home in [nil, "", "relative", geteuid() == 0 ? other.path : nil] {
        for arguments in [["save", "https://h"], ["get", "https://h"], ["list"]] {
          let ran = try store.run([arguments[0], "-b", format] + arguments.dropFirst()) {
            $0.environment["HOME"] = home
            $0.isControlled = true
            $0.input = .terminal
          }
          #expect(ran.ending == .status(1))
          #expect(ran.errors.contains("HOME"))
        }
        try save("alice", "one", for: "https://h", in: backend("f", format)) {
          $0.environment["HOME"] = home
        }
      }
      #expect(other.names == [])
    }

    // MARK: Many at once

    // helm#12622
    @Test func `fifty askcreds at once keep fifty logins`() throws {
      let script = """
        for i in $(seq 50); do
          printf "p w$i\\n" | "$A" save --stdin -b '\(backend("f"))' -u "user$i" h.example &
        done
        wait
        """
      let session = try store.shell(script)
      #expect(try session.ending() == .status(0))
      #expect(session.errors == "")
      let list = try store.succeed("list", "-b", backend("f"))
      #expect(list.occurrences(of: "h.example\tuser") == 50)
      for number in 1...50 {
        #expect(
          try store.succeed("get", "-b", backend("f"), "-u", "user\(number)", "h.example")
            == Bytes("p w\(number)\n"))
      }
      #expect(folder.names == ["f"])
    }

    @Test(
      .enabled(if: unsafe access("/usr/bin/git", X_OK) == 0, "not installed: git"))
    func `askcred and git write one file at once, and no login is lost`() throws {
      let script = """
        for i in $(seq 25); do
          printf "p$i\\n" | "$A" save --stdin -b '\(backend("f", "git-credentials"))' \\
            -u "askcred$i" https://h.example &
          printf "protocol=https\\nhost=h.example\\nusername=git$i\\npassword=p$i\\n\\n" |
            git -c credentialStore.lockTimeoutMS=30000 credential-store \\
              --file '\(folder("f"))' store &
        done
        wait
        """
      let session = try store.shell(script)
      #expect(try session.ending() == .status(0))
      #expect(session.errors == "")
      let list = try store.succeed("list", "-b", backend("f", "git-credentials"))
      #expect(list.occurrences(of: "\taskcred") == 25)
      #expect(list.occurrences(of: "\tgit") == 25)
      #expect(folder.names == ["f"])
    }
  }
}

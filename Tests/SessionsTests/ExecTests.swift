// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// What a command gets from `exec`, and how it ends where there is no command.
  @Suite struct `Running a command` {
    @Test func `parts come in variables, behind descriptors and in files`() throws {
      let store = try StoreInUse.plain()
      try store.succeed(
        "save", "--stdin", "-u", "alice", "--field", "realm", "db", input: " s e'c\"r$t \nhome\n")
      let ran = try store.run(
        "exec", "--env", "U=account", "--env", "P=password", "--fd", "3=realm", "--fd",
        "5=password",
        "--file", "F", "--file", "G=account", "db", "--", "sh", "-c",
        #"printf '%s|%s|' "$U" "$P"; cat <&3; echo '|'; cat "$F" "$G" /dev/fd/5 "$F""#)
      #expect(ran.ending == .status(0))
      #expect(ran.errors == "")
      #expect(
        ran.output == "alice| s e'c\"r$t |home|\n s e'c\"r$t alice s e'c\"r$t  s e'c\"r$t ")
    }

    @Test func `a part is as it is, byte for byte, and without a newline`() throws {
      let store = try StoreInUse.plain()
      let key = "line 1\n\\ \u{1}\u{7F}\u{85}é\n\n"
      try store.succeed("save", "--stdin", "--no-account", "--multiline", "key", input: key)
      #expect(try store.succeed("exec", "--fd", "0", "key", "--", "cat") == Bytes(key))
      #expect(
        try store.succeed("exec", "--file", "F", "key", "--", "sh", "-c", "cat $F") == Bytes(key))
      #expect(
        try store.succeed("exec", "--env", "K=password", "key", "--", "printenv", "K")
          == Bytes(key + "\n"))
    }

    @Test(arguments: [
      Bytes(Array(1...255)), Bytes((1...255).reversed()), [0x0A], [0x20, 0x0A, 0x0A], [0xFF, 0x3D],
    ])
    func `every byte that can be typed arrives, by each way`(key: Bytes) throws {
      let session = try Session(
        "exec", "--stdin", "--no-account", "--multiline", "--fd", "0", "--file", "F", "--env",
        "K=password", "-f", "nul", "--fd", "3", "--", "sh", "-c",
        "cat; cat \"$F\"; printenv K; cat <&3"
      ) {
        $0.input = .bytes(key)
      }
      #expect(try session.ending() == .status(0))
      #expect(session.output == key + "\u{0}" + key + "\u{0}" + key + "\n" + key + "\u{0}")
    }

    @Test func `a long password is whole`() throws {
      let store = try StoreInUse.plain()
      let long = String(repeating: "0123456789abcde", count: 4369)
      try store.succeed("save", "--stdin", "--no-account", "db", input: long + "\n")
      #expect(try store.succeed("exec", "--fd", "0", "db", "--", "cat") == Bytes(long))
      #expect(
        try store.succeed("exec", "--env", "P=password", "db", "--", "printenv", "P")
          == Bytes(long + "\n"))
    }

    @Test func `a login comes in a format, under another name where that is wanted`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      #expect(
        try store.succeed("exec", "-f", "userpass", "--fd", "0", "db", "--", "cat")
          == "alice:alice's\n")
      #expect(
        try store.succeed("exec", "-nf", "lines", "--fd", "0", "db", "--", "cat")
          == "alice\nalice's")
      #expect(
        try store.succeed("exec", "-f", "json", "--as", "x", "--fd", "0", "db", "--", "cat")
          == "{\"service\":\"x\",\"account\":\"alice\",\"password\":\"alice's\"}\n")
    }

    @Test func `without a service the login is asked for, and not kept`() throws {
      let store = try StoreInUse.plain()
      let before = try store.files
      let session = try store.start(
        "exec", "-f", "userpass", "--fd", "0", "--title", "New user", "--", "cat")
      try session.wait(for: "New user")
      try session.answer("Account Name: ", "bob")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "bob:secret\n")
      #expect(try session.terminal.settings == session.before)
      #expect(try store.files == before)
      let piped = try store.run(
        "exec", "--stdin", "--fd", "0=password", "--env", "U=account", "--", "sh", "-c",
        "echo $U; cat", input: "carol\npw\n")
      #expect(piped.output == "carol\npw")
      #expect(piped.ending == .status(0))
    }

    @Test func `a store is not needed where the login is asked for`() throws {
      let store = try StoreInUse()
      let ran = try store.run(
        "exec", "--stdin", "-p", "PIN", "--fd", "0", "--", "cat", input: "1\n")
      #expect(ran.output == "1")
      #expect(!Files.exists(store.path))
    }

    @Test func `what is not saved is asked for and kept, and used again`() throws {
      let store = try StoreInUse.plain()
      let session = try store.start("exec", "--ask", "--fd", "0", "db", "--", "cat")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "secret")
      #expect(
        try store.succeed("exec", "--ask", "--no-input", "--fd", "0", "db", "--", "cat")
          == "secret")
      // A saved login that the check refuses is asked for again.
      let checked = try store.run(
        "exec", "--ask", "--stdin", "--check", "grep -qx new", "--fd", "0", "db", "--", "cat",
        input: "alice\nnew\n")
      #expect(checked.output == "new")
      #expect(try store.succeed("get", "db") == "new\n")
    }

    @Test func `a locked store is opened on the terminal`() throws {
      guard Sessions.canSeparateKeyrings else {
        try Test.cancel("no keyrings of a namespace of its own here")
      }
      let store = try StoreInUse.locked("db", "alice")
      let session = try store.shell(
        "exec \"$A\" exec --fd 0 db -- cat", under: ["/usr/bin/unshare", "-Ur"])
      try session.answer("Passphrase: ", "opensesame")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice's")
    }

    // MARK: Endings

    @Test func `the status is the command's own`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      for status: CInt in [0, 1, 2, 9, 125, 255] {
        let ran = try store.run("exec", "--fd", "3", "db", "--", "sh", "-c", "exit \(status)")
        #expect(ran.ending == .status(status))
        #expect(ran.errors == "")
      }
    }

    @Test func `a command that is not there is 127, one that cannot be run 126`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let folder = store.folder
      try Files.write("#!/bin/sh\n", to: folder("plain"), mode: 0o644)
      try Files.write("#!/nonexistent/sh\n", to: folder("script"), mode: 0o755)
      let missing = "No such file or directory"
      for (command, status, why) in [
        ("nosuch", 127, missing), ("", 127, missing), ("./nosuch", 127, missing),
        (folder("plain"), 126, "Permission denied"),
        (folder.path, 126, "Permission denied"), (folder("plain/x"), 126, "Not a directory"),
        ("a\u{1B}b", 127, missing),
      ] {
        let ran = try store.run("exec", "--fd", "0", "db", "--", command)
        #expect(ran.ending == .status(CInt(status)), "\(command)")
        let shown = command.replacing("\u{1B}", with: "^[")
        #expect(ran.errors == Bytes("askcred: cannot run '\(shown)': \(why)\n"))
        #expect(ran.output == "")
      }
      for (path, name) in [(nil, folder("script")), (folder.path, "script")] {
        let ran = try store.run("exec", "--fd", "0", "db", "--", name) {
          $0.environment["PATH"] = path
        }
        #expect(ran.ending == .status(127))
        #expect(
          ran.errors
            == Bytes(
              "askcred: cannot run '\(name)': \(missing)\n"
                + "hint: the file is there, but not the interpreter that runs it\n"))
      }
    }

    @Test func `nothing is asked for a command that cannot be run`() throws {
      let folder = try TemporaryFolder()
      try Files.write("", to: folder("plain"), mode: 0o644)
      for (command, status) in [("nosuch", 127), (folder("plain"), 126)] {
        let session = try Session("exec", "--fd", "0", "--", command)
        #expect(try session.ending() == .status(CInt(status)))
        #expect(session.screen == "")
      }
    }

    @Test func `a command is looked for as other programs look for it`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let folder = store.folder
      for name in ["first", "second"] { try Files.makeFolder(folder(name)) }
      try Files.write("echo plain", to: folder("first/tool"), mode: 0o644)
      // Without a first line that says what runs it, it is a script of sh.
      try Files.write("echo \"tool $1 $P\"", to: folder("second/tool"), mode: 0o755)
      func run(path: String?, _ command: String) throws -> StoreInUse.Ran {
        try store.run(
          "exec", "--env", "P=password", "db", "--", command, "x",
          with: {
            $0.environment["PATH"] = path
            $0.directory = folder("second")
          })
      }
      let both = "\(folder("first")):\(folder("second"))"
      #expect(try run(path: both, "tool").output == "tool x alice's\n")
      #expect(try run(path: "/nonexistent:", "tool").output == "tool x alice's\n")
      #expect(try run(path: "", "tool").output == "tool x alice's\n")
      #expect(try run(path: "/nonexistent", "./tool").output == "tool x alice's\n")
      #expect(try run(path: folder("first"), "tool").ending == .status(126))
      #expect(try run(path: folder("nonexistent"), "tool").ending == .status(127))
      #expect(try run(path: nil, "tool").ending == .status(127))
      #expect(try run(path: nil, "echo").output == "x\n")
    }

    @Test func `what is status 1 elsewhere is 125, and all else as ever`() throws {
      let store = try StoreInUse.plain(("db", "alice"), ("two", "a"), ("two", "b"))
      func ending(_ arguments: String...) throws -> Session.Ending {
        let ran = try store.run(arguments + ["--", "touch", store.folder("ran")])
        #expect(ran.errors.hasPrefix("askcred: "), "\(arguments)")
        return ran.ending
      }
      #expect(try ending("exec", "--fd", "99999999", "db") == .status(125))
      #expect(try ending("exec", "--fd", "3", "db", "x") == .status(2))
      #expect(try ending("exec", "--fd", "3") == .status(4))
      #expect(try ending("exec", "--fd", "3", "nosuch") == .status(8))
      #expect(try ending("exec", "--fd", "3=realm", "db") == .status(8))
      #expect(try ending("exec", "--fd", "3", "two") == .status(10))
      #expect(try ending("exec", "--fd", "3", "--stdin", "-u", "x") == .status(6))
      #expect(
        try ending("exec", "--ask", "--multiline", "-f", "lines", "--fd", "3", "db") == .status(7))
      try Files.write("", to: store.login("db", "alice"))
      #expect(try ending("exec", "--fd", "3", "db") == .status(125))
      #expect(!Files.exists(store.folder("ran")))
    }

    @Test func `a cancelled question runs nothing`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("exec", "--fd", "3", "--", "touch", folder("ran"))
      try session.wait(for: "Account Name: ")
      try session.type(Key.endOfFile)
      #expect(try session.ending() == .status(3))
      #expect(folder.names == [])
    }

    @Test func `a format that can carry no answer is refused before the first question`() throws {
      let store = try StoreInUse.plain()
      for arguments in [
        ["exec", "--multiline", "-f", "userpass", "--fd", "0", "--", "cat"],
        ["exec", "-u", "a:b", "-f", "userpass", "--fd", "0", "--", "cat"],
        ["exec", "--ask", "--set", "x=y", "-f", "curl", "--file", "F", "db", "--", "cat"],
        ["get", "--ask", "--set", "x=y", "-f", "curl", "db"],
      ] {
        let session = try Session {
          $0.arguments = arguments
          $0.environment["ASKCRED_STORE"] = store.path
        }
        #expect(try session.ending() == .status(7), "\(arguments)")
        #expect(session.screen == "")
      }
    }

    @Test(
      .enabled(if: Sessions.has("/usr/bin/age"), "not installed: age"))
    func `no variable takes a NUL, and a file does`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      // YQBi is the base64 of a, NUL and b.
      let made = try store.shell(
        """
        printf '\\npassword-base64: YQBi\\nservice: db\\nusername: alice\\n' |
        age -R '\(store("logins/.age-recipients"))' >'\(store.login("db", "alice"))'
        """)
      #expect(try made.ending() == .status(0))
      let ran = try store.run("exec", "--env", "P=password", "db", "--", "env")
      #expect(ran.ending == .status(7))
      #expect(
        ran.errors == """
          askcred: an environment variable cannot carry a NUL in the password
          hint: '--fd' and '--file' can

          """)
      #expect(try store.succeed("exec", "--fd", "0", "db", "--", "cat") == "a\u{0}b")
    }
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// unlock, lock, and reads of a store that is locked.
  @Suite struct `Locked and unlocked` {
    /// A shell with keyrings of its own, which go with it, so that `lock` takes out nobody else's.
    private func shell(_ store: StoreInUse) throws -> Shell {
      guard Sessions.canSeparateKeyrings else {
        try Test.cancel("no keyrings of a namespace of its own here")
      }
      let shell = try Shell(in: store.folder.path)
      try shell.start("export ASKCRED_STORE='\(store.path)' TERM=dumb")
      try shell.ready()
      try shell.start("exec unshare -Ur /bin/bash --norc --noprofile --noediting -i")
      try shell.ready()
      return shell
    }

    private let notice = "The store is locked; its passphrase opens"

    // passage#3
    @Test func `one unlock is enough for ten gets, and lock ends it`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let shell = try shell(store)
      try shell.start("askcred unlock")
      try shell.wait(for: notice)
      try shell.session.answer("Passphrase: ", "opensesame")
      try shell.ready()
      let shown = try shell.run("for i in 1 2 3 4 5 6 7 8 9 10; do setsid -w askcred get db; done")
      #expect(Bytes(shown).occurrences(of: "alice's\r\n") == 10)
      #expect(!shown.contains("Passphrase"))
      try shell.run("askcred lock")
      #expect(try shell.status() == 0)
      try shell.run("setsid -w askcred get db </dev/null")
      #expect(try shell.status() == 9)
      #expect(try shell.run("askcred lock --verbose").contains("nothing was unlocked"))
      #expect(try shell.status() == 0)
    }

    // passage#3
    @Test func `when its time is over one question is asked, and its answer kept`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let shell = try shell(store)
      try shell.start("askcred unlock --keep 2s")
      try shell.session.answer("Passphrase: ", "opensesame")
      try shell.ready()
      // Ends as soon as the store is locked.
      try shell.run("while setsid -w askcred get db </dev/null; do :; done 2>/dev/null >&2")
      try shell.run("setsid -w askcred get db </dev/null")
      #expect(try shell.status() == 9)
      try shell.start("askcred get db")
      try shell.session.answer("Passphrase: ", "opensesame")
      #expect(try shell.ready().contains("alice's\r\n"))
      #expect(try shell.run("setsid -w askcred get db").contains("alice's\r\n"))
      try shell.run("askcred lock")
    }

    @Test func `a read of a locked store asks once, says that it works, and keeps the answer`()
      throws
    {
      let store = try StoreInUse.locked("db", "alice")
      let shell = try shell(store)
      try shell.start("askcred get db >out")
      try shell.wait(for: notice)
      try shell.session.answer("Passphrase: ", "opensesam")
      try shell.wait(for: "Working on the passphrase…")
      try shell.wait(for: "The passphrase does not open it; try again.")
      try shell.session.answer("Passphrase: ", "opensesame")
      try shell.ready()
      #expect(try shell.status() == 0)
      #expect(try Files.text(store.folder("out")) == "alice's\n")
      #expect(try shell.run("setsid -w askcred get db").contains("alice's\r\n"))
      #expect(!shell.session.screen.contains("opensesame"))
      try shell.run("askcred lock")
    }

    @Test func `what unlocks one store unlocks no other`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let other = try StoreInUse()
      try other.succeed("init", "--stdin", input: "opensesame\n")
      try other.succeed("save", "--stdin", "-u", "bob", "db", input: "pw\n")
      let shell = try shell(store)
      try shell.run("echo opensesame | askcred unlock --stdin")
      #expect(try shell.status() == 0)
      #expect(try shell.run("setsid -w askcred get db").contains("alice's\r\n"))
      try shell.run("ASKCRED_STORE='\(other.path)' setsid -w askcred get db </dev/null")
      #expect(try shell.status() == 9)
      try shell.run("askcred lock")
    }

    @Test func `a session that is not linked to the user's keyring has what was unlocked`() throws {
      let store = try StoreInUse.locked("db", "alice")
      guard Sessions.has("/usr/bin/keyctl") else { try Test.cancel("not installed: keyctl") }
      let shell = try shell(store)
      try shell.run("echo opensesame | askcred unlock --stdin")
      let shown = try shell.run("keyctl session - setsid -w askcred get db")
      #expect(shown.contains("alice's\r\n"))
      try shell.run("askcred lock")
    }

    // gopass#953
    @Test func `unlock leaves nobody behind who holds its output`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let shell = try shell(store)
      try shell.start("askcred unlock | cat")
      try shell.session.answer("Passphrase: ", "opensesame")
      try shell.ready()
      #expect(try shell.status() == 0)
      try shell.run("askcred lock")
    }

    // node-keytar#422
    @Test func `absent, locked and dismissed are told apart`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let absent = try store.run("get", "nosuch")
      #expect(absent.ending == .status(8))
      #expect(
        absent.errors
          == "askcred: no login for 'nosuch'\nhint: 'askcred list' shows which there are\n")
      let locked = try store.run("get", "db")
      #expect(locked.ending == .status(9))
      #expect(locked.errors == "askcred: the store is locked\nhint: run: askcred unlock\n")
      let dismissed = try store.start("get", "db")
      try dismissed.wait(for: "Passphrase: ")
      try dismissed.type(Key.endOfFile)
      #expect(try dismissed.ending() == .status(3))
      #expect(dismissed.output == "")
      let interrupted = try store.start("get", "db")
      try interrupted.wait(for: "Passphrase: ")
      try interrupted.type("abc" + Key.interrupt)
      #expect(try interrupted.ending() == .signal(SIGINT))
      #expect(try interrupted.terminal.settings == interrupted.before)
      #expect(!interrupted.screen.contains("abc"))
    }

    @Test func `a passphrase that is wrong three times is status 5`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let session = try store.start("unlock")
      for _ in 0..<3 { try session.answer("Passphrase: ", "sesame") }
      #expect(try session.ending() == .status(5))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(!session.errors.contains("sesame"))
      let piped = try store.run("unlock", "--stdin", input: "sesame\n")
      #expect(piped.ending == .status(5))
      #expect(piped.errors.contains(Bytes("'\(store("identity.age"))': wrong passphrase")))
    }

    @Test func `list, save and erase need no passphrase`() throws {
      let store = try StoreInUse.locked("db", "alice")
      #expect(try store.succeed("list") == "db\talice\n")
      try store.succeed("save", "--stdin", "-u", "bob", "db", input: "pw\n")
      try store.succeed("erase", "-u", "alice", "db")
      #expect(try store.succeed("list") == "db\tbob\n")
    }

    @Test func `unlocking a store without a passphrase says that there is nothing to do`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let ran = try store.run("unlock")
      #expect(ran.ending == .status(0))
      #expect(
        ran.errors == "askcred: the store's key has no passphrase: there is nothing to unlock\n")
    }

    @Test func `the passphrase is changed, taken away and given again`() throws {
      let store = try StoreInUse.locked("db", "alice")
      let session = try store.start("passwd")
      try session.answer("Passphrase: ", "opensesame")
      try session.choosePassphrase("")
      #expect(try session.ending() == .status(0))
      #expect(session.errors.contains("has no passphrase"))
      #expect(Files.names(in: store.path) == ["identity.txt", "logins"])
      #expect(try store.succeed("get", "db") == "alice's\n")
      let again = try store.start("passwd")
      try again.choosePassphrase("correct horse")
      #expect(try again.ending() == .status(0))
      #expect(Files.names(in: store.path) == ["identity.age", "logins"])
      #expect(try store.run("get", "db").ending == .status(9))
      try store.succeed("passwd", "--stdin", input: "correct horse\n\n")
      #expect(try store.succeed("get", "db") == "alice's\n")
    }

    @Test func `a passphrase change that is cancelled leaves every file as it was`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let before = try store.files
      let session = try store.start("passwd")
      try session.answer("New passphrase (empty: none): ", "one")
      try session.wait(for: "New passphrase (again): ")
      try session.type(Key.endOfFile)
      #expect(try session.ending() == .status(3))
      #expect(try store.files == before)
    }
  }
}

extension Sessions {
  /// Whether a namespace of users can be made, which has keyrings of its own, and there are keyrings.
  static var canSeparateKeyrings: Bool {
    guard let path = try? ProgramUnderTest.path else { return false }
    var launch = Launch(program: "/usr/bin/unshare", arguments: ["-Ur", path, "lock"])
    launch.output = .null
    guard let session = try? Session(launch) else { return false }
    return (try? session.ending()) == .status(0)
  }

  static func has(_ program: String) -> Bool { unsafe access(program, X_OK) == 0 }
}

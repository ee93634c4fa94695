// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `A store that cannot be written to` {
    @Test(.enabled(if: geteuid() == 0, "only root makes a store of root's and reads it as another"))
    func `root's store is read by others, who are told why they cannot save`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      try Files.copy(try ProgramUnderTest.path, to: store.folder("askcred"), mode: 0o755)
      try Files.change(mode: 0o755, of: store.folder.path)
      try Files.change(mode: 0o755, of: store.path)
      for name in try store.files.keys {
        try Files.change(mode: Files.isFolder(store(name)) ? 0o755 : 0o644, of: store(name))
      }
      let before = try store.files
      func asOther(_ arguments: String...) throws -> StoreInUse.Ran {
        try store.run(arguments, input: "pw\n") {
          $0.program = store.folder("askcred")
          $0.user = 65_534
        }
      }
      #expect(try asOther("get", "db").output == "alice's\n")
      #expect(try asOther("list").output == "db\talice\n")
      let save = try asOther("save", "--stdin", "-u", "alice", "db")
      #expect(save.ending == .status(1))
      #expect(
        save.errors.contains(
          Bytes("cannot write '\(store.login("db", "alice"))': Permission denied\n")))
      #expect(try asOther("erase", "db").ending == .status(1))
      // What may not even be looked at is not taken for absent.
      try Files.change(mode: 0o700, of: store("logins"))
      for arguments in [["get", "db"], ["list"], ["save", "--stdin", "db"], ["erase", "db"]] {
        let ran = try store.run(arguments) {
          $0.program = store.folder("askcred")
          $0.user = 65_534
        }
        #expect(ran.ending == .status(1))
        #expect(ran.errors.contains("Permission denied"))
      }
      #expect(try store.files == before)
    }

    @Test(.enabled(if: Sessions.canMount, "mounting is not allowed here"))
    func `a store that is mounted read-only is read, and saving says why not`() throws {
      let store = try StoreInUse.plain(("db", "alice"))
      let before = try store.files
      let script = """
        mount --bind '\(store.path)' '\(store.path)' &&
        mount -o remount,bind,ro '\(store.path)' || exit 99
        "$A" get db
        printf 'new\\n' | "$A" save --stdin -u alice db; echo $?
        printf 'new\\n' | "$A" save --stdin -u alice other; echo $?
        "$A" erase db; echo $?
        printf '\\n' | "$A" passwd --stdin; echo $?
        """
      let session = try store.shell(script, under: ["/usr/bin/unshare", "-m"])
      #expect(try session.ending() == .status(0))
      #expect(session.output == "alice's\n1\n1\n1\n1\n")
      #expect(session.errors.occurrences(of: "Read-only file system\n") == 4)
      #expect(try store.files == before)
    }
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// The programs that commands are, as judges of what they get.
  @Suite struct `Commands that take passwords` {
    /// What shells, option files and URLs have marks of their own in.
    private static let awkward = " pa$$ w#'d\"\\é:@%=` "

    /// A store with a login for `db`, whose account is alice.
    private func store(password: String = awkward) throws -> StoreInUse {
      let store = try StoreInUse.plain()
      try store.succeed("save", "--stdin", "-u", "alice", "db", input: password + "\n")
      return store
    }

    /// Runs a script that has askcred as `$A`, to its end.
    private func run(_ script: String, in store: StoreInUse) throws -> StoreInUse.Ran {
      let session = try store.shell(script) {
        $0.input = .null
        $0.isControlled = false
        $0.directory = store.folder.path
        $0.environment["HOME"] = store.folder.path
      }
      return StoreInUse.Ran(
        ending: try session.ending(within: .seconds(60)), output: session.output,
        errors: session.errors)
    }

    @Test(.enabled(if: Postgres.isInstalled, "not installed: PostgreSQL"))
    func `psql gets in with variables and with a password file`() throws {
      let postgres = try Postgres(user: "alice", password: Self.awkward)
      let query = "psql -w -h '\(postgres.folder.path)' -d postgres -Atc 'SELECT current_user'"
      let variables = "--env PGUSER=account --env PGPASSWORD=password"
      let store = try store()
      #expect(
        try run("exec \"$A\" exec \(variables) db -- \(query)", in: store).output == "alice\n")
      // A judge that lets everybody in is none.
      let other = try self.store(password: "pa$$ w#'d\"\\é:@%=`")
      let refused = try run("exec \"$A\" exec \(variables) db -- \(query)", in: other)
      #expect(refused.ending == .status(2))
      #expect(refused.errors.contains("password authentication failed"))
      // libpq takes no password file that others could read.
      for place in ["--file PGPASSFILE", "--fd 3"] {
        let given = place.hasPrefix("--fd") ? "env PGPASSFILE=/dev/fd/3 " : ""
        let words = "\(place) -f pgpass --as '*' db -- \(given)\(query) -U alice"
        let ran = try run("exec \"$A\" exec \(words)", in: store)
        #expect(ran.output == "alice\n")
        #expect(ran.errors == "")
      }
      try postgres.stop()
    }

    @Test(.enabled(if: Sessions.has("/usr/bin/my_print_defaults"), "not installed: MariaDB"))
    func `MariaDB's programs read an option file`() throws {
      let store = try store()
      for (place, path) in [("--fd 3", "/dev/fd/3"), ("--file F", "$F")] {
        let judge = "my_print_defaults --defaults-extra-file=\(path) client"
        let words = "\(place) -f mycnf --as client db -- sh -c '\(judge)'"
        let ran = try run("exec \"$A\" exec \(words)", in: store)
        #expect(ran.ending == .status(0))
        #expect(ran.errors == "")
        #expect(ran.output == Bytes("--user=alice\n--password=\(Self.awkward)\n"))
      }
    }

    @Test(.enabled(if: Sessions.has("/usr/bin/borg"), "not installed: borg"))
    func `borg opens what it encrypted with a passphrase behind a descriptor`() throws {
      let store = try store()
      let ran = try run(
        """
        export BORG_BASE_DIR="$PWD/borg"
        BORG_PASSPHRASE_FD=3 "$A" exec --fd 3=password db -- \\
          borg init -e repokey repo 2>/dev/null || exit
        BORG_PASSPHRASE_FD=3 "$A" exec --fd 3=password db -- borg create repo::one "$A" || exit
        # A wrong passphrase, and another way to the right one.
        BORG_PASSPHRASE="$("$A" get db; printf x)" borg list --short repo 2>/dev/null
        echo $?
        BORG_PASSCOMMAND="$A get db" borg list --short repo
        """, in: store)
      #expect(ran.ending == .status(0))
      #expect(ran.output == "2\none\n")
    }

    @Test(.enabled(if: Sessions.has("/usr/bin/restic"), "not installed: restic"))
    func `restic opens what it encrypted with a password file`() throws {
      // It cuts blanks at the ends of a file, and not of a variable.
      let store = try store(password: "pa$$ w#'d\"\\é:@%=`")
      let ran = try run(
        """
        "$A" exec --fd 3 db -- restic -q -r repo --password-file /dev/fd/3 init || exit
        # Another way to the same password.
        "$A" exec --env RESTIC_PASSWORD=password db -- restic -q -r repo cat config >config
        """, in: store)
      #expect(ran.ending == .status(0))
      #expect(ran.errors == "")
    }

    @Test(.enabled(if: Sessions.has("/usr/bin/ssh-add"), "not installed: ssh-add"))
    func `ssh-add takes a key from its standard input and from a file`() throws {
      let store = try StoreInUse.plain()
      let ran = try run(
        """
        ssh-keygen -q -t ed25519 -N '' -C mine -f key || exit
        "$A" save --stdin --no-account --multiline key <key || exit
        rm key
        exec ssh-agent sh -c '
          "$A" exec --fd 0=password key -- ssh-add -q - || exit
          ssh-add -L | cmp - key.pub || exit
          ssh-add -q -D
          "$A" exec --file KEY key -- sh -c "exec ssh-add -q \\"\\$KEY\\"" || exit
          ssh-add -L | cmp - key.pub'
        """, in: store)
      #expect(ran.ending == .status(0))
      #expect(ran.output == "")
    }

    @Test(.enabled(if: Sessions.has("/usr/bin/htpasswd"), "not installed: htpasswd"))
    func `htpasswd hashes what is on its standard input`() throws {
      let store = try store()
      let ran = try run(
        """
        "$A" exec --fd 0 db -- htpasswd -iBcC 4 passwords alice 2>/dev/null || exit
        "$A" get db | htpasswd -vi passwords alice 2>&1 || exit
        printf x | htpasswd -vi passwords alice 2>&1
        """, in: store)
      #expect(ran.ending == .status(3))
      #expect(ran.output == "Password for user alice correct.\npassword verification failed\n")
    }

    @Test(
      .enabled(if: geteuid() == 0, "chpasswd changes passwords for root alone"),
      .enabled(if: Sessions.has("/usr/sbin/chpasswd"), "not installed: chpasswd"))
    func `chpasswd gets a login that was asked for`() throws {
      let store = try StoreInUse()
      let root = store.folder("root")
      try Files.makeFolder(root)
      try Files.makeFolder(root + "/etc")
      try Files.write("alice:x:1000:1000::/:/bin/sh\n", to: root + "/etc/passwd")
      try Files.write("alice:!:19000:0:99999:7:::\n", to: root + "/etc/shadow")
      let session = try store.start(
        "exec", "-f", "userpass", "--fd", "0", "--confirm", "--", "chpasswd", "--root", root,
        "--crypt-method", "SHA512")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", Self.awkward)
      try session.answer("Password (again): ", Self.awkward)
      #expect(try session.ending() == .status(0))
      #expect(session.errors == "")
      let hash = try Files.text(root + "/etc/shadow").split(separator: ":")[1]
      let parts = hash.split(separator: "$")
      try #require(parts.count == 3)
      let salt = parts[1]
      let judge = try store.shell("printf %s \"$P\" | openssl passwd -6 -salt '\(salt)' -stdin") {
        $0.environment["P"] = Self.awkward
      }
      #expect(try judge.ending() == .status(0))
      #expect(judge.output == Bytes(hash + "\n"))
    }
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  /// What is in the store's files after each kind of write, and after writes that went wrong.
  @Suite struct `Writing into the store` {
    // railwayapp/cli#1027
    @Test func `whatever the mask, each file is for its owner alone after every write`() throws {
      let store = try StoreInUse()
      func check() throws {
        for name in try store.files.keys {
          let isFolder = Files.isFolder(store(name))
          #expect(try Files.mode(store(name)) == (isFolder ? 0o700 : 0o600), "\(name)")
        }
        #expect(try Files.mode(store.path) == 0o700)
      }
      let writes: [([String], String?)] = [
        (["init", "--no-passphrase"], nil), (["save", "--stdin", "db"], "alice\npw\n"),
        (["save", "--stdin", "db"], "alice\nnew\n"), (["save", "--stdin", "db2"], "bob\npw\n"),
        (["recipients", "add", Self.stranger], nil),
        (["recipients", "remove", Self.stranger], nil),
        (["passwd", "--stdin"], "\n"),
      ]
      for (arguments, input) in writes {
        for mask in [0, 0o777] where arguments[0] != "init" || mask == 0 {
          let ran = try store.run(arguments, input: input) { $0.creationMask = mask }
          let isRepeated = arguments.contains("remove") && mask != 0
          #expect(ran.ending == .status(isRepeated ? 1 : 0), "\(arguments): \(ran.errors)")
          try check()
        }
      }
    }

    /// A recipient whose identity nobody has.
    private static let stranger = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"

    // helm#12622
    @Test func `fifty that save at once keep fifty logins`() throws {
      let store = try StoreInUse.plain()
      let sessions = try (0..<50).map { number in
        try store.start("save", "--stdin", "db") {
          $0.input = .bytes("user\(number)\npw\(number)\n")
          $0.isControlled = false
        }
      }
      for session in sessions {
        #expect(try session.ending() == .status(0))
        #expect(session.errors == "")
      }
      let listed = (0..<50).map { "db\tuser\($0)\n" }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(try store.succeed("list") == Bytes(listed.joined()))
      #expect(Files.names(in: store("logins/db")).count == 50)
      for number in [0, 7, 49] {
        #expect(try store.succeed("get", "-u", "user\(number)", "db") == Bytes("pw\(number)\n"))
      }
    }

    @Test func `killed at any moment, the old or the new login is there, and no stray file stays`()
      throws
    {
      let store = try StoreInUse.plain(("db", "alice"))
      func save(_ password: String) throws -> Session {
        try store.start("save", "--stdin", "-u", "alice", "db") {
          $0.input = .bytes(Bytes(password + "\n"))
          $0.isControlled = false
        }
      }
      // From the start to the end of a write, as long as that takes here.
      var longest = 0
      for _ in 0..<20 {
        let start = Self.microseconds
        #expect(try save("first").ending() == .status(0))
        longest = max(longest, Self.microseconds - start)
      }
      var (present, moments, ends) = ("first", Moments(), Set<Session.Ending>())
      for number in 0..<500 {
        let moment = moments.next(upTo: longest)
        let killed = try save("killed \(number)")
        usleep(UInt32(moment))
        killed.signal(SIGKILL)
        ends.insert(try killed.ending())
        let found = try store.succeed("get", "-u", "alice", "db")
        #expect(found == Bytes("\(present)\n") || found == Bytes("killed \(number)\n"))
        // The write that follows; most killed ones have left nothing, so not every time.
        if Files.names(in: store("logins/db")) != ["alice.age"] || number % 10 == 9 {
          present = "whole \(number)"
          #expect(try save(present).ending() == .status(0))
          #expect(Files.names(in: store("logins/db")) == ["alice.age"])
          #expect(try store.succeed("get", "db") == Bytes("\(present)\n"))
        } else {
          present = String(found.text.dropLast())
        }
      }
      #expect(ends.contains(.signal(SIGKILL)))
      #expect(
        Set(try store.files.keys) == [
          "identity.txt", "logins", "logins/.age-recipients", "logins/db", "logins/db/alice.age",
        ])
    }

    /// Microseconds of the monotonic clock.
    private static var microseconds: Int {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    }

    // age -o
    @Test(.enabled(if: Sessions.canMount, "mounting is not allowed here"))
    func `without room on the device the old login stays whole, and no stray file`() throws {
      let store = try StoreInUse()
      try Files.makeFolder(store.path)
      let script = """
        mount -t tmpfs -o size=256k,mode=0700 none '\(store.path)' || exit 99
        "$A" init -q --no-passphrase
        printf 'old\\n' | "$A" save --stdin -u alice db
        cat /dev/zero >'\(store.path)/filler' 2>/dev/null
        printf 'new\\n' | "$A" save --stdin -u alice db; echo $?
        printf 'new\\n' | "$A" save --stdin -u bob db; echo $?
        printf 'new\\n' | "$A" save --stdin -u alice other; echo $?
        printf '\\n' | "$A" passwd -q --stdin; echo $?
        "$A" recipients add '\(Self.stranger)'; echo $?
        "$A" get db
        "$A" list
        find '\(store.path)' -type f | LC_ALL=C sort
        """
      let session = try store.shell(script, under: ["/usr/bin/unshare", "-m"])
      #expect(try session.ending() == .status(0))
      #expect(
        session.output
          == Bytes(
            """
            1
            1
            1
            1
            1
            old
            db\talice
            \(store.path)/filler
            \(store.path)/identity.txt
            \(store.path)/logins/.age-recipients
            \(store.path)/logins/db/alice.age

            """))
      #expect(session.errors.occurrences(of: "No space left on device\n") == 5)
    }

    // keyring#145
    @Test(.enabled(if: geteuid() == 0, "only root sees every process's environment"))
    func `the password is in no command line and no environment`() throws {
      let sentinel = "S3NT1NEL-91c2"
      let store = try StoreInUse.plain()
      let check = "cat >/dev/null; while [ ! -e '\(store.folder("go"))' ]; do sleep 0.01; done"
      let session = try store.start("save", "db", "--check", check)
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", sentinel)
      try session.wait(until: "checking") { !ProcessTable.named("sh", in: session).isEmpty }
      #expect(Self.processes(showing: sentinel) == [])
      try Files.write("", to: store.folder("go"))
      #expect(try session.ending() == .status(0))

      // A pipe without a reader keeps it waiting with the password in its hands.
      try Files.makePipe(store.folder("pipe"))
      let get = try store.start("get", "db", "-o", store.folder("pipe"))
      try get.wait(until: "waiting") {
        ProcessTable.state(of: get.process) == "S"
          && Self.processes(showing: store.folder("pipe")) == [get.process]
      }
      #expect(Self.processes(showing: sentinel) == [])
      var launch = Launch(program: "/bin/cat", arguments: [store.folder("pipe")])
      launch.input = .null
      let reader = try Session(launch)
      #expect(try reader.ending() == .status(0))
      #expect(try get.ending() == .status(0))
      #expect(reader.output == Bytes(sentinel + "\n"))
    }

    /// Those with the text in their command line or their environment.
    private static func processes(showing text: String) -> [CInt] {
      Files.names(in: "/proc").compactMap { CInt($0) }.filter { process in
        ["cmdline", "environ"].contains { file in
          guard let bytes = try? Files.bytes("/proc/\(process)/\(file)") else { return false }
          return bytes.contains(Bytes(text))
        }
      }
    }
  }
}

/// Moments that look arbitrary and are the same in every run. Sebastiano Vigna's splitmix64.
private struct Moments {
  private var state: UInt64 = 500

  /// From 0 to below `end`.
  mutating func next(upTo end: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, end)))
  }
}

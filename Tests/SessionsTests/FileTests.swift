// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Writing a file` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// askcred's ending where `secret` is piped in and written to `path`.
    @discardableResult
    private func write(
      _ secret: String, to path: String, _ change: (inout Launch) -> Void = { _ in }
    ) throws -> Session {
      let session = try Session("-p", "Token", "--stdin", "-o", path) {
        $0.input = .bytes("\(secret)\n")
        $0.directory = "/"
        change(&$0)
      }
      _ = try session.ending()
      #expect(session.output == [])
      return session
    }

    // railwayapp/cli#1027
    @Test(arguments: [0, 0o022, 0o777])
    func `a new file is for its owner alone, whatever the mask`(mask: Int) throws {
      #expect(try write("one", to: folder("out")) { $0.creationMask = mask }.ending() == .status(0))
      #expect(try Files.text(folder("out")) == "one\n")
      #expect(try Files.mode(folder("out")) == 0o600)
      #expect(folder.names == ["out"])
    }

    @Test func `an existing file keeps its mode and owner, and is replaced whole`() throws {
      try Files.write("old", to: folder("out"), mode: 0o640)
      try Files.hardLink(folder("copy"), to: folder("out"))
      #expect(try write("one", to: folder("out")).ending() == .status(0))
      #expect(try Files.text(folder("out")) == "one\n")
      #expect(try Files.mode(folder("out")) == 0o640)
      #expect(try Files.text(folder("copy")) == "old")
      #expect(folder.names == ["copy", "out"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `another user's file stays that user's`() throws {
      try Files.write("old", to: folder("out"), mode: 0o600)
      try Files.change(owner: 65_534, of: folder("out"))
      #expect(try write("one", to: folder("out")).ending() == .status(0))
      #expect(try Files.text(folder("out")) == "one\n")
      #expect(try Files.owner(folder("out")) == 65_534)
    }

    @Test func `equal content is not written again`() throws {
      try write("one", to: folder("out"))
      let number = try Files.number(folder("out"))
      try Files.hardLink(folder("copy"), to: folder("out"))
      #expect(try write("one", to: folder("out")).ending() == .status(0))
      #expect(try Files.number(folder("out")) == number)
    }

    // docker/cli#2627
    @Test(arguments: [true, false])
    func `a symbolic link is kept and its target replaced`(relative: Bool) throws {
      try Files.makeFolder(folder("there"))
      try Files.write("old", to: folder("there/target"), mode: 0o644)
      try Files.link(folder("link"), to: relative ? "there/target" : folder("there/target"))
      #expect(try write("one", to: folder("link")).ending() == .status(0))
      #expect(
        try Files.target(of: folder("link")) == (relative ? "there/target" : folder("there/target"))
      )
      #expect(try Files.text(folder("there/target")) == "one\n")
      #expect(try Files.mode(folder("there/target")) == 0o644)
      #expect(folder.names == ["link", "there"])
      #expect(Files.names(in: folder("there")) == ["target"])
    }

    @Test func `a relative path is that of the folder it was started in`() throws {
      let path = folder.path
      #expect(try write("one", to: "out") { $0.directory = path }.ending() == .status(0))
      #expect(try Files.text(folder("out")) == "one\n")
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes links for others"))
    func `another user's link in a folder that all can write is not followed`() throws {
      try Files.makeFolder(folder("shared"), mode: 0o1777)
      try Files.write("old", to: folder("target"))
      try Files.link(folder("shared/link"), to: folder("target"))
      try Files.change(owner: 65_534, of: folder("shared/link"))
      let session = try write("one", to: folder("shared/link"))
      #expect(try session.ending() == .status(1))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(try Files.text(folder("target")) == "old")
      #expect(Files.names(in: folder("shared")) == ["link"])
    }

    @Test func `a device is written to in place`() throws {
      let (null, full) = try devices()
      #expect(try write("one", to: null).ending() == .status(0))
      #expect(try Files.isDevice(null))
      let session = try write("one", to: full)
      #expect(try session.ending() == .status(1))
      #expect(session.errors.contains("No space left on device"))
      #expect(try Files.isDevice(full))
    }

    /// The null and the full device: for root, who could break them, two that nobody else needs.
    private func devices() throws -> (null: String, full: String) {
      guard geteuid() == 0 else { return ("/dev/null", "/dev/full") }
      do {
        try Files.makeDevice(folder("null"), major: 1, minor: 3)
        try Files.makeDevice(folder("full"), major: 1, minor: 7)
        _ = try Files.bytes(folder("null"))
      } catch {
        try Test.cancel("devices cannot be made here: \(error)")
      }
      return (folder("null"), folder("full"))
    }

    @Test func `a named pipe is written to in place`() throws {
      try Files.makePipe(folder("pipe"))
      var launch = Launch(program: "/bin/cat", arguments: [folder("pipe")])
      launch.input = .null
      let reader = try Session(launch)
      #expect(try write("one", to: folder("pipe")).ending() == .status(0))
      #expect(try reader.ending() == .status(0))
      #expect(reader.output == "one\n")
      #expect(try Files.isPipe(folder("pipe")))
      #expect(folder.names == ["pipe"])
    }

    @Test(arguments: ["missing/out", "folder", "file/out"])
    func `what cannot be written is status 1 before the first question`(path: String) throws {
      try Files.makeFolder(folder("folder"))
      try Files.write("", to: folder("file"))
      let session = try Session("-o", folder(path))
      #expect(try session.ending() == .status(1))
      #expect(session.errors.hasPrefix("askcred: "))
      #expect(session.screen == [])
      #expect(folder.names == ["file", "folder"])
    }

    @Test(.enabled(if: Sessions.canMount, "mounting is not allowed here"))
    func `a file that is mounted is status 1 with a hint, and unchanged`() throws {
      try Files.write("old", to: folder("source"))
      try Files.write("", to: folder("out"))
      let program = try ProgramUnderTest.path
      // Nothing is answered, so that a question would end it otherwise.
      let script = """
        mount --bind \(folder("source")) \(folder("out")) &&
        '\(program)' -p Token -o \(folder("out"))
        """
      let session = try Session(
        Launch(program: "/usr/bin/unshare", arguments: ["-m", "/bin/sh", "-c", script]))
      #expect(try session.ending() == .status(1))
      #expect(session.screen == [])
      #expect(session.errors.occurrences(of: "\n") == 2)
      #expect(try Files.text(folder("source")) == "old")
      #expect(folder.names == ["out", "source"])
    }

    @Test(
      .enabled(if: Sessions.canGiveAccess, "needs python3, namespaces and access control lists"))
    func `a file whose access control list cannot be kept is left alone`() throws {
      try Files.write("old", to: folder("out"), mode: 0o640)
      #expect(Sessions.giveAccess(to: folder("out")))
      let program = try ProgramUnderTest.path
      // The user of the list has no number there.
      let script = "echo one | '\(program)' -p Token --stdin -o \(folder("out"))"
      var launch = Launch(program: "/usr/bin/unshare", arguments: ["-Ur", "/bin/sh", "-c", script])
      launch.input = .null
      let session = try Session(launch)
      #expect(try session.ending() == .status(1))
      #expect(
        session.errors
          == Bytes(
            "askcred: cannot replace '\(folder("out"))': "
              + "its access control list could not be kept\n"))
      #expect(try Files.text(folder("out")) == "old")
      #expect(folder.names == ["out"])
    }

    @Test func `nothing of the file is there until the last answer`() throws {
      let session = try Session("-o", folder("out"), "--field", "realm=Realm")
      try session.answer("Account Name: ", "alice")
      try session.answer("Password: ", "secret")
      try session.wait(for: "Realm: ")
      #expect(folder.names == [])
      try session.type("home\r")
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("out")) == "alice\nsecret\nhome\n")
    }
  }
}

extension Sessions {
  /// Gives the user 1000 access to a file; says whether that could be done.
  static func giveAccess(to path: String) -> Bool {
    let script = """
      import os, struct, sys
      entries = [(1, 6, -1), (2, 4, 1000), (4, 0, -1), (16, 4, -1), (32, 0, -1)]
      list = b"".join(struct.pack("<HHi", *entry) for entry in entries)
      os.setxattr(sys.argv[1], "system.posix_acl_access", struct.pack("<I", 2) + list)
      """
    var launch = Launch(program: "/usr/bin/python3", arguments: ["-c", script, path])
    launch.input = .null
    return (try? Session(launch).ending()) == .status(0)
  }

  /// Whether that can be done, and a user namespace be made that has no number for that user.
  static let canGiveAccess: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    try? Files.write("", to: folder("file"))
    var launch = Launch(program: "/usr/bin/unshare", arguments: ["-Ur", "/bin/true"])
    launch.input = .null
    return giveAccess(to: folder("file")) && (try? Session(launch).ending()) == .status(0)
  }()
}

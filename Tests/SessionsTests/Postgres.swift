// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession

/// A PostgreSQL server of one test, in a folder of its own, that lets in nobody without a password.
struct Postgres {
  let folder: TemporaryFolder
  private let server: Session

  /// The newest that Debian has here.
  private static let programs =
    Files.names(in: "/usr/lib/postgresql").last.map { "/usr/lib/postgresql/\($0)/bin/" }

  static var isInstalled: Bool {
    guard let programs else { return false }
    return Sessions.has(programs + "postgres") && Sessions.has(programs + "initdb")
      && Sessions.has("/usr/bin/psql")
  }

  init(user: String, password: String) throws {
    guard let programs = Self.programs else { throw SessionFailure("not installed: PostgreSQL") }
    let folder = try TemporaryFolder()
    try Files.write(password + "\n", to: folder("password"))
    // It refuses to run as root.
    let owner = geteuid() == 0 ? 65_534 : Int(geteuid())
    for path in [folder.path, folder("password")] {
      try Files.change(owner: UInt32(owner), of: path)
    }
    func launch(_ program: String, _ arguments: [String]) -> Launch {
      var launch = Launch(program: programs + program, arguments: arguments)
      launch.isControlled = false
      launch.input = .null
      launch.directory = folder.path
      if geteuid() == 0 { launch.user = owner }
      return launch
    }
    let made = try Session(
      launch(
        "initdb",
        [
          "-D", folder("data"), "-U", user, "--pwfile", folder("password"), "--auth",
          "scram-sha-256", "--no-locale", "-E", "UTF8", "--no-sync",
        ]))
    guard try made.ending(within: .seconds(60)) == .status(0) else {
      throw SessionFailure("initdb: \(made.errors)")
    }
    let server = try Session(
      launch(
        "postgres",
        ["-D", folder("data"), "-k", folder.path, "-c", "listen_addresses=", "-c", "fsync=off"]))
    let isReady = Launch(program: "/usr/bin/pg_isready", arguments: ["-q", "-h", folder.path])
    try server.wait(until: "ready", within: .seconds(60)) {
      try Session(isReady).ending() == .status(0)
    }
    self.folder = folder
    self.server = server
  }

  func stop() throws {
    server.signal(SIGQUIT)
    _ = try server.ending(within: .seconds(60))
  }
}

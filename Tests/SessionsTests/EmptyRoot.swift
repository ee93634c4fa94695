// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

/// A root folder that holds askcred, a terminal, the null device and nothing else.
struct EmptyRoot {
  private let folder: TemporaryFolder

  init() throws {
    guard geteuid() == 0 else { try Test.cancel("only root changes its root folder") }
    folder = try TemporaryFolder()
    try Files.makeFolder(folder("dev"), mode: 0o755)
    do {
      try Files.makeDevice(folder("dev/tty"), major: 5, minor: 0)
      try Files.makeDevice(folder("dev/null"), major: 1, minor: 3)
      _ = try Files.bytes(folder("dev/null"))
    } catch {
      try Test.cancel("devices cannot be made here: \(error)")
    }
    try Files.copy(try ProgramUnderTest.path, to: folder("askcred"), mode: 0o755)
  }

  var names: [String] { folder.names }

  /// askcred in it.
  func start(
    _ arguments: [String] = [], with change: (inout Launch) -> Void = { _ in }
  ) throws -> Session {
    var launch = Launch(program: "/askcred", arguments: arguments)
    launch.root = folder.path
    launch.directory = "/"
    change(&launch)
    do {
      return try Session(launch)
    } catch {
      try Test.cancel("askcred is not a static program here")
    }
  }
}

// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

/// What stands beside a file while it is changed, and after that.
@Suite struct FileChangeTests {
  private static let stray = ".file.askcred-0123456789abc"

  private func folder() throws -> TemporaryFolder {
    var folder = try TemporaryFolder()
    folder.expect("file")
    try folder.write(Array("hunter2".utf8), to: Self.stray)
    return folder
  }

  private func isLeft(in folder: String) -> Bool {
    unsafe access("\(folder)/\(Self.stray)", F_OK) == 0
  }

  @Test(arguments: [FormatName.netrc, .gitCredentials])
  func `what a killed write left goes with the next change, or none`(name: FormatName) throws {
    guard let format = name.loginFile else { throw MadeFile.NoFile() }
    let key = try LoginKey(service("https://h.example"), "alice")
    var folder = try folder()
    let backend = FileBackend(format, at: ByteString(folder.path + "/file"))
    let login = try login("https://h.example", "alice", "pw")
    try backend.save(login)
    #expect(!isLeft(in: folder.path))
    try folder.write([], to: Self.stray)
    try backend.save(login)
    #expect(!isLeft(in: folder.path))
    try folder.write([], to: Self.stray)
    #expect(try backend.erase(key))
    #expect(!isLeft(in: folder.path))
    try folder.write([], to: Self.stray)
    #expect(try !backend.erase(key))
    #expect(!isLeft(in: folder.path))
  }

  @Test func `what a killed write of an answer left goes with the next one`() throws {
    var folder = try folder()
    for _ in 0..<2 {
      let output = try Output(.file(ByteString(folder.path + "/file")), closed: [])
      try output.write(Secret(copying: "one".utf8))
      #expect(!isLeft(in: folder.path))
      try folder.write([], to: Self.stray)
    }
    #expect(try folder.read("file") == Array("one".utf8))
  }

  @Test func `where git has a lock file, the folder's lock is not waited for`() throws {
    let file = try MadeFile(.gitCredentials)
    let lock = try FileLock.take(
      ByteString(file.path).folder, O_RDONLY | O_DIRECTORY, until: .after(.seconds(5)))
    try file.backend.save(login("https://h.example", "alice", "pw"))
    #expect(try file.text == "https://alice:pw@h.example\n")
    withExtendedLifetime(lock) {}
  }
}

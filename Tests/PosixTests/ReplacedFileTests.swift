// SPDX-License-Identifier: MIT

import CSystem
import Glibc
import Posix
import Testing

/// What a file that takes another one's place has of it, and what is not replaced at all.
@Suite struct ReplacedFileTests {
  private static let accessList = "system.posix_acl_access"

  /// The user 1000 and the mask may read, the group may do nothing.
  private static let list: [UInt8] =
    [2, 0, 0, 0] + entry(0x01, 6) + entry(0x02, 4, [0xE8, 0x03, 0, 0]) + entry(0x04, 0)
    + entry(0x10, 4) + entry(0x20, 0)

  private static func entry(
    _ tag: UInt8, _ bits: UInt8, _ id: [UInt8] = [255, 255, 255, 255]
  ) -> [UInt8] {
    [tag, 0, bits, 0] + id
  }

  private func set(_ name: String, _ value: [UInt8], of path: String) throws {
    if unsafe setxattr(path, name, value, value.count, 0) == 0 { return }
    let error = Errno.last
    if error.number == EOPNOTSUPP { try Test.cancel("no extended attributes here") }
    throw error
  }

  private func attribute(_ name: String, of path: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 1000)
    let count = unsafe getxattr(path, name, &value, value.count)
    return count < 0 ? nil : Array(value.prefix(count))
  }

  private func mode(_ path: String) throws -> UInt32 {
    try FileStatus(of: ByteString(path)).mode
  }

  private func make(_ path: String, mode: UInt32 = 0o600) throws {
    _ = try FileDescriptor.open(ByteString(path), O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    #expect(unsafe chmod(path, mode) == 0)
  }

  private func replace(_ path: String, mode: UInt32 = 0o600, keepsMode: Bool = true) throws {
    let bytes = Array("new".utf8)
    try FileTarget(ByteString(path)).replace(with: bytes.span, mode: mode, keepsMode: keepsMode)
  }

  @Test func `an access control list is kept, and its mask is not what the group may`() throws {
    let folder = try TemporaryFolder()
    try make(folder["file"])
    try set(Self.accessList, Self.list, of: folder["file"])
    try replace(folder["file"])
    #expect(attribute(Self.accessList, of: folder["file"]) == Self.list)
    #expect(try mode(folder["file"]) == 0o640)
  }

  @Test func `a mode that takes something away takes it from the access control list too`() throws {
    let folder = try TemporaryFolder()
    try make(folder["file"])
    try set(Self.accessList, Self.list, of: folder["file"])
    try replace(folder["file"], mode: 0o600, keepsMode: false)
    var narrowed = Self.list
    narrowed[4 + 3 * 8 + 2] = 0
    #expect(attribute(Self.accessList, of: folder["file"]) == narrowed)
    #expect(try mode(folder["file"]) == 0o600)
  }

  @Test func `a file without an access control list gets none from its folder`() throws {
    let folder = try TemporaryFolder()
    try make(folder["file"], mode: 0o640)
    try set("system.posix_acl_default", Self.list, of: folder.path)
    try replace(folder["file"])
    #expect(attribute(Self.accessList, of: folder["file"]) == nil)
    #expect(try mode(folder["file"]) == 0o640)
  }

  @Test func `a user's own attributes are kept`() throws {
    let folder = try TemporaryFolder()
    try make(folder["file"])
    try set("user.one", Array("1".utf8), of: folder["file"])
    try set("user.empty", [], of: folder["file"])
    try replace(folder["file"])
    #expect(attribute("user.one", of: folder["file"]) == Array("1".utf8))
    #expect(attribute("user.empty", of: folder["file"]) == [])
  }

  @Test func `an open file is written where its name is`() throws {
    let folder = try TemporaryFolder()
    try make(folder["file"])
    let file = try FileDescriptor.open(ByteString(folder["file"]), O_RDONLY)
    try replace("/proc/self/fd/\(file.number)")
    #expect(try FileStatus(of: ByteString(folder["file"])).size == 3)
    #expect(folder.names == ["file"])
  }

  @Test func `an open file that has no name any more, or another one has its name, is refused`()
    throws
  {
    let folder = try TemporaryFolder()
    try make(folder["file"])
    let file = try FileDescriptor.open(ByteString(folder["file"]), O_RDONLY)
    let path = ByteString("/proc/self/fd/\(file.number)")
    #expect(unsafe unlink(folder["file"]) == 0)
    #expect(throws: FileError.hasNoName(path)) { try FileTarget(path) }
    try make(folder["file (deleted)"])
    #expect(throws: FileError.hasNoName(path)) { try FileTarget(path) }
    let memory = FileDescriptor(owning: unsafe askcred_memory_file("x"))
    let memoryPath = ByteString("/proc/self/fd/\(memory.number)")
    #expect(throws: FileError.hasNoName(memoryPath)) { try FileTarget(memoryPath) }
  }

  /// Where the last one is the folder's.
  @Test(
    .enabled(if: geteuid() == 0, "only root protects files"), arguments: ["+i", "+a", "folder"])
  func `a file that nobody may replace is refused beforehand`(flag: String) throws {
    let folder = try TemporaryFolder()
    try make(folder["file"])
    let place = flag == "folder" ? folder.path : folder["file"]
    if unsafe system("chattr \(flag == "folder" ? "+a" : flag) '\(place)' 2>/dev/null") != 0 {
      try Test.cancel("no file can be protected here")
    }
    defer { _ = unsafe system("chattr -ia '\(place)'") }
    let path = folder["file"]
    #expect(throws: FileError.system(SystemError("cannot write '\(path)'", Errno(EPERM)))) {
      try FileTarget(ByteString(path))
    }
    #expect(folder.names == ["file"])
  }

  @Test func `what a killed write left is taken away, and nothing else`() throws {
    let folder = try TemporaryFolder()
    let others = [
      ".file.askcred-lock", ".file.askcred-0123456789abcd", ".file2.askcred-0123456789abc",
      "file.askcred-0123456789abc",
    ]
    for name in others + [".file.askcred-0123456789abc"] { try make(folder[name]) }
    try FileTarget(ByteString(folder["file"])).removeStrays()
    #expect(folder.names == others.sorted())
  }

  @Test func `what another write has not finished yet is left to it`() throws {
    let folder = try TemporaryFolder()
    let name = ".file.askcred-0123456789abc"
    try make(folder[name])
    let lock = try FileLock.take(ByteString(folder[name]), O_WRONLY, until: .after(.seconds(5)))
    try FileTarget(ByteString(folder["file"])).removeStrays()
    #expect(folder.names == [name])
    withExtendedLifetime(lock) {}
  }
}

// SPDX-License-Identifier: MIT

private import CPty
private import Glibc

/// The file system, as tests look at it.
package enum Files {
  package static func bytes(_ path: String) throws -> Bytes {
    let descriptor = try checked(
      "opening \(path)", unsafe pty_open_file(path, O_RDONLY | O_NONBLOCK, 0))
    defer { close(descriptor) }
    return Bytes(readAvailable(descriptor).bytes)
  }

  package static func text(_ path: String) throws -> String {
    try bytes(path).text
  }

  package static func write(_ text: String, to path: String, mode: UInt32 = 0o600) throws {
    try write(Bytes(text), to: path, mode: mode)
  }

  package static func copy(_ source: String, to path: String, mode: UInt32) throws {
    try write(try bytes(source), to: path, mode: mode)
  }

  private static func write(_ content: Bytes, to path: String, mode: UInt32) throws {
    let descriptor = try checked(
      "opening \(path)", unsafe pty_open_file(path, O_WRONLY | O_CREAT | O_TRUNC, mode))
    defer { close(descriptor) }
    let bytes = content.bytes
    let wrote = unsafe bytes.withUnsafeBytes {
      unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    guard wrote == bytes.count else { throw SessionFailure.call("writing \(path)") }
    try checked("fchmod", fchmod(descriptor, mode))
  }

  /// Whether there is something of that name, be it a link that leads nowhere.
  package static func exists(_ path: String) -> Bool { (try? status(path)) != nil }

  /// The permission bits.
  package static func mode(_ path: String) throws -> UInt32 { try status(path).st_mode & 0o7777 }

  package static func owner(_ path: String) throws -> UInt32 { try status(path).st_uid }

  package static func number(_ path: String) throws -> UInt { try status(path).st_ino }

  package static func isPipe(_ path: String) throws -> Bool {
    try status(path).st_mode & S_IFMT == S_IFIFO
  }

  package static func isDevice(_ path: String) throws -> Bool {
    try status(path).st_mode & S_IFMT == S_IFCHR
  }

  package static func isFolder(_ path: String) -> Bool {
    guard let status = try? status(path) else { return false }
    return status.st_mode & S_IFMT == S_IFDIR
  }

  package static func remove(_ path: String) throws {
    try checked("unlink", unsafe unlink(path))
  }

  package static func change(owner: UInt32, of path: String) throws {
    try checked("lchown", unsafe lchown(path, owner, owner))
  }

  package static func change(mode: UInt32, of path: String) throws {
    try checked("chmod", unsafe chmod(path, mode))
  }

  package static func link(_ path: String, to target: String) throws {
    try checked("symlink", unsafe symlink(target, path))
  }

  package static func target(of path: String) throws -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = try checked("readlink", unsafe readlink(path, &buffer, buffer.count))
    return String(decoding: buffer[0..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package static func hardLink(_ path: String, to other: String) throws {
    try checked("link", unsafe Glibc.link(other, path))
  }

  package static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws {
    try checked("mkdir", unsafe mkdir(path, mode))
    try change(mode: mode, of: path)
  }

  package static func makePipe(_ path: String) throws {
    try checked("mkfifo", unsafe mkfifo(path, 0o600))
  }

  package static func makeDevice(_ path: String, major: UInt32, minor: UInt32) throws {
    try checked("mknod", unsafe pty_make_device(path, major, minor))
  }

  /// The names in a folder, sorted, but for `.` and `..`.
  package static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe _ = closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func status(_ path: String) throws -> stat {
    var status = stat()
    try checked("lstat \(path)", unsafe lstat(path, &status))
    return status
  }
}

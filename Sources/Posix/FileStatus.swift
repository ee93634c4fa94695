// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// What the file system says of a file; the corresponding C functions are `stat` and `lstat`.
package struct FileStatus: Equatable, Sendable {
  package enum Kind: Sendable {
    case regular
    case folder
    case link
    case socket
    /// A device or a pipe.
    case special
  }

  /// What no two files have alike: the device, and the number there.
  package struct Identifier: Hashable, Sendable {
    let device: UInt
    let number: UInt
  }

  package let kind: Kind
  package let identifier: Identifier
  package let owner: UInt32
  package let group: UInt32
  /// Permission bits, 07777 at most.
  package let mode: UInt32
  /// Bytes.
  package let size: Int
  /// When its content last changed, in nanoseconds since 1970.
  package let modified: Int

  /// Looks at `path`, and behind a symbolic link unless told otherwise.
  package init(of path: ByteString, followingLinks: Bool = true) throws(Errno) {
    var found = stat()
    _ = try retrying {
      unsafe path.withCString { path in
        unsafe followingLinks ? stat(path, &found) : lstat(path, &found)
      }
    }
    unsafe self.init(&found)
  }

  /// Looks at an open file; the corresponding C function is `fstat`.
  package init(of file: borrowing FileDescriptor) throws(Errno) {
    var found = stat()
    _ = try retrying { unsafe fstat(file.number, &found) }
    unsafe self.init(&found)
  }

  private init(_ found: UnsafePointer<stat>) {
    let mode = unsafe found.pointee.st_mode
    self.kind =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFSOCK: .socket
      default: .special
      }
    self.identifier = unsafe Identifier(
      device: UInt(found.pointee.st_dev), number: UInt(found.pointee.st_ino))
    self.owner = unsafe found.pointee.st_uid
    self.group = unsafe found.pointee.st_gid
    self.mode = mode & 0o7777
    self.size = unsafe Int(found.pointee.st_size)
    self.modified = unsafe Int(askcred_modified(found))
  }

  /// Whether others than the owner can write to it.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }
}

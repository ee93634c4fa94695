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

  package let kind: Kind
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
    self.kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFSOCK: .socket
      default: .special
      }
    self.owner = found.st_uid
    self.group = found.st_gid
    self.mode = found.st_mode & 0o7777
    self.size = Int(found.st_size)
    self.modified = unsafe Int(askcred_modified(&found))
  }

  /// Whether others than the owner can write to it.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }
}

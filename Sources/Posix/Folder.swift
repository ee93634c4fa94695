// SPDX-License-Identifier: MIT

private import Glibc

/// Folders: made, emptied and listed.
package enum Folder {
  /// Makes a folder that only its owner can use, and those above it; what is there already stays.
  package static func make(_ path: ByteString) throws(Errno) {
    if (unsafe path.withCString { unsafe mkdir($0, 0o700) }) == 0 { return }
    switch errno {
    case EEXIST: return
    case ENOENT where path.folder != path:
      try make(path.folder)
      _ = try retrying { unsafe path.withCString { unsafe mkdir($0, 0o700) } }
    default: throw Errno.last
    }
  }

  /// Takes a folder away where nothing is in it; says whether it did.
  package static func removeEmpty(_ path: ByteString) -> Bool {
    unsafe path.withCString { unsafe rmdir($0) } == 0
  }

  /// Takes a file's name away; the corresponding C function is `unlink`.
  package static func removeFile(_ path: ByteString) throws(Errno) {
    _ = try retrying { unsafe path.withCString { unsafe unlink($0) } }
  }

  /// Makes sure that the names in a folder outlast a loss of power.
  package static func sync(_ path: ByteString) {
    // What is not synced is there all the same; nobody is helped by a failure.
    guard let folder = try? FileDescriptor.open(path, O_RDONLY | O_DIRECTORY) else { return }
    fsync(folder.number)
  }

  /// Calls `body` with each name in the folder but `.` and `..`, in the file system's order.
  package static func forEachName(
    in path: ByteString, _ body: (ByteString) -> Void
  ) throws(Errno) {
    let folder = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
    var buffer = FolderBuffer()
    try buffer.forEachName(in: folder, body)
  }

  /// The names in the folder, in the order of their bytes.
  package static func names(in path: ByteString) throws(Errno) -> [ByteString] {
    var names: [ByteString] = []
    try forEachName(in: path) { names.append($0) }
    return names.sorted()
  }
}

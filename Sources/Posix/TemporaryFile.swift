// SPDX-License-Identifier: MIT

private import Glibc

/// A new file that is to take the place of another one in its folder. Its writer holds a lock on it, which
/// goes with the process: what a killed one left is known by having none.
struct TemporaryFile: ~Copyable {
  let path: ByteString
  let descriptor: FileDescriptor

  private init(_ path: ByteString, _ descriptor: consuming FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Makes one for the file at `place`, empty and for its owner alone.
  static func make(for place: ByteString) throws(Errno) -> TemporaryFile {
    while true {
      let path = place.folder.appending(name(for: place))
      let file = try FileDescriptor.open(
        path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      // Between the two calls it looks like one that was left, and whoever removes those may have it.
      if flock(file.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { continue }
      if (try? FileStatus(of: path, followingLinks: false)) == nil { continue }
      return TemporaryFile(path, file)
    }
  }

  func remove() {
    try? Folder.removeFile(path)
  }

  /// Removes those for the file at `place` that nobody writes any more. Where the file system knows no
  /// locks, they stay.
  static func removeAbandoned(for place: ByteString) {
    let beginning = beginning(for: place)
    try? Folder.forEachName(in: place.folder) { name in
      guard isName(name, beginning) else { return }
      let path = place.folder.appending(name)
      guard let status = try? FileStatus(of: path, followingLinks: false),
        status.kind == .regular, let file = open(path),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { return }
      try? Folder.removeFile(path)
      withExtendedLifetime(file) {}
    }
  }

  private static func open(_ path: ByteString) -> FileDescriptor? {
    // Over a network, only what can be written can be locked.
    if let file = try? FileDescriptor.open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK) { return file }
    return try? FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Digits to the base of 36 that every 64-bit number has room in.
  private static let digits = 13

  /// Hidden, of this file, and nobody else's.
  private static func name(for place: ByteString) -> ByteString {
    let random = Array(String(UInt64.random(in: .min ... .max), radix: 36).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: digits - random.count)
    return ByteString(beginning(for: place).bytes + zeros + random)
  }

  private static func beginning(for place: ByteString) -> ByteString {
    let name = Array(place.lastComponent.bytes.prefix(200))
    return ByteString(Array(".".utf8) + name + Array(".askcred-".utf8))
  }

  private static func isName(_ name: ByteString, _ beginning: ByteString) -> Bool {
    // A lock file of another one can begin alike.
    name.hasPrefix(beginning) && name.bytes.count == beginning.bytes.count + digits
  }
}

// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// The extended attributes of files, which xattr(7) describes.
enum ExtendedAttributes {
  /// Their names; none where the file system has no such attributes, and where no file is. The
  /// corresponding C function is `llistxattr`.
  static func names(of path: ByteString) throws(Errno) -> [ByteString] {
    // Most files have none.
    if (unsafe path.withCString { unsafe llistxattr($0, nil, 0) }) == 0 { return [] }
    let list = try unsafe bytes { (buffer, size) in
      unsafe path.withCString { unsafe llistxattr($0, buffer, size) }
    }
    return (list ?? []).split(separator: 0).map { ByteString(Array($0)) }
  }

  /// The value of that name; nil where there is none. The corresponding C function is `lgetxattr`.
  static func value(_ name: ByteString, of path: ByteString) throws(Errno) -> [UInt8]? {
    try unsafe bytes { (buffer, size) in
      unsafe path.withCString { path in
        unsafe name.withCString { name in unsafe lgetxattr(path, name, buffer, size) }
      }
    }
  }

  /// The value of that name; nil where there is none. The corresponding C function is `fgetxattr`.
  static func value(
    _ name: ByteString, of file: borrowing FileDescriptor
  ) throws(Errno) -> [UInt8]? {
    let number = file.number
    return try unsafe bytes { (buffer, size) in
      unsafe name.withCString { unsafe fgetxattr(number, $0, buffer, size) }
    }
  }

  /// The corresponding C function is `fsetxattr`.
  static func set(
    _ value: [UInt8], as name: ByteString, of file: borrowing FileDescriptor
  ) throws(Errno) {
    let number = file.number
    _ = try retrying {
      unsafe name.withCString { unsafe fsetxattr(number, $0, value, value.count, 0) }
    }
  }

  /// Removes it where there is one. The corresponding C function is `fremovexattr`.
  static func remove(_ name: ByteString, of file: borrowing FileDescriptor) throws(Errno) {
    let number = file.number
    do {
      _ = try retrying { unsafe name.withCString { unsafe fremovexattr(number, $0) } }
    } catch {
      if !error.isWithoutAttributes { throw error }
    }
  }

  /// What `call` puts into a buffer, and of how many bytes it says so.
  private static func bytes(
    _ call: (UnsafeMutablePointer<CChar>, Int) -> Int
  ) throws(Errno) -> [UInt8]? {
    // The most that the kernel has of a list of names, and of a value.
    let limit = 65_536
    let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: limit)
    defer { unsafe buffer.deallocate() }
    do {
      let count = try retrying { unsafe call(buffer, limit) }
      return unsafe UnsafeBufferPointer(start: buffer, count: count).map { UInt8(bitPattern: $0) }
    } catch {
      if error.isWithoutAttributes { return nil }
      throw error
    }
  }
}

extension Errno {
  /// Whether it says that there is no such attribute, or that there are none at all.
  fileprivate var isWithoutAttributes: Bool {
    [ENODATA, EOPNOTSUPP, ENOSYS, ENOENT].contains(number)
  }
}

// SPDX-License-Identifier: MIT

private import Glibc

/// An advisory lock on an open file, held until its owner goes; the corresponding C function is
/// `flock`.
package struct FileLock: ~Copyable {
  private let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Takes the lock of `path`, opened with `flags`, as soon as nobody else holds it.
  ///
  /// Nil where it was still held at `deadline`. Throws where the file cannot be opened or its file
  /// system knows no locks.
  package static func take(
    _ path: ByteString, _ flags: CInt, until deadline: Deadline
  ) throws(Errno) -> FileLock? {
    let descriptor = try FileDescriptor.open(path, flags)
    while true {
      if flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 { return FileLock(descriptor) }
      let error = Errno.last
      guard error.number == EWOULDBLOCK || error.number == EINTR else { throw error }
      if deadline.hasPassed { return nil }
      // The kernel offers no way to wait for a lock with a bound.
      Wait.pause(.milliseconds(20))
    }
  }
}

/// A file that is a lock by being there, as git has it. It goes with its owner; where askcred is killed it
/// stays, and has to be removed by hand.
package struct LockFile: ~Copyable {
  private let path: ByteString

  private init(_ path: ByteString) {
    self.path = path
  }

  deinit {
    _ = unsafe path.withCString { unsafe unlink($0) }
  }

  /// Makes the file; nil where it is there already.
  package static func take(_ path: ByteString) throws(Errno) -> LockFile? {
    do {
      _ = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    } catch {
      if error.number == EEXIST { return nil }
      throw error
    }
    return LockFile(path)
  }
}

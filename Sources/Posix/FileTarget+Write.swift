// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

extension FileTarget {
  /// Puts a file with `content` in the place of what stands there, whole or not at all: a new file in
  /// the same folder, synced, renamed over. Owner, mode, access control list and
  /// extended attributes of a former file are kept.
  /// A file that was not there gets the permission bits `mode`, whatever the umask is. With
  /// `keepingTime`, the new file counts as changed when the former one was; without `keepsMode`, it gets
  /// `mode` also where one stood there before.
  package func replace(
    with content: Span<UInt8>, mode: UInt32, keepingTime: Bool = false, keepsMode: Bool = true
  ) throws(FileError) {
    // A signal between the two would leave a stray file.
    try Signal.holding(SignalSet.ending.union(SignalSet(.terminalStop))) { () throws(FileError) in
      let temporary = try makeTemporary()
      do throws(FileError) {
        let kept = keepsMode ? status?.mode : nil
        let time = keepingTime ? status?.modified : nil
        try dress(temporary.descriptor, mode: kept ?? mode)
        try write(content, to: temporary.descriptor, time: time)
        // Writing and syncing can take long. Who is ended meanwhile has written nothing.
        if SignalSet.ending.heeded.isPending { throw failure(Errno(EINTR)) }
        try rename(temporary.path)
        withExtendedLifetime(temporary) {}
      } catch {
        temporary.remove()
        throw error
      }
      Folder.sync(folder)
    }
  }

  /// Takes away what killed writes of this file left in its folder.
  package func removeStrays() {
    if kind != .special { TemporaryFile.removeAbandoned(for: place) }
  }

  /// Writes `content` to the device or pipe that stands there; a pipe is waited for until `deadline`
  /// to have a reader.
  package func writeInPlace(_ content: Span<UInt8>, until deadline: Deadline) throws(FileError) {
    do {
      let file = try openSpecial(until: deadline)
      let flags = askcred_status_flags(file.number)
      _ = askcred_set_status_flags(file.number, flags & ~O_NONBLOCK)
      try Descriptor.write(file.number, content)
    } catch {
      throw failure(error)
    }
  }

  /// The file that stands there, to be read.
  package func open() throws(FileError) -> FileDescriptor {
    do {
      return try FileDescriptor.open(place, O_RDONLY)
    } catch {
      throw .system(SystemError("cannot read '\(path.visible)'", error))
    }
  }

  private func openSpecial(until deadline: Deadline) throws(Errno) -> FileDescriptor {
    while true {
      do {
        // Not blocking, since a pipe without a reader would hold this up for ever.
        return try FileDescriptor.open(place, O_WRONLY | O_NOCTTY | O_NONBLOCK)
      } catch {
        if error.number != ENXIO || deadline.hasPassed { throw error }
        Wait.pause(.milliseconds(20))
      }
    }
  }

  private func write(
    _ content: Span<UInt8>, to file: borrowing FileDescriptor, time: Int?
  ) throws(FileError) {
    let number = file.number
    do {
      try Descriptor.write(number, content)
      if let time {
        _ = try retrying { askcred_set_modified(number, Int64(time)) }
      }
      _ = try retrying { fsync(number) }
    } catch {
      throw failure(error)
    }
  }

  private func makeTemporary() throws(FileError) -> TemporaryFile {
    do {
      return try TemporaryFile.make(for: place)
    } catch {
      throw failure(error)
    }
  }

  private func rename(_ temporary: ByteString) throws(FileError) {
    let result = unsafe temporary.withCString { from in
      unsafe place.withCString { to in unsafe Glibc.rename(from, to) }
    }
    if result == 0 { return }
    let error = Errno.last
    if error.number == EBUSY || error.number == EXDEV { throw .isMountPoint(path, error) }
    throw failure(error)
  }
}

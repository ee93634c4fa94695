// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix
private import Glibc

/// The file of a backend: read whole, and changed under a lock.
struct LoginFilePath: Sendable {
  /// As the user wrote it.
  let path: ByteString
  /// The end of the name of another program's lock file, where it has one.
  private let lockSuffix: ByteString?

  /// The most that is read of a file, in bytes.
  private static let limit = 16 << 20
  /// How long another program may hold the file's lock.
  private static let patience = Duration.seconds(10)

  init(_ path: ByteString, lockSuffix: ByteString?) {
    self.path = path
    self.lockSuffix = lockSuffix
  }

  /// The whole text; empty where there is no file.
  func read() throws(BackendError) -> Secret {
    guard let file = try open() else { return try Self.emptyText() }
    let text = try text(of: file)
    if text.count > Self.limit { throw .tooLarge(path, limit: Self.limit) }
    return text
  }

  /// What a write would replace. Fails where that is sure to fail.
  func target() throws(BackendError) -> FileTarget {
    let target: FileTarget
    do {
      target = try FileTarget(path)
    } catch {
      throw .file(error)
    }
    if target.kind == .special { throw .notRegular(path) }
    return target
  }

  /// Writes what `body` makes of the text, while no other askcred, and not the program whose file it
  /// is, changes the file. Where that is what is there already, nothing is written.
  ///
  /// A file that was not there gets the permission bits `mode`, another one keeps its own, both only
  /// those that are in `widest`.
  func change(
    mode: UInt32, widest: UInt32, _ body: (Span<UInt8>) throws(BackendError) -> Secret
  ) throws(BackendError) {
    try locked { (target) throws(BackendError) in
      let old = try read()
      let new = try old.withBytes { (bytes) throws(BackendError) in try body(bytes) }
      let kept = target.mode ?? mode
      if let mode = target.mode, mode & ~widest == 0, new.isEqual(to: old) { return }
      if target.kind == .absent, new.isEmpty { return }
      // It could not be read back.
      if new.count > Self.limit { throw .tooLarge(path, limit: Self.limit) }
      do throws(FileError) {
        try new.withBytes { (bytes) throws(FileError) in
          try target.replace(with: bytes, mode: kept & widest, keepsMode: false)
        }
      } catch {
        throw .file(error)
      }
    }
  }

  /// Removes the file, while nobody else changes it and where `isWanted` says so of its text. False
  /// where there is none.
  func remove(
    where isWanted: (Span<UInt8>) throws(BackendError) -> Bool
  ) throws(BackendError) -> Bool {
    var isRemoved = false
    try locked { (target) throws(BackendError) in
      guard target.kind == .regular else { return }
      let text = try read()
      guard try text.withBytes({ (bytes) throws(BackendError) in try isWanted(bytes) }) else {
        return
      }
      do throws(Errno) {
        try Folder.removeFile(target.place)
      } catch {
        throw .system(SystemError("cannot remove '\(path.visible)'", error))
      }
      Folder.sync(target.folder)
      isRemoved = true
    }
    return isRemoved
  }

  /// Takes away what killed writes of the file left beside it.
  func removeStrays() {
    (try? FileTarget(path))?.removeStrays()
  }

  private func locked(_ body: (FileTarget) throws(BackendError) -> Void) throws(BackendError) {
    let end = Deadline.after(Self.patience)
    if let lockSuffix {
      // Its folder's lock would keep everybody waiting who only waits for a file beside it.
      return try locked(bySuffix: lockSuffix, until: end, body)
    }
    let folder = try lock(target().folder, until: end)
    guard folder != nil else { return try locked(bySuffix: ".askcred-lock", until: end, body) }
    // While the lock was waited for, another file may have come there.
    try run(body, on: target())
    withExtendedLifetime(folder) {}
  }

  /// Runs `body` while a file is there, of the file's name and that suffix, which was not there before.
  private func locked(
    bySuffix suffix: ByteString, until end: Deadline,
    _ body: (FileTarget) throws(BackendError) -> Void
  ) throws(BackendError) {
    // A signal would leave the lock file behind. Waiting for one can be broken off.
    let signals = SignalSet.ending.union(SignalSet(.terminalStop))
    while true {
      let name = ByteString(try target().place.bytes + suffix.bytes)
      let isDone = try Signal.holding(signals) { () throws(BackendError) in
        guard let lock = try take(name) else { return false }
        defer { withExtendedLifetime(lock) {} }
        let target = try target()
        // A link may lead elsewhere since.
        if ByteString(target.place.bytes + suffix.bytes) != name { return false }
        try run(body, on: target)
        return true
      }
      if isDone { return }
      if end.hasPassed { throw .lockFile(path, name) }
      Wait.pause(.milliseconds(20))
    }
  }

  private func run(
    _ body: (FileTarget) throws(BackendError) -> Void, on target: FileTarget
  ) throws(BackendError) {
    target.removeStrays()
    try body(target)
  }

  private func take(_ name: ByteString) throws(BackendError) -> LockFile? {
    do {
      return try LockFile.take(name)
    } catch {
      throw .system(SystemError("cannot make the lock file '\(name.visible)'", error))
    }
  }

  /// Nil where the folder cannot be locked.
  private func lock(
    _ folder: ByteString, until end: Deadline
  ) throws(BackendError) -> FileLock? {
    do {
      if let lock = try FileLock.take(folder, O_RDONLY | O_DIRECTORY, until: end) { return lock }
    } catch {
      return nil
    }
    throw .busy(path)
  }

  /// The file, or nil where there is none.
  private func open() throws(BackendError) -> FileDescriptor? {
    let place: ByteString
    do {
      place = try path.expandingHome()
    } catch {
      throw .file(error)
    }
    do {
      // Where a pipe stands, nobody may ever write to it.
      let file = try FileDescriptor.open(place, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      if try FileStatus(of: file).kind == .regular { return file }
    } catch {
      if error.isAbsence { return nil }
      throw .system(SystemError("cannot read '\(path.visible)'", error))
    }
    throw .notRegular(path)
  }

  private func text(of file: borrowing FileDescriptor) throws(BackendError) -> Secret {
    do {
      return try Secret.reading(file, limit: Self.limit + 1)
    } catch {
      throw .system(SystemError("cannot read '\(path.visible)'", error))
    }
  }

  private static func emptyText() throws(BackendError) -> Secret {
    do {
      return try Secret()
    } catch {
      throw .memory(error)
    }
  }
}

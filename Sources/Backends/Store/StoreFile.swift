// SPDX-License-Identifier: MIT

internal import Posix
internal import Credentials
private import Glibc

/// Reading and writing the store's files.
enum StoreFile {
  /// The most that is read of one file: a login of the largest parts, and room for its fields.
  static let limit = 16 << 20
  /// The most that a file of identities has.
  static let secretLimit = 65_536

  /// Whether something is at `path`, behind links or not. Fails where that cannot be seen.
  static func exists(
    _ path: ByteString, followingLinks: Bool = true
  ) throws(StoreError) -> Bool {
    do {
      _ = try FileStatus(of: path, followingLinks: followingLinks)
      return true
    } catch {
      if error.isAbsence { return false }
      throw .system(SystemError("cannot look at '\(path.visible)'", error))
    }
  }

  /// The bytes of a public file, such as an encrypted one.
  static func read(_ path: ByteString) throws(StoreError) -> [UInt8] {
    do {
      // Where a pipe stands, nobody may ever write to it.
      let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
      let bytes = try file.readAll(limit: limit + 1)
      if bytes.count <= limit { return bytes }
    } catch {
      throw .system(SystemError("cannot read '\(path.visible)'", error))
    }
    throw .tooLarge(path, limit: limit)
  }

  /// The bytes of a secret file, such as an identity without a passphrase. The path may begin with
  /// `~/`.
  static func readSecret(_ path: ByteString) throws(StoreError) -> Secret {
    let place: ByteString
    do {
      place = try path.expandingHome()
    } catch {
      throw .file(error)
    }
    do {
      let file = try FileDescriptor.open(place, O_RDONLY | O_NONBLOCK)
      let text = try Secret.reading(file, limit: secretLimit + 1)
      if text.count <= secretLimit { return text }
    } catch {
      throw .system(SystemError("cannot read '\(path.visible)'", error))
    }
    throw .tooLarge(path, limit: secretLimit)
  }

  /// Puts a file that only its owner reads in the place of what stands there, whole or not at all.
  static func write(
    _ bytes: Span<UInt8>, to path: ByteString, keepingTime: Bool = false, isKey: Bool = false
  ) throws(StoreError) {
    do {
      let target = try FileTarget(path)
      target.removeStrays()
      try target.replace(with: bytes, mode: 0o600, keepingTime: keepingTime, keepsMode: !isKey)
    } catch {
      throw .file(error)
    }
  }

  /// Counts a file as changed now.
  static func renew(_ path: ByteString) throws(StoreError) {
    do {
      try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK).renew()
    } catch {
      throw .system(SystemError("cannot write '\(path.visible)'", error))
    }
  }

  /// Takes a file away, with what a killed write of it left. Only while nobody else writes it.
  static func remove(_ path: ByteString) throws(StoreError) {
    (try? FileTarget(path))?.removeStrays()
    do {
      try Folder.removeFile(path)
    } catch {
      throw .system(SystemError("cannot remove '\(path.visible)'", error))
    }
  }

  static func makeFolder(_ path: ByteString) throws(StoreError) {
    do {
      try Folder.make(path)
    } catch {
      throw .system(SystemError("cannot make the folder '\(path.visible)'", error))
    }
  }
}

extension Secret {
  /// All that is left to read, or its first `limit` bytes.
  static func reading(_ file: borrowing FileDescriptor, limit: Int) throws(Errno) -> Secret {
    do {
      var content = try Secret(capacity: 1024)
      let end = Deadline.after(.seconds(10))
      var count = -1
      while content.count != count, content.count < limit {
        count = content.count
        try content.reserve(1)
        // A pipe may have a writer that has not written yet, or none at all.
        guard try Wait.first(of: [.reading(file.number)], until: end) != nil else {
          throw Errno(ETIMEDOUT)
        }
        try content.append { (output) throws(Errno) in
          _ = try file.read(into: &output)
        }
      }
      content.truncate(to: min(content.count, limit))
      return content
    } catch let error as Errno {
      throw error
    } catch {
      throw Errno(ENOMEM)
    }
  }
}

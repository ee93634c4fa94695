// SPDX-License-Identifier: MIT

internal import Glibc

/// The file that a path leads to and that is about to be written.
package struct FileTarget: Sendable {
  /// What stands there now.
  package enum Kind: Equatable, Sendable {
    case absent
    case regular
    /// A device or a pipe: it is written to where it is.
    case special
  }

  /// As the user wrote it.
  package let path: ByteString
  package let kind: Kind
  /// The place behind all links.
  package let place: ByteString
  let status: FileStatus?

  /// Follows `path` to where it leads, and fails where a write there is sure to fail.
  package init(_ path: ByteString) throws(FileError) {
    let expanded = try path.expandingHome()
    self.path = path
    let (status, place) = try Self.find(expanded, called: path)
    switch status?.kind {
    case .folder: throw .isFolder(path)
    // As open(2) has it.
    case .socket: throw .system(SystemError("cannot write '\(path.visible)'", Errno(ENXIO)))
    case .special:
      self.kind = .special
      self.place = place
      self.status = nil
      try checkAccess(to: expanded, W_OK)
      return
    case .regular: self.kind = .regular
    case .link, nil: self.kind = .absent
    }
    self.status = status
    self.place = place
    try checkReplaceable()
  }

  /// The folder that the file lies in.
  package var folder: ByteString { place.folder }
  /// The permission bits of what stands there; nil where nothing does.
  package var mode: UInt32? { status?.mode }

  private func checkReplaceable() throws(FileError) {
    try checkAccess(to: folder, W_OK | X_OK)
    // What comes into such a folder stays there under its first name.
    if FileProtection(of: folder).isAppendOnly { throw failure(Errno(EPERM)) }
    try checkProtection()
    guard let status, geteuid() != 0 else { return }
    if status.owner != geteuid() || !Self.isMember(of: status.group) {
      throw .ownerCannotBeKept(path)
    }
  }

  private func checkProtection() throws(FileError) {
    if kind == .absent { return }
    let protection = FileProtection(of: place)
    if protection.isMountRoot { throw .isMountPoint(path, Errno(EBUSY)) }
    if protection.isImmutable || protection.isAppendOnly { throw failure(Errno(EPERM)) }
  }

  private func checkAccess(to place: ByteString, _ kind: CInt) throws(FileError) {
    if unsafe place.withCString({ unsafe faccessat(AT_FDCWD, $0, kind, AT_EACCESS) }) != 0 {
      throw failure(Errno.last)
    }
  }

  func failure(_ errno: Errno) -> FileError { Self.failure(path, errno) }

  private static func failure(_ path: ByteString, _ errno: Errno) -> FileError {
    .system(SystemError("cannot write '\(path.visible)'", errno))
  }

  private static func isMember(of group: gid_t) -> Bool {
    if group == getegid() { return true }
    var groups = [gid_t](repeating: 0, count: 65_536)
    let count = unsafe getgroups(CInt(groups.count), &groups)
    return count > 0 && groups.prefix(Int(count)).contains(group)
  }

  /// What stands at `path`, and the place of a regular file and of none behind all links.
  private static func find(
    _ path: ByteString, called name: ByteString
  ) throws(FileError) -> (FileStatus?, ByteString) {
    // Another write between two looks gives two files.
    for _ in 0..<20 {
      let status = try status(of: path, called: name)
      if let status, status.kind != .regular { return (status, path) }
      let place = try follow(path, called: name)
      // A link of proc(5) leads to a file, whatever its text says.
      guard let status, place != path else { return (status, place) }
      if let found = try? FileStatus(of: place, followingLinks: false),
        found.identifier == status.identifier
      {
        return (status, place)
      }
    }
    throw .hasNoName(name)
  }

  /// Nil where nothing is.
  private static func status(
    of path: ByteString, called name: ByteString
  ) throws(FileError) -> FileStatus? {
    do {
      return try FileStatus(of: path)
    } catch {
      // What is not there can be made, and what is wrong with links is told of by following them.
      guard [ENOENT, ELOOP, EACCES].contains(error.number) else { throw failure(name, error) }
      return nil
    }
  }

  /// The path behind all symbolic links at the end of `path`; the last one need not exist.
  private static func follow(
    _ path: ByteString, called name: ByteString
  ) throws(FileError) -> ByteString {
    var place = path
    // As many as the kernel follows.
    for _ in 0..<40 {
      guard let link = try? FileStatus(of: place, followingLinks: false), link.kind == .link else {
        return place
      }
      if let folder = try? FileStatus(of: place.folder), folder.mode & 0o002 != 0,
        link.owner != geteuid()
      {
        throw .foreignLink(name)
      }
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = unsafe place.withCString { unsafe readlink($0, &target, Int(PATH_MAX)) }
      guard length > 0 else {
        throw .system(SystemError("cannot read the link '\(place.visible)'", Errno.last))
      }
      let next = ByteString(target.prefix(length).map { UInt8(bitPattern: $0) })
      place = next.bytes[0] == UInt8(ascii: "/") ? next : place.folder.appending(next)
    }
    throw .tooManyLinks(name)
  }
}

extension ByteString {
  /// The folder part of a path, as dirname(1) has it.
  package var folder: ByteString {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : ByteString(Array(bytes[..<slash]))
  }

  /// The last part of a path.
  package var lastComponent: ByteString {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return ByteString(Array(bytes[(slash + 1)...]))
  }

  /// A path with one more part.
  package func appending(_ part: ByteString) -> ByteString {
    ByteString(bytes + [UInt8(ascii: "/")] + part.bytes)
  }

  /// The path with `~/` at its start replaced by the home folder, which has to be this user's own.
  package func expandingHome() throws(FileError) -> ByteString {
    guard bytes.starts(with: Array("~/".utf8)) else { return self }
    guard let home = Process.environment("HOME"), !home.isEmpty else {
      throw .noHome("HOME is not set")
    }
    guard home.bytes[0] == UInt8(ascii: "/") else { throw .noHome("HOME is no whole path") }
    if let status = try? FileStatus(of: home), status.owner != geteuid() {
      throw .noHome("HOME is another user's")
    }
    return home.appending(ByteString(Array(bytes.dropFirst(2))))
  }
}

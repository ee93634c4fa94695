// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix
private import Glibc

/// Which logins the store has, by the names of its files alone. There can be very many.
struct StoreListing: ~Copyable {
  /// The tree of logins.
  private let tree: ByteString
  private var buffer = FolderBuffer()

  private static let opening = O_RDONLY | O_DIRECTORY

  init(_ tree: ByteString) {
    self.tree = tree
  }

  /// All, in the order of lists.
  mutating func all() throws(BackendError) -> [LoginKey] {
    guard let root = try open(tree, { () throws(Errno) in try .open(tree, Self.opening) }) else {
      return []
    }
    var folders: [(service: Service, name: ByteString)] = []
    var order = NameOrder()
    try forEachName(in: root, tree) { name in
      guard let service = EntryName.service(ofFolder: name) else { return }
      folders.append((service, name))
      order.append(service.name)
    }
    var keys: [LoginKey] = []
    for place in order.sorted {
      let (service, name) = folders[place]
      // Not by its whole path, which takes the kernel longer.
      let folder = try open(tree.appending(name)) { () throws(Errno) in
        try .open(name, in: root, Self.opening)
      }
      if let folder { try appendLogins(of: service, in: folder, name, to: &keys) }
    }
    return keys
  }

  /// Those of one service, in the order of lists.
  mutating func logins(of service: Service) throws(BackendError) -> [LoginKey] {
    let path = tree.appending(try EntryName.folder(of: service))
    var keys: [LoginKey] = []
    let folder = try open(path) { () throws(Errno) in try .open(path, Self.opening) }
    if let folder { try appendLogins(of: service, in: folder, path, to: &keys) }
    return keys
  }

  private mutating func appendLogins(
    of service: Service, in folder: borrowing FileDescriptor, _ path: ByteString,
    to keys: inout [LoginKey]
  ) throws(BackendError) {
    var found: [LoginKey] = []
    var order = NameOrder()
    try forEachName(in: folder, path) { name in
      guard let key = EntryName.login(of: service, inFile: name) else { return }
      guard let account = key.account else {
        // Before all others.
        keys.append(key)
        return
      }
      found.append(key)
      order.append(account)
    }
    for place in order.sorted { keys.append(found[place]) }
  }

  /// Nil where there is no such folder: it may have been erased just now.
  private func open(
    _ path: @autoclosure () -> ByteString, _ open: () throws(Errno) -> FileDescriptor
  ) throws(BackendError) -> FileDescriptor? {
    do {
      return try open()
    } catch {
      if error.isAbsence { return nil }
      throw Self.failure(error, path())
    }
  }

  private mutating func forEachName(
    in folder: borrowing FileDescriptor, _ path: ByteString, _ body: (ByteString) -> Void
  ) throws(BackendError) {
    do {
      try buffer.forEachName(in: folder, body)
    } catch {
      if !error.isAbsence { throw Self.failure(error, path) }
    }
  }

  private static func failure(_ error: Errno, _ path: ByteString) -> BackendError {
    .system(SystemError("cannot list '\(path.visible)'", error))
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
package import Posix

/// A file that another program reads its logins from.
///
/// A file that is not there holds no login. It is locked from reading to writing, replaced in one step
/// and left alone where nothing in it changes.
package struct FileBackend: Backend {
  private let format: any LoginFile
  private let options: FormatOptions
  private let file: LoginFilePath
  private let mode: UInt32

  /// `mode` are the permission bits of a file that was not there.
  package init(
    _ format: any LoginFile, at path: ByteString, mode: UInt32 = 0o600,
    options: FormatOptions = FormatOptions()
  ) {
    self.format = format
    self.options = options
    self.file = LoginFilePath(path, lockSuffix: format.lockSuffix)
    self.mode = mode
  }

  package var name: String { "file '\(file.path.visible)'" }
  package var canRead: Bool { format.canRead }
  package var canList: Bool { true }

  package func check(_ outline: LoginOutline, of service: Service) throws(BackendError) {
    try carrying { () throws(FormatError) in
      _ = try format.spelling(of: service)
      try format.check(outline, options)
      if outline.expires, !format.keepsExpiry { throw .noPlaceForExpiry(in: format.name) }
    }
    _ = try file.target()
    _ = try entries(in: file.read())
  }

  package var namesServices: Bool { format.namesServices }
  package var holdsOneLogin: Bool { format.holdsOneLogin }
  package var path: ByteString? { file.path }

  package func spelling(of key: LoginKey) -> LoginKey {
    guard let spelling = try? format.spelling(of: key.service) else { return key }
    return LoginKey(spelling, key.account)
  }

  package func examine(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { preconditionFailure("a login without a service") }
    try carrying { () throws(FormatError) in
      if credential.expires != nil, !format.keepsExpiry {
        throw .noPlaceForExpiry(in: format.name)
      }
      _ = try format.spelling(of: service)
      try format.examine(credential, options)
    }
  }

  package func list() throws(BackendError) -> [LoginKey] {
    let keys = try entries(in: file.read()).map { LoginKey($0.service, $0.account) }
    return keys.sorted().withoutNeighbouringRepeats
  }

  package func logins(of service: Service) throws(BackendError) -> [LoginKey] {
    guard let spelling = try? format.spelling(of: service) else { return [] }
    let keys = try entries(in: file.read()).filter { $0.service == spelling }
      .map { LoginKey(service, $0.account) }
    return keys.sorted().withoutNeighbouringRepeats
  }

  package func get(_ key: LoginKey) throws(BackendError) -> Credential? {
    if !canRead { throw .keepsHashes(backend: name) }
    let text = try file.read()
    return try text.withBytes { (bytes) throws(BackendError) in
      try credential(of: key, in: bytes)
    }
  }

  package func save(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { preconditionFailure("a login without a service") }
    try examine(credential)
    let spelling = try carrying { () throws(FormatError) in try format.spelling(of: service) }
    try file.change(mode: mode, widest: format.widestMode) { (text) throws(BackendError) in
      try reading { () throws(LoginFileError) in
        try format.text(saving: credential, of: spelling, in: text, options)
      }
    }
  }

  package func erase(_ key: LoginKey) throws(BackendError) -> Bool {
    guard let spelling = try? format.spelling(of: key.service),
      try entries(in: file.read())
        .contains(where: { $0.service == spelling && $0.account == key.account })
    else {
      file.removeStrays()
      return false
    }
    var isErased = false
    try file.change(mode: mode, widest: format.widestMode) { (text) throws(BackendError) in
      // Its readers take the first of several: the next one must not come to light.
      let rest = try reading { () throws(LoginFileError) in
        try format.text(erasingAllOf: spelling, key.account, in: text, options)
      }
      isErased = rest.count < text.count
      return rest
    }
    return isErased
  }

  package func erase(
    _ key: LoginKey, ifStill credential: borrowing Credential
  ) throws(BackendError) {
    guard let spelling = try? format.spelling(of: key.service) else { return }
    try file.change(mode: mode, widest: format.widestMode) { (text) throws(BackendError) in
      if try !holdsOnly(credential, under: key, in: text) { throw .changed(key) }
      return try reading { () throws(LoginFileError) in
        try format.text(erasingAllOf: spelling, key.account, in: text, options)
      }
    }
  }

  package func checkErasing(_ keys: [LoginKey]) throws(BackendError) {
    _ = try file.target()
    let wanted = Set(keys.map(spelling(of:)))
    let text = try file.read()
    try text.withBytes { (bytes) throws(BackendError) in
      var (found, repeated): (Set<LoginKey>, Set<LoginKey>) = ([], [])
      let entries = try reading { () throws(LoginFileError) in
        try format.entries(in: bytes, options)
      }
      for entry in entries {
        let key = LoginKey(entry.service, entry.account)
        guard wanted.contains(key) else { continue }
        if entry.saysMore { throw .saysMore(file.path, key) }
        if !found.insert(key).inserted, repeated.insert(key).inserted {
          guard let first = try credential(of: key, in: bytes) else { continue }
          if try !holdsOnly(first, under: key, in: bytes) {
            throw .differingLogins(file.path, key)
          }
        }
      }
    }
  }

  /// Whether every entry of that key is this login.
  private func holdsOnly(
    _ credential: borrowing Credential, under key: LoginKey, in text: Span<UInt8>
  ) throws(BackendError) -> Bool {
    let spelling = self.spelling(of: key)
    return try reading { () throws(LoginFileError) in
      for entry in try format.entries(in: text, options)
      where LoginKey(entry.service, entry.account) == spelling {
        let login = try format.credential(of: entry, in: text, options)
        if !login.isEqual(to: credential) { return false }
      }
      return true
    }
  }

  /// The first login of that key, which is the one that is read.
  private func credential(
    of key: LoginKey, in text: Span<UInt8>
  ) throws(BackendError) -> Credential? {
    let spelling = self.spelling(of: key)
    return try reading { () throws(LoginFileError) -> Credential? in
      let entries = try format.entries(in: text, options)
      guard let entry = entries.first(where: { LoginKey($0.service, $0.account) == spelling })
      else { return nil }
      var credential = try format.credential(of: entry, in: text, options)
      credential.service = key.service
      return credential
    }
  }

  private func entries(in text: borrowing Secret) throws(BackendError) -> [LoginEntry] {
    try text.withBytes { (bytes) throws(BackendError) in
      try reading { () throws(LoginFileError) in try format.entries(in: bytes, options) }
    }
  }

  private func reading<Value: ~Copyable>(
    _ body: () throws(LoginFileError) -> Value
  ) throws(BackendError) -> Value {
    do {
      return try body()
    } catch {
      switch error {
      case .malformed(let line, let why): throw .malformed(file.path, line: line, why: why)
      case .format(let error): throw .format(error)
      }
    }
  }

  private func carrying<Value: ~Copyable>(
    _ body: () throws(FormatError) -> Value
  ) throws(BackendError) -> Value {
    do {
      return try body()
    } catch {
      throw .format(error)
    }
  }
}

extension [LoginKey] {
  fileprivate var withoutNeighbouringRepeats: [LoginKey] {
    enumerated().filter { index, key in index == 0 || self[index - 1] != key }.map(\.element)
  }
}

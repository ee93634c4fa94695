// SPDX-License-Identifier: MIT

internal import Age
package import Credentials
package import Formats
package import Posix

/// The embedded store: a file of the age format for each login, which `age` opens too.
///
/// Writing needs the recipients alone; only reading unlocks.
package struct StoreBackend: Backend {
  package let name = "store"
  package let canRead = true
  package let canList = true

  private let folder: StoreFolder
  private let unlocking: StoreUnlocking

  package init(_ folder: StoreFolder, _ unlocking: StoreUnlocking) {
    self.folder = folder
    self.unlocking = unlocking
  }

  package func check(_ outline: LoginOutline, of service: Service) throws(BackendError) {
    try checkNames(outline, of: service)
    try store { () throws(StoreError) in
      try folder.check()
      _ = try StoreRecipients(reading: folder.recipients)
    }
  }

  /// Fails where the names of what is to be saved are too long, whether there is a store yet or not.
  package func checkNames(
    _ outline: LoginOutline, of service: Service
  ) throws(BackendError) {
    if outline.parts.count > Entry.mostFields + 2 { throw .tooManyFields(limit: Entry.mostFields) }
    _ = try EntryName.folder(of: service)
    if let account = outline.known[.account] { _ = try EntryName.file(of: account) }
  }

  package var path: ByteString? { folder.path }

  package func examine(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { preconditionFailure("a login without a service") }
    _ = try place(of: LoginKey(service, credential.account))
    if credential.fields.count > Entry.mostFields {
      throw .tooManyFields(limit: Entry.mostFields)
    }
  }

  package func list() throws(BackendError) -> [LoginKey] {
    guard try isThere() else { return [] }
    var listing = StoreListing(folder.logins)
    return try listing.all()
  }

  package func logins(of service: Service) throws(BackendError) -> [LoginKey] {
    guard try isThere() else { return [] }
    var listing = StoreListing(folder.logins)
    return try listing.logins(of: service)
  }

  package func get(_ key: LoginKey) throws(BackendError) -> Credential? {
    guard try isThere() else { return nil }
    let path = try place(of: key)
    let decrypted = try store { () throws(StoreError) -> Secret? in
      guard let file = try read(path) else { return nil }
      return try unlocking.decrypt(file, path)
    }
    guard let text = decrypted else { return nil }
    var credential = try Self.credential(in: text, path)
    switch Entry.owner(of: credential, under: key) {
    case .expected: break
    case .unknown: credential.service = nil
    case .other(let other): throw .otherLogin(path, other)
    }
    return credential
  }

  package func save(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { preconditionFailure("a login without a service") }
    let path = try place(of: LoginKey(service, credential.account))
    // Taken over from what was there, they can have become too many.
    if credential.fields.count > Entry.mostFields {
      throw .tooManyFields(limit: Entry.mostFields)
    }
    let text = try Self.text(of: credential)
    try store { () throws(StoreError) in
      try folder.check()
      try folder.locked { () throws(StoreError) in
        // Under the lock, so that it is not one that has just been taken away.
        let recipients = try StoreRecipients(reading: folder.recipients)
        let file = try StoreFile.encrypt(text, path, to: recipients)
        let isNew = try !StoreFile.exists(path.folder)
        try StoreFile.makeFolder(path.folder)
        try StoreFolder.checkTrust(of: path.folder)
        try StoreFile.write(file.span, to: path)
        if isNew { Folder.sync(folder.logins) }
      }
    }
  }

  package func renew(_ key: LoginKey) throws(BackendError) {
    let path = try place(of: key)
    try store { () throws(StoreError) in
      try folder.check()
      try folder.locked { () throws(StoreError) in try StoreFile.renew(path) }
    }
  }

  package func erase(_ key: LoginKey) throws(BackendError) -> Bool {
    guard try isThere() else { return false }
    let path = try place(of: key)
    return try store { () throws(StoreError) in
      return try folder.locked { () throws(StoreError) in
        guard try StoreFile.exists(path, followingLinks: false) else { return false }
        try remove(path)
        return true
      }
    }
  }

  package func erase(
    _ key: LoginKey, ifStill credential: borrowing Credential
  ) throws(BackendError) {
    guard try isThere() else { return }
    let path = try place(of: key)
    // It is read without the lock, as that may ask for the passphrase.
    guard let before = try store({ () throws(StoreError) in try read(path) }) else { return }
    let text = try store { () throws(StoreError) in try unlocking.decrypt(before, path) }
    if !(try Self.credential(in: text, path).isEqual(to: credential)) { throw .changed(key) }
    let isSame = try store { () throws(StoreError) in
      try folder.locked { () throws(StoreError) in
        guard let now = try read(path) else { return true }
        if now != before { return false }
        try remove(path)
        return true
      }
    }
    if !isSame { throw .changed(key) }
  }

  /// Under the store's lock.
  private func remove(_ path: ByteString) throws(StoreError) {
    try StoreFile.remove(path)
    Folder.sync(path.folder)
    if Folder.removeEmpty(path.folder) { Folder.sync(folder.logins) }
  }

  /// Nil where there is no such file: it may have been erased just now.
  private func read(_ path: ByteString) throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      try StoreFolder.checkTrust(of: path.folder)
      return try StoreFile.read(path)
    } catch {
      if case .system(let error) = error, error.errno.isAbsence { return nil }
      throw error
    }
  }

  private static func text(of credential: borrowing Credential) throws(BackendError) -> Secret {
    do {
      return try Entry.text(of: credential)
    } catch {
      throw .memory(error)
    }
  }

  private static func credential(
    in text: borrowing Secret, _ path: ByteString
  ) throws(BackendError) -> Credential {
    do {
      return try Entry.credential(in: text)
    } catch {
      throw .damaged(path, why: error.message)
    }
  }

  private func place(of service: Service) throws(BackendError) -> ByteString {
    folder.logins.appending(try EntryName.folder(of: service))
  }

  private func place(of key: LoginKey) throws(BackendError) -> ByteString {
    try place(of: key.service).appending(EntryName.file(of: key.account))
  }

  /// Whether there is a store, and nobody else could have changed it.
  private func isThere() throws(BackendError) -> Bool {
    try store { () throws(StoreError) in try folder.checkedExistence() }
  }

  private func store<Value: ~Copyable>(
    _ body: () throws(StoreError) -> Value
  ) throws(BackendError) -> Value {
    do {
      return try body()
    } catch {
      throw .store(error)
    }
  }
}

extension StoreFile {
  static func decrypt(
    _ file: [UInt8], _ path: ByteString, with identities: borrowing UniqueList<AgeIdentity>
  ) throws(StoreError) -> Secret {
    do {
      return try AgeFile.decrypt(file.span, with: identities)
    } catch {
      throw .age(path, error)
    }
  }

  static func encrypt(
    _ text: borrowing Secret, _ path: ByteString, to recipients: StoreRecipients
  ) throws(StoreError) -> [UInt8] {
    do {
      return try AgeFile.encrypt(text, to: recipients.all)
    } catch {
      throw .age(path, error)
    }
  }
}

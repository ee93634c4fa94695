// SPDX-License-Identifier: MIT

import Age
import Backends
import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

/// A store for one test, removed with its owner.
final class MadeStore: Sendable {
  /// What the test may fill; the store lies in it.
  let place: ByteString
  let folder: StoreFolder

  /// Nothing is there yet.
  init() throws {
    var template = Array("/tmp/store-XXXXXX\0".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Errno.last }
    self.place = ByteString(template.prefix { $0 != 0 }.map { UInt8($0) })
    self.folder = try StoreFolder(place.appending("store"))
  }

  /// A store whose key has no passphrase.
  convenience init(_ identities: consuming UniqueList<AgeIdentity>) throws {
    try self.init()
    try setup.make(identities, passphrase: Secret(), now: "2026-01-01T00:00:00Z")
  }

  /// A store with a new key without a passphrase.
  static func plain() throws -> MadeStore { try MadeStore(StoreSetup.newIdentities()) }

  deinit { Self.remove(place) }

  var keys: StoreKeys { StoreKeys(folder, override: nil) }
  var setup: StoreSetup { StoreSetup(keys) }
  var backend: StoreBackend { backend(identity: nil) }

  /// The store as it is with an identity in another file.
  func backend(identity: ByteString?) -> StoreBackend {
    StoreBackend(folder, StoreUnlocking(StoreKeys(folder, override: identity), asking: nil))
  }

  /// The store's identity, which has no passphrase.
  func identities() throws -> UniqueList<AgeIdentity> { try setup.identities(asking: nil) }

  // MARK: Its files

  func path(_ name: ByteString) -> ByteString { folder.path.appending(name) }

  func read(_ name: ByteString) throws -> [UInt8] {
    try FileDescriptor.open(path(name), O_RDONLY).readAll(limit: 1 << 20)
  }

  func write(_ bytes: some Collection<UInt8>, to name: ByteString) throws {
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    let file = try FileDescriptor.open(path(name), flags, mode: 0o600)
    try Descriptor.write(file.number, Array(bytes).span)
  }

  func makeFolder(_ name: ByteString) throws { try Folder.make(path(name)) }

  func remove(_ name: ByteString) throws { try Folder.removeFile(path(name)) }

  func change(mode: UInt32, of name: ByteString) throws {
    _ = try retrying { unsafe path(name).withCString { unsafe chmod($0, mode) } }
  }

  func change(owner: UInt32, of name: ByteString) throws {
    _ = try retrying { unsafe path(name).withCString { unsafe lchown($0, owner, owner) } }
  }

  /// Every file and its bytes, and every folder with none.
  var files: [ByteString: [UInt8]] {
    get throws {
      var found: [ByteString: [UInt8]] = [:]
      try collect("logins", &found)
      for name in try Folder.names(in: folder.path) where name != "logins" {
        found[name] = try read(name)
      }
      return found
    }
  }

  private func collect(_ name: ByteString, _ found: inout [ByteString: [UInt8]]) throws {
    if try FileStatus(of: path(name)).kind != .folder {
      found[name] = try read(name)
      return
    }
    found[name] = []
    for inner in try Folder.names(in: path(name)) {
      try collect(name.appending(inner), &found)
    }
  }

  private static func remove(_ path: ByteString) {
    if (try? Folder.removeFile(path)) != nil { return }
    for name in (try? Folder.names(in: path)) ?? [] { remove(path.appending(name)) }
    _ = Folder.removeEmpty(path)
  }
}

/// Gives passphrases one after the other, and counts them.
final class TypedPassphrases: PassphraseSource {
  private let passphrases: [String]
  private(set) var tried = 0

  init(_ passphrases: String...) {
    self.passphrases = passphrases
  }

  func openIdentity(
    _ path: ByteString,
    _ open: (borrowing Secret) throws(StoreError) -> UniqueList<AgeIdentity>?
  ) throws(StoreError) -> UniqueList<AgeIdentity> {
    for passphrase in passphrases {
      tried += 1
      guard let secret = try? Secret(copying: passphrase.utf8) else { break }
      if let identities = try open(secret) { return identities }
    }
    throw .wrongPassphrase(path)
  }
}

/// What the error says that `body` ends with; nil where it ends without one.
func message(of body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch let error as BackendError {
    return error.message
  } catch let error as StoreError {
    return error.message
  } catch {
    return "another error: \(error)"
  }
}

/// A service by its name, which must be one.
func service(_ name: ByteString) throws -> Service { try Service.read(name).service }

/// A login of a service, with a password as text.
func login(_ name: ByteString, _ account: ByteString?, _ password: String) throws -> Credential {
  var credential = try login(account: account, password: Array(password.utf8))
  credential.service = try service(name)
  return credential
}

extension Backend {
  /// What is kept, as copies for comparisons; nil where nothing is.
  func values(_ name: ByteString, _ account: ByteString?) throws -> LoginValues? {
    switch try get(LoginKey(service(name), account)) {
    case .some(let credential): LoginValues(of: credential)
    case nil: nil
    }
  }

  func password(_ name: ByteString, _ account: ByteString?) throws -> String? {
    try values(name, account)?.password.map { String(decoding: $0, as: UTF8.self) }
  }
}

// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Posix
import Testing

/// A backend that the contract is checked with.
enum BackendUnderTest: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case store
  case netrc
  case gitCredentials
  case json
  case pgpass
  case mycnf

  /// What some backends carry, and others refuse.
  struct Abilities: OptionSet {
    let rawValue: Int
    /// Every name and value, with fields and a time of expiry.
    static let anything = Abilities(rawValue: 1)
    static let severalAccounts = Abilities(rawValue: 2)
  }

  private var abilities: Abilities {
    switch self {
    case .memory, .store: [.anything, .severalAccounts]
    case .netrc, .gitCredentials, .json, .pgpass: .severalAccounts
    case .mycnf: []
    }
  }

  static func all(with wanted: Abilities) -> [BackendUnderTest] {
    allCases.filter { $0.abilities.isSuperset(of: wanted) }
  }

  /// The name of a service of that word.
  func name(_ word: ByteString) -> ByteString {
    self == .gitCredentials ? ByteString(Array("https://".utf8) + word.bytes) : word
  }

  var testDescription: String { rawValue }

  /// A new one in which nothing is kept.
  func make() throws -> Kept {
    switch self {
    case .memory: .memory(MemoryBackend())
    case .store: .store(try MadeStore.plain())
    case .netrc: .file(try MadeFile(.netrc))
    case .gitCredentials: .file(try MadeFile(.gitCredentials))
    case .json: .file(try MadeFile(.json))
    case .pgpass: .file(try MadeFile(.pgpass))
    case .mycnf: .file(try MadeFile(.mycnf))
    }
  }

  /// Where logins are kept for the time of a test.
  enum Kept: Sendable {
    case memory(MemoryBackend)
    case store(MadeStore)
    case file(MadeFile)

    /// Each call gives one that knows nothing of the others.
    func open() -> any Backend {
      switch self {
      case .memory(let backend): backend
      case .store(let store): KeptBackend(store.backend, store)
      case .file(let file): KeptBackend(file.backend, file)
      }
    }
  }
}

/// A backend, and what has to stay as long as somebody has it.
private struct KeptBackend: Backend {
  private let backend: any Backend
  private let owner: any AnyObject & Sendable

  init(_ backend: any Backend, _ owner: any AnyObject & Sendable) {
    self.backend = backend
    self.owner = owner
  }

  var name: String { backend.name }
  var canRead: Bool { backend.canRead }
  var canList: Bool { backend.canList }

  func check(_ outline: LoginOutline, of service: Service) throws(BackendError) {
    try backend.check(outline, of: service)
  }

  func list() throws(BackendError) -> [LoginKey] { try backend.list() }

  func logins(of service: Service) throws(BackendError) -> [LoginKey] {
    try backend.logins(of: service)
  }

  func get(_ key: LoginKey) throws(BackendError) -> Credential? { try backend.get(key) }

  func save(_ credential: borrowing Credential) throws(BackendError) {
    try backend.save(credential)
  }

  func erase(_ key: LoginKey) throws(BackendError) -> Bool { try backend.erase(key) }

  func erase(
    _ key: LoginKey, ifStill credential: borrowing Credential
  ) throws(BackendError) {
    try backend.erase(key, ifStill: credential)
  }

  func checkErasing(_ keys: [LoginKey]) throws(BackendError) {
    try backend.checkErasing(keys)
  }
}

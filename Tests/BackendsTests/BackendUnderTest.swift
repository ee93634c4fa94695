// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Testing

/// A backend that the contract is checked with.
enum BackendUnderTest: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case store

  var testDescription: String { rawValue }

  /// A new one in which nothing is kept.
  func make() throws -> Kept {
    switch self {
    case .memory: .memory(MemoryBackend())
    case .store: .store(try MadeStore.plain())
    }
  }

  /// Where logins are kept for the time of a test.
  enum Kept: Sendable {
    case memory(MemoryBackend)
    case store(MadeStore)

    /// Each call gives one that knows nothing of the others.
    func open() -> any Backend {
      switch self {
      case .memory(let backend): backend
      case .store(let store): MadeStoreBackend(store)
      }
    }
  }
}

/// The backend of a store that stays as long as somebody has the backend.
private struct MadeStoreBackend: Backend {
  private let store: MadeStore
  private let backend: StoreBackend

  init(_ store: MadeStore) {
    self.store = store
    self.backend = store.backend
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
}

// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Posix
import Synchronization
import TestSupport

/// A backend that keeps made-up logins as texts, and tells what it was asked.
final class MemoryBackend: Backend, Sendable {
  private let texts = Mutex<[LoginKey: [UInt8]]>([:])
  private let listingCount = Mutex(0)

  var listings: Int { listingCount.withLock { $0 } }

  let name = "memory"
  let canRead = true
  let canList = true

  func check(_ outline: LoginOutline, of service: Service) {}

  func list() -> [LoginKey] { texts.withLock { $0.keys.sorted() } }

  func logins(of service: Service) -> [LoginKey] {
    listingCount.withLock { $0 += 1 }
    return list().filter { $0.service == service }
  }

  func get(_ key: LoginKey) throws(BackendError) -> Credential? {
    guard let text = texts.withLock({ $0[key] }) else { return nil }
    do {
      return try Entry.credential(in: Secret(copying: text))
    } catch {
      throw .damaged(key.account ?? "", why: "\(error)")
    }
  }

  func save(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { return }
    let key = LoginKey(service, credential.account)
    let text: [UInt8]
    do {
      text = try Entry.text(of: credential).bytes
    } catch {
      throw .memory(error)
    }
    texts.withLock { $0[key] = text }
  }

  func erase(_ key: LoginKey) -> Bool { texts.withLock { $0.removeValue(forKey: key) != nil } }
}

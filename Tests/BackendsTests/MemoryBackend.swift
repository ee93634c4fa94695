// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Posix
import TestSupport

/// A backend that keeps made-up logins as texts, and tells what it was asked.
final class MemoryBackend: Backend {
  private var texts: [LoginKey: [UInt8]] = [:]
  private(set) var listings = 0

  let name = "memory"
  let canRead = true
  let canList = true

  func check(_ outline: LoginOutline, of service: Service) {}

  func list() -> [LoginKey] { texts.keys.sorted() }

  func logins(of service: Service) -> [LoginKey] {
    listings += 1
    return list().filter { $0.service == service }
  }

  func get(_ key: LoginKey) throws(BackendError) -> Credential? {
    guard let text = texts[key] else { return nil }
    do {
      return try Entry.credential(in: Secret(copying: text))
    } catch {
      throw .damaged(key.account ?? "", why: "\(error)")
    }
  }

  func save(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { return }
    do throws(SecretError) {
      texts[LoginKey(service, credential.account)] = try Entry.text(of: credential).bytes
    } catch {
      throw .memory(error)
    }
  }

  func erase(_ key: LoginKey) -> Bool { texts.removeValue(forKey: key) != nil }
}

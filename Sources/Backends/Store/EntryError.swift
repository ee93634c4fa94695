// SPDX-License-Identifier: MIT

package import Credentials

/// Why the text of an entry is not read. Of the text itself it tells no more than a line's key.
package enum EntryError: Error, Equatable, Sendable {
  case notBase64(key: String)
  case notService
  case notTime
  case tooManyLines(limit: Int)
  case memory(SecretError)

  package var message: String {
    switch self {
    case .notBase64(let key): "the value of '\(key)' is not base64"
    case .notService: "the value of '\(Entry.Key.service)' names no service"
    case .notTime: "the value of '\(Entry.Key.expires)' is no time such as 2026-12-31T23:59:59Z"
    case .tooManyLines(let limit): "more than \(limit) lines with a key"
    case .memory(let error): error.message
    }
  }
}

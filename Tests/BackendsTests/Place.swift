// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Glibc
import Posix
import TestSupport

/// A start of descriptions that no other test uses. What is kept under it goes with its owner.
struct Place: ~Copyable {
  let keyring: KernelKeyring
  let prefix: String
  var isCleared = true

  init(prefix: String = newPrefix()) throws {
    self.keyring = try KernelKeyring()
    self.prefix = prefix
  }

  static func newPrefix() -> String {
    "askcred-test:\(getpid()):\(UInt64.random(in: 0 ... .max)):"
  }

  deinit {
    if !isCleared { return }
    let entries = try? keyring.entries(withPrefix: ByteString(prefix))
    for entry in entries ?? [] { _ = try? keyring.remove(entry.description) }
  }

  func name(_ name: String) -> ByteString { ByteString(prefix + name) }

  /// What is kept under `name`, as a copy for comparisons.
  func read(_ name: String) throws(KeyringError) -> [UInt8]? {
    guard let payload = try keyring.read(self.name(name)) else { return nil }
    return payload.bytes
  }

  func readText(_ name: String) throws(KeyringError) -> String? {
    try read(name).map { String(decoding: $0, as: UTF8.self) }
  }

  func store(_ text: String, as name: String, for time: Duration? = .seconds(600)) throws {
    try keyring.store(Secret(copying: text.utf8), as: self.name(name), for: time)
  }

  /// What is kept, with the names alone.
  func entries() throws(KeyringError) -> [String] {
    try keyring.entries(withPrefix: ByteString(prefix)).compactMap {
      $0.description.text.map { String($0.dropFirst(prefix.count)) }
    }
  }

  /// Waits until nothing can be read under `name` any more, for half a minute at most.
  func awaitExpiry(of name: String) throws -> Bool {
    let deadline = Deadline.after(.seconds(30))
    while !deadline.hasPassed {
      if try read(name) == nil { return true }
      Wait.pause(.milliseconds(50))
    }
    return false
  }
}

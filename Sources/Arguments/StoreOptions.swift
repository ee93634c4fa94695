// SPDX-License-Identifier: MIT

package import Posix

/// Where the embedded store lies, and what opens it. Paths may begin with `~/`.
package struct StoreOptions: Equatable, Sendable {
  /// nil is the folder that it lies in where none is named.
  package let folder: ByteString?
  /// A file with the identity, for reading, in the place of the store's own.
  package let identity: ByteString?

  init(folder: ByteString?, _ environment: Environment) {
    self.folder = folder ?? environment[.store]
    self.identity = environment[.identity]
  }

  /// For a command that works on the store's keys. A folder that the environment names as the backend's
  /// is the one whose logins those keys are for; another backend has none.
  init(keysIn environment: Environment) {
    let named = environment[.backend].flatMap { try? BackendChoice($0) }
    if case .store(let folder) = named {
      self.init(folder: folder, environment)
    } else {
      self.init(folder: nil, environment)
    }
  }
}

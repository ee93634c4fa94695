// SPDX-License-Identifier: MIT

package import Posix

/// Where the embedded store lies, and what opens it. Paths may begin with `~/`.
package struct StoreOptions: Equatable, Sendable {
  /// nil is the folder that it lies in where none is named.
  package let folder: ByteString?
  /// A file with the identity, for reading, in the place of the store's own.
  package let identity: ByteString?

  /// For a command that works on logins.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.init(try BackendChoice(invocation, environment), environment)
  }

  /// For a command that works on the store's keys. A folder that the environment names as the backend's
  /// is the one whose logins those keys are for; another backend has none.
  init(keysIn environment: Environment) {
    let named = environment[.backend].flatMap { BackendChoice($0) }
    self.init(named ?? .store(folder: nil), environment)
  }

  private init(_ backend: BackendChoice, _ environment: Environment) {
    switch backend {
    case .store(let folder): self.folder = folder ?? environment[.store]
    }
    self.identity = environment[.identity]
  }
}

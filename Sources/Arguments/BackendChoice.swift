// SPDX-License-Identifier: MIT

package import Posix

/// The backends by the names that `--backend` takes.
package enum BackendName: String, CaseIterable, Sendable {
  case store

  /// Where logins are kept where nothing says so.
  package static let byDefault = BackendName.store
}

/// A backend, with what stands after the colon.
package enum BackendChoice: Equatable, Sendable {
  /// The embedded store; nil is the folder that it lies in where none is named.
  case store(folder: ByteString?)

  /// What an invocation says, else the environment.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    if let value = try invocation.filledValue(of: .backend) {
      guard let choice = BackendChoice(value) else { throw .badValue(.backend, value) }
      self = choice
    } else if let value = environment[.backend] {
      guard let choice = BackendChoice(value) else { throw .badVariable(.backend, value) }
      self = choice
    } else {
      self = .store(folder: nil)
    }
  }

  /// `NAME[:ARGUMENT]`; nil where that is no backend, or an empty argument.
  init?(_ value: ByteString) {
    let (name, argument) = value.cut(at: ":")
    guard name == ByteString(BackendName.store.rawValue), argument?.isEmpty != true else {
      return nil
    }
    self = .store(folder: argument)
  }
}

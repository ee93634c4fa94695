// SPDX-License-Identifier: MIT

package import Posix

/// The environment variables that askcred reads; an option wins over them.
package struct Environment: Sendable {
  package enum Variable: String, CaseIterable, Sendable {
    case backend = "ASKCRED_BACKEND"
    case store = "ASKCRED_STORE"
    case identity = "ASKCRED_IDENTITY"
    case timeout = "ASKCRED_TIMEOUT"

    /// The option whose values it has.
    var option: OptionName {
      switch self {
      case .backend, .store: .backend
      case .identity: .identity
      case .timeout: .timeout
      }
    }
  }

  /// nil where nothing is to be taken from it.
  private let value: (@Sendable (String) -> ByteString?)?

  /// An environment in which `value` looks names up. A program started set-id is run on somebody
  /// else's behalf, and takes nothing from theirs.
  package init(
    isSecureExecution: Bool, value: @escaping @Sendable (_ name: String) -> ByteString?
  ) {
    self.value = isSecureExecution ? nil : value
  }

  /// The value of a variable; nil where it is not set or empty, which says the same.
  subscript(variable: Variable) -> ByteString? {
    guard let value = value?(variable.rawValue), !value.isEmpty else { return nil }
    return value
  }
}

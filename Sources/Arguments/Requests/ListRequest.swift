// SPDX-License-Identifier: MIT

package import Posix

/// `askcred list`: print saved services and accounts.
package struct ListRequest: Equatable, Sendable {
  /// A glob that the services are to match; nil is all of them.
  package let pattern: ByteString?
  package let isJSON: Bool
  package let backend: BackendOptions
  package let verbosity: Verbosity

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.pattern = invocation.operands.first
    self.backend = try BackendOptions(invocation, environment)
    self.isJSON = invocation.has(.json)
    self.verbosity = Verbosity(invocation)
  }
}

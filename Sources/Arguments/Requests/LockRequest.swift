// SPDX-License-Identifier: MIT

/// `askcred lock`: end what `unlock` began, for every store.
package struct LockRequest: Equatable, Sendable {
  package let verbosity: Verbosity

  init(_ invocation: Invocation) {
    self.verbosity = Verbosity(invocation)
  }
}

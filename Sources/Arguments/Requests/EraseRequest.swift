// SPDX-License-Identifier: MIT

package import Credentials

/// `askcred erase`: erase a saved login.
package struct EraseRequest: Equatable, Sendable {
  package let service: Service
  /// Any, where all are meant.
  package let account: AccountChoice
  /// Whether all logins of the service are erased, and not the one that is meant.
  package let all: Bool
  package let backend: BackendOptions
  package let verbosity: Verbosity

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    let choice = try BackendChoice(invocation, environment)
    self.backend = try BackendOptions(choice, invocation, environment)
    let operand = try ServiceOperand(invocation, in: choice)
    self.service = operand.service
    self.account = operand.account
    self.all = invocation.has(.all)
    self.verbosity = Verbosity(invocation)
  }
}

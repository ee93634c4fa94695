// SPDX-License-Identifier: MIT

package import Credentials

/// `askcred copy`: copy saved logins from one backend to another, or move them.
package struct CopyRequest: Equatable, Sendable {
  package enum Logins: Equatable, Sendable {
    /// All that the source lists.
    case all
    /// One login of a service.
    case one(Service, AccountChoice)
  }

  package let logins: Logins
  /// The service's name in the target, where that is another.
  package let renamed: Service?
  package let source: BackendOptions
  package let target: BackendOptions
  /// Whether the source's logins are erased once the target has them.
  package let moves: Bool
  /// Whether a login of the target that differs is replaced.
  package let replaces: Bool
  package let passphrase: PassphraseOptions
  package let verbosity: Verbosity

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    guard let source = try BackendChoice(invocation, .from) else {
      throw .commandNeeds(.copy, .from)
    }
    let target: BackendChoice
    if let named = try BackendChoice(invocation, .to) {
      target = named
    } else {
      target = try BackendChoice(environment)
    }
    self.source = try BackendOptions(reading: source, invocation, environment)
    self.target = try BackendOptions(target, invocation, environment)
    self.moves = invocation.has(.move)
    self.replaces = invocation.has(.force)
    self.renamed = try Service(invocation, .renamed)
    if invocation.has(.all) {
      if let operand = invocation.operands.first { throw .unexpectedOperand(operand, .copy) }
      self.logins = .all
    } else {
      let operand = try ServiceOperand(invocation, in: source)
      self.logins = .one(operand.service, operand.account)
      if operand.service == .unnamed, renamed == nil, target.namesServices {
        throw .commandNeeds(.copy, .renamed)
      }
    }
    self.passphrase = try PassphraseOptions(invocation, environment)
    self.verbosity = Verbosity(invocation)
  }
}

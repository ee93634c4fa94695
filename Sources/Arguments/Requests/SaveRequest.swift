// SPDX-License-Identifier: MIT

package import Credentials

/// `askcred save`: ask, and keep the login.
package struct SaveRequest: Equatable, Sendable {
  package let service: Service
  /// The account is given where the service or an option names it.
  package let asking: AskingOptions
  package let expires: Expiry?
  package let backend: BackendOptions
  package let passphrase: PassphraseOptions
  package let verbosity: Verbosity

  /// `now` is in seconds since 1970.
  init(
    _ invocation: Invocation, _ environment: Environment, now: @autoclosure () -> Int
  ) throws(UsageError) {
    let choice = try BackendChoice(invocation, environment)
    self.backend = try BackendOptions(choice, invocation, environment)
    let operand = try ServiceOperand(invocation, in: choice)
    self.service = operand.service
    self.asking = try AskingOptions(
      invocation, environment, account: operand.account.name,
      keepsAccounts: choice.keepsAccounts)
    self.expires = try Self.expires(invocation, now: now())
    self.passphrase = try PassphraseOptions(invocation, environment)
    self.verbosity = Verbosity(invocation)
  }

  /// What is asked for and saved where nothing is saved; nil where nothing is to be asked.
  package init?(inPlaceOf wanted: WantedLogin) {
    guard let asking = wanted.asking else { return nil }
    self.service = wanted.service
    self.asking = asking
    self.expires = nil
    self.backend = wanted.backend
    self.passphrase = wanted.passphrase
    self.verbosity = wanted.verbosity
  }

  private static func expires(
    _ invocation: Invocation, now: @autoclosure () -> Int
  ) throws(UsageError) -> Expiry? {
    guard let value = invocation.value(of: .expires) else { return nil }
    guard let expiry = Expiry(argument: value, now: now()) else { throw .badValue(.expires, value) }
    return expiry
  }
}

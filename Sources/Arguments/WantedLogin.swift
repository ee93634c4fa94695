// SPDX-License-Identifier: MIT

package import Credentials

/// Which saved login a command works with, and what it asks for where there is none.
package struct WantedLogin: Equatable, Sendable {
  package let service: Service
  package let account: AccountChoice
  /// What to ask where nothing is saved, which is saved then; nil is nothing.
  package let asking: AskingOptions?
  package let backend: BackendOptions
  package let passphrase: PassphraseOptions
  package let verbosity: Verbosity

  /// What an invocation says whose command takes a SERVICE.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    let choice = try BackendChoice(invocation, environment)
    self.backend = try BackendOptions(choice, invocation, environment)
    let operand = try ServiceOperand(invocation, in: choice)
    self.service = operand.service
    self.account = operand.account
    self.asking = try Self.asking(invocation, environment, operand.account, choice)
    self.passphrase = try PassphraseOptions(invocation, environment)
    self.verbosity = Verbosity(invocation)
  }

  private static func asking(
    _ invocation: Invocation, _ environment: Environment, _ account: AccountChoice,
    _ backend: BackendChoice
  ) throws(UsageError) -> AskingOptions? {
    if invocation.has(.ask) {
      return try AskingOptions(
        invocation, environment, account: account.name, keepsAccounts: backend.keepsAccounts)
    }
    let alone = invocation.occurrences.map(\.option).first(where: \.isForQuestionsAlone)
    if let alone { throw .needs(alone, .ask) }
    return nil
  }
}

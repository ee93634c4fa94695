// SPDX-License-Identifier: MIT

package import Posix

/// How the store's passphrase is asked for, where it has to be.
package struct PassphraseOptions: Equatable, Sendable {
  /// The path of the terminal to ask on.
  package let terminal: ByteString
  /// For all questions together, more than zero; nil is for ever.
  package let timeout: Duration?
  /// Whether a question is a failure.
  package let neverAsks: Bool
  /// Whether the answers come from standard input, and not from a terminal.
  package let readsStandardInput: Bool

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.terminal =
      try invocation.filledValue(of: .tty) ?? ByteString(AskingOptions.defaultTerminal)
    self.timeout = try AskingOptions.timeout(invocation, environment)
    self.neverAsks = invocation.has(.noInput)
    self.readsStandardInput = invocation.has(.stdin)
  }
}

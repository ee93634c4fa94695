// SPDX-License-Identifier: MIT

private import Posix

/// `askcred unlock`: ask for the store's passphrase once, for a while.
package struct UnlockRequest: Equatable, Sendable {
  /// How long, more than zero.
  package let time: Duration
  package let store: StoreOptions
  package let passphrase: PassphraseOptions
  package let verbosity: Verbosity

  package static let defaultTime = Duration.seconds(600)

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.time = try Self.time(invocation)
    self.store = StoreOptions(keysIn: environment)
    self.passphrase = try PassphraseOptions(invocation, environment)
    self.verbosity = Verbosity(invocation)
  }

  private static func time(_ invocation: Invocation) throws(UsageError) -> Duration {
    guard let value = invocation.value(of: .keep) else { return defaultTime }
    guard let time = Duration(argument: value), time > .zero else { throw .badValue(.keep, value) }
    return time
  }
}

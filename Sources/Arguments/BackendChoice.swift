// SPDX-License-Identifier: MIT

package import Formats
package import Posix

/// A backend, with what stands after the colon.
package enum BackendChoice: Equatable, Sendable {
  /// The embedded store; nil is the folder that it lies in where none is named.
  case store(folder: ByteString?)
  /// A file in a format, by its path.
  case file(FormatName, ByteString)
  /// A credential that systemd-creds(1) encrypts, by its path.
  case systemdCreds(ByteString)

  /// Where logins are kept where nothing says so.
  package static let byDefault = "store"

  /// What backends are called.
  package static let names =
    [byDefault] + FormatName.allCases.filter { $0.loginFile != nil }.map(\.rawValue)
    + [systemdCredsName]

  private static let systemdCredsName = "systemd-creds"

  /// Whether it names the services of its logins, so that a login is found by one.
  var namesServices: Bool {
    switch self {
    case .store: true
    case .file(let format, _): format.loginFile?.namesServices ?? true
    case .systemdCreds: false
    }
  }

  /// Whether a login can have an account there, so that it is asked for.
  var keepsAccounts: Bool {
    if case .systemdCreds = self { false } else { true }
  }

  /// What an invocation says, else the environment.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    if let choice = try BackendChoice(invocation, .backend) {
      self = choice
    } else {
      try self.init(environment)
    }
  }

  /// What the environment says, else the embedded store.
  init(_ environment: Environment) throws(UsageError) {
    if let value = environment[.backend] {
      guard let choice = try BackendChoice(value) else { throw .badVariable(.backend, value) }
      self = choice
    } else {
      self = .store(folder: nil)
    }
  }

  /// The value of an option that names a backend.
  init?(_ invocation: Invocation, _ option: OptionName) throws(UsageError) {
    guard let value = try invocation.filledValue(of: option) else { return nil }
    guard let choice = try BackendChoice(value) else { throw .badValue(option, value) }
    self = choice
  }

  /// `NAME[:ARGUMENT]`; nil where that is no backend, or an empty argument.
  init?(_ value: ByteString) throws(UsageError) {
    let (name, argument) = value.cut(at: ":")
    if argument?.isEmpty == true { return nil }
    if name == ByteString(Self.byDefault) {
      self = .store(folder: argument)
    } else if let format = name.text.flatMap(FormatName.init(rawValue:)),
      let file = format.loginFile
    {
      guard let path = argument ?? file.usualPath else { throw .backendNeedsPath(format.rawValue) }
      self = .file(format, path)
    } else if name == ByteString(Self.systemdCredsName) {
      guard let argument else { throw .backendNeedsPath(Self.systemdCredsName) }
      self = .systemdCreds(argument)
    } else {
      return nil
    }
  }
}

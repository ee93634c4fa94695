// SPDX-License-Identifier: MIT

package import Formats
package import Posix

/// Where logins are kept, and what the command line says of that.
package enum BackendOptions: Equatable, Sendable {
  case store(StoreOptions)
  case file(FileOptions)
  /// A credential of systemd, by its path, which may begin with `~/`, and the permission bits of a file that
  /// was not there; nil is the usual ones.
  case systemdCreds(ByteString, mode: UInt32?)

  /// A file of logins for another program.
  package struct FileOptions: Equatable, Sendable {
    package let format: FormatName
    /// May begin with `~/`.
    package let path: ByteString
    /// The permission bits of a file that was not there; nil is the usual ones.
    package let mode: UInt32?
    /// The names of its variables, where the format has such.
    package let variables: [Variable]
  }

  /// For a command that works on the logins of one backend.
  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    try self.init(BackendChoice(invocation, environment), invocation, environment)
  }

  init(
    _ choice: BackendChoice, _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) {
    let mode = try Self.mode(invocation)
    if mode != nil, case .store = choice { throw .modeWithoutFile }
    try self.init(choice, mode: mode, invocation, environment)
    // What is printed, or handed to a command, can have variables too.
    let isForBackend = [.save, .erase].contains(invocation.command)
    if isForBackend, invocation.has(.env), !hasVariableNames { throw .noVariablesKept }
  }

  /// For a backend that no new file is made for.
  init(
    reading choice: BackendChoice, _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) {
    try self.init(choice, mode: nil, invocation, environment)
  }

  private init(
    _ choice: BackendChoice, mode: UInt32?, _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) {
    switch choice {
    case .store(let folder):
      self = .store(StoreOptions(folder: folder, environment))
    case .file(let format, let path):
      if let mode, let widest = format.loginFile?.widestMode, mode & ~widest != 0 {
        throw .modeTooWide(mode, widest: widest & Self.usefulMode, format)
      }
      // Those of exec are the command's.
      let hasNames = format.hasVariableNames && invocation.command != .exec
      let variables = hasNames ? try OutputOptions.variables(invocation, parts: nil) : []
      self = .file(FileOptions(format: format, path: path, mode: mode, variables: variables))
    case .systemdCreds(let path): self = .systemdCreds(path, mode: mode)
    }
  }

  /// Whether it is a file whose format writes variables.
  var hasVariableNames: Bool {
    if case .file(let file) = self { file.format.hasVariableNames } else { false }
  }

  /// The permission bits that a file of logins can have a use for.
  private static let usefulMode: UInt32 = 0o666

  private static func mode(_ invocation: Invocation) throws(UsageError) -> UInt32? {
    guard let value = try invocation.filledValue(of: .mode) else { return nil }
    guard let text = value.text, text.utf8.count <= 4, let mode = UInt32(text, radix: 8),
      // The owner reads and writes it, and nothing in it is run.
      mode & 0o600 == 0o600, mode & ~usefulMode == 0
    else { throw .badValue(.mode, value) }
    return mode
  }
}

// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Formats
internal import Posix

/// The backend of this run, and who is asked for what opens it.
struct BackendAccess {
  let backend: any Backend
  /// Nil where the backend is another than the embedded store.
  let store: StoreAccess?

  init(
    _ options: BackendOptions, _ passphrase: PassphraseOptions?, _ setting: Setting
  ) throws(Failure) {
    switch options {
    case .store(let options):
      let store = try StoreAccess(options, passphrase)
      self.store = store
      self.backend = store.backend
    case .file(let file):
      guard let format = file.format.loginFile else {
        preconditionFailure("a format without files")
      }
      self.store = nil
      self.backend = FileBackend(
        format, at: file.path, mode: file.mode ?? 0o600,
        options: FormatOptions(variables: file.variables))
    case .systemdCreds(let path, let mode):
      self.store = nil
      self.backend = SystemdCreds(
        at: path, mode: mode ?? 0o600, inheritance: setting.inheritance)
    }
  }

  /// Runs `body` on the backend. Where asking for a passphrase failed, that is the reason given.
  func using<Value: ~Copyable, Error: Reason>(
    _ body: () throws(Error) -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw store?.passphrases.failure ?? describing(error)
    }
  }

  /// What is not there is looked for in the backend that was looked into.
  private func describing(_ error: some Reason) -> Failure {
    guard store == nil, case .noSuchLogin = error as? BackendError else { return Failure(error) }
    return backend.namesServices
      ? Failure(error, hint: "'askcred list' with the same backend shows which there are")
      : .message("no login in the \(backend.name)", hint: nil, status: .noLogin)
  }
}

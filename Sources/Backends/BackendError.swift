// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
package import Posix

/// Why a backend does not do what it was asked to.
package enum BackendError: Error, Equatable, Sendable {
  case noSuchLogin(Service, WantedAccount)
  /// Is there, and as good as absent since then.
  case expired(LoginKey, Expiry)
  /// Another run has changed it meanwhile.
  case changed(LoginKey)
  /// Two logins of one service at least, where one was meant.
  case severalLogins([LoginKey])

  /// Nobody could be asked to unlock it.
  case locked(backend: String)
  case notReachable(backend: String, why: String)
  /// It can tell whether a password is right, and not which one that is.
  case keepsHashes(backend: String)

  case store(StoreError)
  /// A file that is not what it should be, by its path.
  case damaged(ByteString, why: String)
  /// A file, by its path, with a login in it that belongs under another name.
  case otherLogin(ByteString, LoginKey)

  /// A name would take that many bytes.
  case nameTooLong(LongName, bytes: Int, limit: Int)
  case tooManyFields(limit: Int)

  /// A file, by its path, with several logins under one key that differ, of which the first is read.
  case differingLogins(ByteString, LoginKey)
  /// A file, by its path, that says more of a login than is read of it.
  case saysMore(ByteString, LoginKey)
  /// A file, by its path, with a credential of another name.
  case otherCredential(ByteString)
  /// What the file's format cannot carry.
  case format(FormatError)
  /// A file, by its path, that is not in its format. Lines count from 1.
  case malformed(ByteString, line: Int, why: String)
  /// A folder, a device or a pipe where a file should be.
  case notRegular(ByteString)
  /// In bytes.
  case tooLarge(ByteString, limit: Int)
  /// Another program has been changing a file for too long.
  case busy(ByteString)
  /// A file has been locked for too long by the file of the second path.
  case lockFile(ByteString, ByteString)

  /// A backend, by its name, has no place for a part of a login.
  case noPlace(Part, backend: String)
  case missing(Part, backend: String)
  /// What it keeps does not say whose it is.
  case cannotList(backend: String)
  /// Has expired, and when that was is not to be had.
  case hasExpired(LoginKey)
  /// What is no name of a credential to systemd.
  case noCredentialName(ByteString)

  case noProgram(String)
  case programFailed(String, why: String)
  case programTookTooLong(String, seconds: Int)
  /// To be raised again.
  case signal(Signal)

  case memory(SecretError)
  case file(FileError)
  case system(SystemError)

  package enum LongName: String, Sendable {
    case service, account
  }
}

extension BackendError {
  /// One line that says what is wrong.
  package var message: String {
    switch self {
    case .noSuchLogin(let service, let wanted):
      "no \(wanted.words(for: service))"
    case .expired(let key, let expiry):
      "the \(key.words) expired at \(expiry.text)"
    case .changed(let key): "the \(key.words) was changed meanwhile, and is left alone"
    case .severalLogins(let keys):
      "several logins for '\(keys.first?.service.name.visible ?? "")': \(Self.accounts(of: keys))"
    case .locked(let backend): "the \(backend) is locked"
    case .notReachable(let backend, let why): "cannot reach the \(backend): \(why)"
    case .keepsHashes(let backend):
      "cannot read a password from the \(backend): it keeps only hashes"
    case .store(let error): error.message
    case .damaged(let path, let why): "cannot use '\(path.visible)': \(why)"
    case .otherLogin(let path, let key):
      "cannot use '\(path.visible)': it holds the \(key.words)"
    case .tooManyFields(let limit): "a login has at most \(limit) fields"
    case .nameTooLong(let name, let bytes, let limit):
      "the \(name.rawValue) is too long for a file's name: "
        + "\(bytes) bytes as it is written there, of at most \(limit)"
    case .differingLogins(let path, let key):
      "cannot move the \(key.words): '\(path.visible)' has several, and they differ"
    case .saysMore(let path, let key):
      "cannot move the \(key.words): '\(path.visible)' says more of it than would be moved"
    case .otherCredential(let path):
      "cannot replace '\(path.visible)': it keeps a credential of another name"
    case .format(let error): error.message
    case .malformed(let path, let line, let why):
      "cannot use '\(path.visible)': line \(line): \(why)"
    case .notRegular(let path): "cannot use '\(path.visible)': it is no regular file"
    case .tooLarge(let path, let limit):
      "cannot use '\(path.visible)': it has more than \(limit >> 20) MiB"
    case .busy(let path): "cannot change '\(path.visible)': another program is changing its folder"
    case .lockFile(let path, let lock):
      "cannot change '\(path.visible)': it is locked by '\(lock.visible)'"
    case .noPlace(let part, let backend): "the \(backend) has no place for \(Self.text(part))"
    case .missing(let part, let backend):
      "the \(backend) needs \(Self.text(part)), which this login does not have"
    case .cannotList(let backend): "the \(backend) cannot be listed"
    case .hasExpired(let key): "the \(key.words) has expired"
    case .noCredentialName(let name): "'\(name.visible)' is no name for a credential"
    case .noProgram(let program): "cannot run '\(program)': there is no such program in PATH"
    case .programFailed(let program, let why): "'\(program)' failed: \(why)"
    case .programTookTooLong(let program, let seconds):
      "'\(program)' took more than \(seconds) \(seconds == 1 ? "second" : "seconds")"
    case .signal(let signal): "ended by signal \(signal.number)"
    case .memory(let error): error.message
    case .file(let error): error.message
    case .system(let error): error.message
    }
  }

  /// What to do about it, in one line, or nil.
  package var hint: String? {
    switch self {
    case .noSuchLogin: "'askcred list' shows which there are"
    case .expired, .hasExpired: "save it again to replace it"
    case .severalLogins(let keys): Self.choosing(among: keys)
    case .locked: "run: askcred unlock"
    case .differingLogins: "only the first of them is ever read; erase the others in the file first"
    case .saysMore: "without '--move' it is copied"
    case .store(let error): error.hint
    case .otherLogin: "a file that was copied or renamed is no login; save it under the other name"
    case .file(let error): error.hint
    case .format(let error): error.hint
    case .lockFile(_, let lock): "where no program is at work on it, remove '\(lock.visible)'"
    case .noCredentialName:
      "a name is that of the unit's setting: ASCII without '/' and ':', 255 bytes at most"
    case .noPlace(.account, _): "leave the account out"
    case .changed, .otherCredential, .notReachable, .keepsHashes, .damaged, .malformed, .notRegular,
      .tooLarge, .busy, .nameTooLong, .tooManyFields, .noPlace, .missing, .cannotList, .noProgram,
      .programFailed, .programTookTooLong, .signal, .memory, .system:
      nil
    }
  }

  private static func text(_ part: Part) -> String {
    switch part {
    case .account: "an account"
    case .password: "a password"
    case .field(let name): "the field '\(name.text)'"
    }
  }

  private static func accounts(of keys: [LoginKey]) -> String {
    keys.map { $0.account.map { "'\($0.visible)'" } ?? "one without an account" }
      .joined(separator: ", ")
  }

  private static func choosing(among keys: [LoginKey]) -> String {
    keys.contains { $0.account == nil }
      ? "choose one with '-u ACCOUNT' or '--no-account'" : "choose one with '-u ACCOUNT'"
  }
}

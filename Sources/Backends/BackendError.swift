// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
package import Posix

/// Why a backend does not do what it was asked to.
package enum BackendError: Error, Equatable, Sendable {
  case noSuchLogin(Service, WantedAccount)
  /// Is there, and as good as absent since then.
  case expired(LoginKey, Expiry)
  /// Two logins of one service at least, where one was meant.
  case severalLogins([LoginKey])

  /// Nobody could be asked to unlock it.
  case locked(backend: String)
  case notReachable(backend: String, why: String)

  /// What was saved there cannot be had back.
  case cannotRead(backend: String)
  case store(StoreError)
  /// A file that is not what it should be, by its path.
  case damaged(ByteString, why: String)
  /// A file, by its path, with a login in it that belongs under another name.
  case otherLogin(ByteString, LoginKey)

  /// A name would take that many bytes.
  case nameTooLong(LongName, bytes: Int, limit: Int)
  case tooManyFields(limit: Int)

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
      "no \(Self.text(wanted)) for '\(service.name.visible)'"
    case .expired(let key, let expiry):
      "the \(Self.text(key)) expired at \(expiry.text)"
    case .severalLogins(let keys):
      "several logins for '\(keys.first?.service.name.visible ?? "")': \(Self.accounts(of: keys))"
    case .locked(let backend): "the \(backend) is locked"
    case .notReachable(let backend, let why): "cannot reach the \(backend): \(why)"
    case .cannotRead(let backend):
      "cannot read a login from the \(backend): it keeps none to be read"
    case .store(let error): error.message
    case .damaged(let path, let why): "cannot use '\(path.visible)': \(why)"
    case .otherLogin(let path, let key):
      "cannot use '\(path.visible)': it holds the \(Self.text(key))"
    case .tooManyFields(let limit): "a login has at most \(limit) fields"
    case .nameTooLong(let name, let bytes, let limit):
      "the \(name.rawValue) is too long for a file's name: "
        + "\(bytes) bytes as it is written there, of at most \(limit)"
    case .format(let error): error.message
    case .malformed(let path, let line, let why):
      "cannot use '\(path.visible)': line \(line): \(why)"
    case .notRegular(let path): "cannot use '\(path.visible)': it is no regular file"
    case .tooLarge(let path, let limit):
      "cannot use '\(path.visible)': it has more than \(limit >> 20) MiB"
    case .busy(let path): "cannot change '\(path.visible)': another program is changing its folder"
    case .lockFile(let path, let lock):
      "cannot change '\(path.visible)': it is locked by '\(lock.visible)'"
    case .memory(let error): error.message
    case .file(let error): error.message
    case .system(let error): error.message
    }
  }

  /// What to do about it, in one line, or nil.
  package var hint: String? {
    switch self {
    case .noSuchLogin: "'askcred list' shows which there are"
    case .expired: "save it again to replace it"
    case .severalLogins(let keys): Self.choosing(among: keys)
    case .locked: "run: askcred unlock"
    case .store(let error): error.hint
    case .otherLogin: "a file that was copied or renamed is no login; save it under the other name"
    case .file(let error): error.hint
    case .format(let error): error.hint
    case .lockFile(_, let lock): "where no program is at work on it, remove '\(lock.visible)'"
    case .notReachable, .cannotRead, .damaged, .malformed, .notRegular, .tooLarge, .busy,
      .nameTooLong,
      .tooManyFields, .memory, .system:
      nil
    }
  }

  private static func text(_ wanted: WantedAccount) -> String {
    switch wanted {
    case .any: "login"
    case .without: "login without an account"
    case .named(let account): "login of '\(account.visible)'"
    }
  }

  private static func text(_ key: LoginKey) -> String {
    let wanted = key.account.map(WantedAccount.named) ?? .without
    return "\(text(wanted)) for '\(key.service.name.visible)'"
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

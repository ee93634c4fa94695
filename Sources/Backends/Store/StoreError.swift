// SPDX-License-Identifier: MIT

package import Age
package import Posix

/// Why the embedded store does not do what it is asked for. Names of files are whole paths.
package enum StoreError: Error, Equatable, Sendable {
  /// There is no store yet.
  case none(ByteString)
  /// There is one already.
  case exists(ByteString)
  /// There is no store, and a key for one.
  case keyExists(ByteString)
  case noPlace(FileError)
  /// A folder or file of the store that belongs to somebody else.
  case foreign(ByteString)
  /// A folder or file of the store that others can write to.
  case writableByOthers(ByteString)
  /// The identity is encrypted and there was nobody to ask for the passphrase.
  case locked(ByteString)
  case wrongPassphrase(ByteString)
  /// The identity that was kept, or the file that was named, is not one of the store's recipients.
  case noIdentity(ByteString)
  /// A file of the store that age cannot read.
  case age(ByteString, AgeError)
  /// A line of the recipients' file.
  case recipient(ByteString, line: Int, AgeError)
  case noRecipients(ByteString)
  /// Nothing can be encrypted to these recipients together.
  case recipients(ByteString, AgeError)
  case unknownRecipient(ByteString)
  /// The last recipient cannot be taken away.
  case lastRecipient
  /// The store's own key cannot be taken away from it.
  case ownRecipient
  /// A file that is larger than any login.
  case tooLarge(ByteString, limit: Int)
  case busy(ByteString)
  /// The kernel keyring cannot be used, so nothing is kept there.
  case noKeyring(KeyringError)
  case system(SystemError)
  case file(FileError)

  package var message: String {
    switch self {
    case .none: "no store yet, nothing was kept"
    case .exists(let path): "there is a store already in '\(path.visible)'"
    case .keyExists(let path): "there is a key of a store already: '\(path.visible)'"
    case .noPlace(let error): "cannot tell where the store lies: \(error.message)"
    case .foreign(let path): "cannot trust '\(path.visible)': it belongs to another user"
    case .writableByOthers(let path): "cannot trust '\(path.visible)': others can write to it"
    case .locked: "the store is locked"
    case .wrongPassphrase(let path): "cannot open '\(path.visible)': wrong passphrase"
    case .noIdentity(let path): "cannot open '\(path.visible)': no identity of the store is at hand"
    case .age(let path, let error): "cannot read '\(path.visible)': \(error.message)"
    case .recipient(let path, let line, let error):
      "cannot use '\(path.visible)': line \(line): \(error.message)"
    case .recipients(let path, let error): "cannot use '\(path.visible)': \(error.message)"
    case .noRecipients(let path): "cannot use '\(path.visible)': it names no recipient"
    case .unknownRecipient(let text): "'\(text.visible)' is not a recipient of the store"
    case .ownRecipient: "cannot take the store's own key away: you could not read the store"
    case .lastRecipient: "cannot take the last recipient away: nobody could read the store"
    case .tooLarge(let path, let limit):
      "cannot read '\(path.visible)': it is larger than \(limit) bytes"
    case .busy(let path): "cannot lock '\(path.visible)': another program has held it for too long"
    case .noKeyring(let error): error.message
    case .system(let error): error.message
    case .file(let error): error.message
    }
  }

  package var hint: String? {
    switch self {
    case .none: "run: askcred init"
    case .keyExists(let path): "to use it, run: askcred init --identity \(Self.word(path))"
    case .writableByOthers(let path): "run: chmod go-w \(Self.word(path))"
    case .foreign: "the store has to belong to you, or to root alone"
    case .locked: "run: askcred unlock"
    case .age(_, let error), .recipient(_, _, let error): error.hint
    case .noPlace(let error), .file(let error): error.hint
    default: nil
    }
  }

  /// A path as a word of a shell.
  private static func word(_ path: ByteString) -> String {
    let pieces = path.visible.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + pieces.joined(separator: "'\\''") + "'"
  }
}

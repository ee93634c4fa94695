// SPDX-License-Identifier: MIT

internal import Age
internal import Arguments
internal import Backends
internal import Credentials
internal import Posix
internal import Prompting

/// The embedded store of this run: where it lies, and who is asked for its passphrase.
struct StoreAccess {
  let folder: StoreFolder
  let keys: StoreKeys
  let passphrases: Passphrases
  let backend: StoreBackend
  let unlocking: StoreUnlocking

  init(_ store: StoreOptions, _ options: PassphraseOptions?) throws(Failure) {
    let folder = try failing { () throws(StoreError) in try StoreFolder(store.folder) }
    let keys = StoreKeys(folder, override: store.identity)
    let passphrases = Passphrases(options)
    let unlocking = StoreUnlocking(keys, asking: passphrases)
    self.folder = folder
    self.keys = keys
    self.passphrases = passphrases
    self.unlocking = unlocking
    self.backend = StoreBackend(folder, unlocking)
  }

  /// Runs `body` on the store. Where asking for the passphrase failed, that is the reason given.
  func using<Value: ~Copyable, Error: Reason>(
    _ body: () throws(Error) -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw passphrases.failure ?? Failure(error)
    }
  }

  /// Says what an empty passphrase means.
  func reportPlainKey(_ verbosity: Verbosity) {
    guard verbosity != .quiet, keys.own.isPlain else { return }
    Report.say(
      "the store's key has no passphrase: who can read '\(folder.path.visible)' can read the logins"
    )
  }
}

/// Asks for passphrases.
final class Passphrases: PassphraseSource {
  /// Nil where nobody is to be asked.
  private let options: PassphraseOptions?
  private let deadline: Deadline
  /// Why asking failed, where it did.
  private(set) var failure: Failure?
  /// Whether no other passphrase is asked for after the present one.
  var endsWithOpening = false

  init(_ options: PassphraseOptions?) {
    self.options = options
    self.deadline = options?.timeout.map(Deadline.after) ?? .never
  }

  func openIdentity(
    _ path: ByteString,
    _ open: (borrowing Secret) throws(StoreError) -> UniqueList<AgeIdentity>?
  ) throws(StoreError) -> UniqueList<AgeIdentity> {
    guard let options, !options.neverAsks else { throw .locked(path) }
    var reason: StoreError?
    do throws(PromptError) {
      if options.readsStandardInput {
        let passphrase = try PassphraseDialogue.readLine(
          allowsEmpty: false, isLast: endsWithOpening, until: deadline)
        if let identities = try self.open(passphrase, open, &reason) { return identities }
        reason = .wrongPassphrase(path)
      } else {
        let dialogue = PassphraseDialogue(on: options.terminal, until: deadline)
        let message = ByteString("The store is locked; its passphrase opens '\(path.visible)'.")
        return try dialogue.ask(message) { (passphrase) throws(PromptError) in
          try self.open(passphrase, open, &reason)
        }
      }
    } catch {
      switch error {
      case .noTerminal, .notATerminal: reason = reason ?? .locked(path)
      default: failure = reason == nil ? Failure(error) : nil
      }
    }
    throw reason ?? .locked(path)
  }

  /// A new passphrase; empty where none is wanted.
  func choose(_ message: ByteString) throws(Failure) -> Secret {
    guard let options else { throw Failure(StoreError.locked(message)) }
    return try failing { () throws(PromptError) in
      if options.readsStandardInput {
        return try PassphraseDialogue.readLine(allowsEmpty: true, isLast: true, until: deadline)
      }
      if options.neverAsks { throw .askingForbidden(.password) }
      return try PassphraseDialogue(on: options.terminal, until: deadline).choose(message)
    }
  }

  private func open(
    _ passphrase: borrowing Secret,
    _ open: (borrowing Secret) throws(StoreError) -> UniqueList<AgeIdentity>?,
    _ reason: inout StoreError?
  ) throws(PromptError) -> UniqueList<AgeIdentity>? {
    do {
      return try open(passphrase)
    } catch {
      reason = error
      // Ends the dialogue; the reason is told in its place.
      throw .cancelled
    }
  }
}

// SPDX-License-Identifier: MIT

internal import Age
internal import Arguments
internal import Backends
internal import Credentials
internal import Posix

/// `askcred init`: makes the store, with a new identity or one that is there.
struct Initialise {
  private let request: InitRequest
  private let store: StoreAccess

  init(_ request: InitRequest) throws(Failure) {
    self.request = request
    self.store = try StoreAccess(request.store, request.passphrase)
  }

  func run() throws(Failure) {
    let setup = StoreSetup(store.keys)
    try failing { () throws(StoreError) in try setup.checkAbsence(taking: request.identity) }
    let identities = try store.using { () throws(StoreError) in
      guard let path = request.identity else { return try StoreSetup.newIdentities() }
      return try StoreSetup.identities(in: path, asking: store.passphrases)
    }
    let passphrase = try choosePassphrase()
    try store.using { () throws(StoreError) in
      try setup.make(
        identities, from: request.identity, passphrase: passphrase,
        now: Expiry(seconds: Clock.seconds)?.text ?? "")
    }
    store.reportPlainKey(request.verbosity)
    if request.verbosity == .verbose {
      Report.say("the store lies in '\(store.folder.path.visible)'")
    }
  }

  private func choosePassphrase() throws(Failure) -> Secret {
    if request.wantsPassphrase {
      return try store.passphrases.choose("A passphrase protects the key of the new store.")
    }
    do {
      return try Secret()
    } catch {
      throw Failure(BackendError.memory(error))
    }
  }
}

// SPDX-License-Identifier: MIT

internal import Age
internal import Arguments
internal import Backends
internal import Credentials
internal import Posix

/// `askcred passwd`: another passphrase for the store's key.
struct Passwd {
  private let request: PasswdRequest
  private let store: StoreAccess

  init(_ request: PasswdRequest) throws(Failure) {
    self.request = request
    self.store = try StoreAccess(request.store, request.passphrase)
  }

  func run() throws(Failure) {
    let setup = StoreSetup(store.keys)
    let identities = try store.using { () throws(StoreError) in
      try setup.identities(asking: store.passphrases)
    }
    let passphrase = try store.passphrases.choose("The store's key gets another passphrase.")
    try store.using { () throws(StoreError) in
      try setup.changePassphrase(
        of: identities, to: passphrase, now: Expiry(seconds: Clock.seconds)?.text ?? "")
    }
    store.reportPlainKey(request.verbosity)
  }
}

// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Posix

/// `askcred unlock`: asks for the store's passphrase once, and keeps its identity for a while.
struct Unlock {
  private let request: UnlockRequest
  private let store: StoreAccess

  init(_ request: UnlockRequest) throws(Failure) {
    self.request = request
    self.store = try StoreAccess(request.store, request.passphrase)
  }

  func run() throws(Failure) {
    store.passphrases.endsWithOpening = true
    let isUnlocked = try store.using { () throws(StoreError) in
      try store.unlocking.unlock(for: request.time)
    }
    if !isUnlocked, request.verbosity != .quiet {
      Report.say("the store's key has no passphrase: there is nothing to unlock")
    }
  }
}

/// `askcred lock`: takes what `unlock` and reads have kept out again.
struct Lock {
  let request: LockRequest

  func run() throws(Failure) {
    let wasUnlocked = try failing { () throws(StoreError) in try StoreUnlocking.lock() }
    if !wasUnlocked, request.verbosity == .verbose { Report.say("nothing was unlocked") }
  }
}

// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Posix

/// `askcred erase`: one login of a service, or all of them.
struct Erase {
  private let request: EraseRequest
  private let store: StoreAccess

  init(_ request: EraseRequest) throws(Failure) {
    self.request = request
    self.store = try StoreAccess(request.store, nil)
  }

  func run() throws(Failure) {
    try failing { () throws(BackendError) in
      let keys =
        try request.all
        ? store.backend.logins(of: request.service)
        : [Lookup(in: store.backend).key(of: request.service, WantedAccount(request.account))]
      var erased = 0
      for key in keys where try store.backend.erase(key) { erased += 1 }
      if erased == 0 { throw .noSuchLogin(request.service, WantedAccount(request.account)) }
    }
  }
}

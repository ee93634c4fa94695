// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Posix

/// `askcred erase`: one login of a service, or all of them.
struct Erase {
  private let request: EraseRequest
  private let access: BackendAccess

  init(_ request: EraseRequest, _ setting: Setting) throws(Failure) {
    self.request = request
    self.access = try BackendAccess(request.backend, nil, setting)
  }

  func run() throws(Failure) {
    try failing { () throws(BackendError) in
      let keys =
        try request.all
        ? access.backend.logins(of: request.service)
        : [Lookup(in: access.backend).key(of: request.service, WantedAccount(request.account))]
      var erased = 0
      for key in keys where try access.backend.erase(key) { erased += 1 }
      if erased == 0 { throw .noSuchLogin(request.service, WantedAccount(request.account)) }
    }
  }
}

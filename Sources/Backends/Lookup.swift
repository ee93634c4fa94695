// SPDX-License-Identifier: MIT

package import Credentials
private import Posix

/// Chooses the one login of a backend that is meant.
///
/// Where the service itself has no login of the wanted account, its `alternative` answers. Several
/// that fit are an error, whether one of them has expired or not: that cannot be seen without
/// unlocking.
package struct Lookup {
  private let backend: any Backend

  package init(in backend: any Backend) {
    self.backend = backend
  }

  /// A login and what it was found by, which can be the service's alternative.
  package struct Found: ~Copyable {
    package let key: LoginKey
    package var credential: Credential

    package consuming func takeCredential() -> Credential { credential }
  }

  /// What the login is found by. It need not be readable, and may have expired.
  package func key(
    of service: Service, _ wanted: WantedAccount
  ) throws(BackendError) -> LoginKey {
    for candidate in Self.candidates(for: service) {
      let fitting = try backend.logins(of: candidate).filter { wanted.fits($0.account) }
      if fitting.count > 1 { throw .severalLogins(fitting) }
      if let key = fitting.first { return key }
    }
    throw .noSuchLogin(service, wanted)
  }

  /// The login itself, which has not expired at `now`, in seconds since 1970. Fails where the backend
  /// gives none back, whether it has one or not.
  package func login(
    of service: Service, _ wanted: WantedAccount, now: Int
  ) throws(BackendError) -> Found {
    if !backend.canRead { throw .keepsHashes(backend: backend.name) }
    for key in try keys(of: service, wanted) {
      guard let credential = try backend.get(key) else { continue }
      if let expires = credential.expires, expires.isPast(at: now) { throw .expired(key, expires) }
      return Found(key: key, credential: credential)
    }
    throw .noSuchLogin(service, wanted)
  }

  /// Where to look. An account that is known needs no list, which can be long.
  private func keys(
    of service: Service, _ wanted: WantedAccount
  ) throws(BackendError) -> [LoginKey] {
    switch wanted {
    case .any: [try key(of: service, wanted)]
    case .without: Self.candidates(for: service).map { LoginKey($0, nil) }
    case .named(let account): Self.candidates(for: service).map { LoginKey($0, account) }
    }
  }

  private static func candidates(for service: Service) -> [Service] {
    [service] + (service.alternative.map { [$0] } ?? [])
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
package import Posix

/// A place where logins are kept.
///
/// A login is found by its service and account, byte for byte: a backend looks for no other service
/// than it is asked for, and gives expired logins as it gives others (`Lookup` does the rest).
/// Every write is whole or not at all. Nothing is asked here but what unlocks the backend.
package protocol Backend {
  /// What messages call it, after `the`: `store`.
  var name: String { get }
  /// Whether what was saved can be had back.
  var canRead: Bool { get }
  /// Whether it can tell which logins there are.
  var canList: Bool { get }

  /// Fails where saving a login like this is sure to fail; to be called before the first question.
  func check(_ outline: LoginOutline, of service: Service) throws(BackendError)

  /// Whether it says what its logins are for.
  var namesServices: Bool { get }
  /// Whether it holds one login and no more.
  var holdsOneLogin: Bool { get }
  /// The file or folder that it is, by its path; nil where it is none.
  var path: ByteString? { get }
  /// What `list` has for a login: backends can have one spelling for several.
  func spelling(of key: LoginKey) -> LoginKey

  /// Fails where just this login cannot be kept, whatever there is already.
  func examine(_ credential: borrowing Credential) throws(BackendError)

  /// Every login, by service, then account, in the order of their bytes; one without an account
  /// comes first. Empty where nothing has been kept yet. Asks nothing.
  func list() throws(BackendError) -> [LoginKey]
  /// Those of one service, in that order.
  func logins(of service: Service) throws(BackendError) -> [LoginKey]

  /// The login, or nil where there is none. Its `service` is nil where what is kept does not say
  /// whose it is, as in a file made by hand: to be given to a person with a warning, and to no
  /// program.
  func get(_ key: LoginKey) throws(BackendError) -> Credential?
  /// Keeps a login, which has a service, in the place of one with that service and account.
  func save(_ credential: borrowing Credential) throws(BackendError)
  /// Counts a login as saved now, where the backend knows when that was, without reading it.
  func renew(_ key: LoginKey) throws(BackendError)
  /// Whether there was one to erase.
  func erase(_ key: LoginKey) throws(BackendError) -> Bool
  /// Erases a login that is still what `credential` says; fails where it is not.
  func erase(_ key: LoginKey, ifStill credential: borrowing Credential) throws(BackendError)
  /// Fails where erasing logins is sure to fail, or would take more away than was read of them.
  func checkErasing(_ keys: [LoginKey]) throws(BackendError)
}

extension Backend {
  package var namesServices: Bool { true }
  package var holdsOneLogin: Bool { false }
  package var path: ByteString? { nil }
  package func spelling(of key: LoginKey) -> LoginKey { key }
  package func examine(_ credential: borrowing Credential) throws(BackendError) {}
  package func renew(_ key: LoginKey) throws(BackendError) {}
  package func checkErasing(_ keys: [LoginKey]) throws(BackendError) {}

  package func erase(
    _ key: LoginKey, ifStill credential: borrowing Credential
  ) throws(BackendError) {
    let found = try get(key)
    switch consume found {
    case .some(let now) where !now.isEqual(to: credential): throw .changed(key)
    case .some: _ = try erase(key)
    case .none: break
    }
  }
}

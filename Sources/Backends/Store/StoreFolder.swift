// SPDX-License-Identifier: MIT

internal import Age
package import Posix
private import Glibc

/// Where the embedded store lies, and what lies where in it.
package struct StoreFolder: Equatable, Sendable {
  /// The folder of the whole store.
  package let path: ByteString

  /// The folder that was named, else `$XDG_DATA_HOME/askcred`, else `~/.local/share/askcred`.
  package init(_ named: ByteString?) throws(StoreError) {
    do {
      if let named {
        self.path = try named.expandingHome()
      } else if let data = Process.environment("XDG_DATA_HOME"), data.hasPrefix("/") {
        // Only whole paths count, says the XDG Base Directory Specification.
        self.path = data.appending("askcred")
      } else {
        self.path = try ByteString("~/.local/share/askcred").expandingHome()
      }
    } catch {
      throw .noPlace(error)
    }
  }

  /// The identity, encrypted with a passphrase.
  var encryptedIdentity: ByteString { path.appending("identity.age") }
  /// The identity where its owner wanted no passphrase.
  var plainIdentity: ByteString { path.appending("identity.txt") }
  /// The tree of logins: what can be synced without giving the key away.
  var logins: ByteString { path.appending("logins") }
  var recipients: ByteString { logins.appending(".age-recipients") }

  /// Whether there is a store. Fails where that cannot be seen.
  package func exists() throws(StoreError) -> Bool { try StoreFile.exists(recipients) }

  /// Fails where somebody else could have changed the store: who can write the recipients reads what
  /// is kept from then on. What belongs to root and only root can write is trusted.
  func check() throws(StoreError) {
    guard try checkedExistence() else { throw .none(path) }
  }

  /// False where there is no store; fails as `check` does.
  func checkedExistence() throws(StoreError) -> Bool {
    guard try exists() else { return false }
    for place in [path, logins, recipients] { try Self.checkTrust(of: place) }
    return true
  }

  static func checkTrust(of place: ByteString) throws(StoreError) {
    let status: FileStatus
    do {
      status = try FileStatus(of: place)
    } catch {
      throw .system(SystemError("cannot look at '\(place.visible)'", error))
    }
    try checkTrust(of: place, status)
  }

  private static func checkTrust(of place: ByteString, _ status: FileStatus) throws(StoreError) {
    if status.owner != Process.effectiveUser, status.owner != 0 { throw .foreign(place) }
    if status.isWritableByOthers { throw .writableByOthers(place) }
  }

  /// Runs `body` while no other askcred changes the store.
  func locked<Value: ~Copyable>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value
  {
    let lock: FileLock?
    do {
      lock = try FileLock.take(logins, O_RDONLY | O_DIRECTORY, until: .after(.seconds(10)))
    } catch {
      throw .system(SystemError("cannot lock '\(logins.visible)'", error))
    }
    guard let held = consume lock else { throw .busy(logins) }
    defer { withExtendedLifetime(held) {} }
    return try body()
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
private import Glibc
package import Posix

/// The user's keyring in the kernel: small secrets under descriptions, each for a time, in memory that
/// is never written to a disk. keyrings(7) and user-keyring(7) have the rules.
///
/// Every process of the same real user can read what is kept there, until it expires, is taken out or
/// the machine goes down.
package struct KernelKeyring: Sendable {
  /// Of a payload, in bytes; the shortest has one.
  package static let longestPayload = 32_767
  /// In bytes; the shortest has one, and none is a NUL.
  package static let longestDescription = 4095

  /// How often something is looked at again that changed meanwhile.
  static let attempts = 16

  /// Makes the user's keyring reachable for this process. Throws `KeyringError.notUsable` where the
  /// kernel has none, or something keeps the process from it.
  package init() throws(KeyringError) {
    do {
      // What stands in it can be read by those who possess it, which goes by what their own keyrings
      // link to; and a session's (of cron, of a service, after `keyctl session`) need not.
      try KernelKey.userKeyring.link(to: .processKeyring)
    } catch {
      // A link counts too, and a full keyring can be read all the same.
      if error.number != EDQUOT { throw KeyringError(error, "cannot use the kernel keyring") }
    }
  }

  /// Keeps `payload` under `description`, in the place of what stands there, for a time in whole
  /// seconds, rounded up, or without an end.
  ///
  /// The kernel may count up to a second less. Whoever looks sees the old or the new one, and never
  /// one without its time.
  package func store(
    _ payload: borrowing Secret, as description: ByteString, for time: Duration? = nil
  ) throws(KeyringError) {
    do {
      try publish(payload, as: description, for: time)
    } catch {
      guard case .other(let error) = error, error.errno.number == EKEYEXPIRED else { throw error }
      // It was over before it could be seen, and so is the old one.
      _ = try remove(description)
    }
  }

  /// What is kept under just that description, or nil where nothing is, or is any more.
  package func read(_ description: ByteString) throws(KeyringError) -> Secret? {
    for _ in 0..<Self.attempts {
      guard case .present(let key) = try find(description) else { return nil }
      // Replaced since, where it has gone.
      if let payload = try payload(of: key) { return payload }
    }
    return nil
  }

  /// Takes out what is kept under just that description, and says whether there was something, be it
  /// expired.
  @discardableResult
  package func remove(_ description: ByteString) throws(KeyringError) -> Bool {
    switch try find(description) {
    case .absent: return false
    case .present(let key):
      // Out of the keyring first: a link that the kernel sweeps up, as it does those of an invalid key,
      // counts in the user's quota for ever.
      do {
        try key.unlink(from: .userKeyring)
      } catch {
        // It went meanwhile, or stands in a keyring that is linked to this one.
        let isGone = error.number == ENOENT || Self.isGone(error)
        if !isGone { throw KeyringError(error, "cannot take a key out of the kernel keyring") }
      }
      // Useless at once for whoever has found it already and wherever else it is linked; what others
      // put there may not allow it.
      try? key.invalidate()
      return true
    case .expired:
      displace(description)
      return true
    }
  }
}

extension KernelKeyring {
  private enum Finding {
    case present(KernelKey)
    case expired
    case absent
  }

  private func find(_ description: ByteString) throws(KeyringError) -> Finding {
    try Self.check(description)
    do {
      return .present(try KernelKey.userKeyring.find(description))
    } catch {
      switch error.number {
      case EKEYEXPIRED: return .expired
      // Revoked is what the kernel calls one that has been invalidated, too.
      case ENOKEY, EKEYREVOKED: return .absent
      default: throw KeyringError(error, "cannot search the kernel keyring")
      }
    }
  }

  /// Nil where it has gone.
  private func payload(of key: KernelKey) throws(KeyringError) -> Secret? {
    let action = "cannot read a key of the kernel keyring"
    func unlessGone(_ call: () throws(Errno) -> Int) throws(KeyringError) -> Int? {
      do {
        return try call()
      } catch {
        if Self.isGone(error) { return nil }
        throw KeyringError(error, action)
      }
    }
    // Most are identities, which have 74.
    var size = 128
    for _ in 0..<Self.attempts {
      var payload = try Self.room(size)
      let found = try unlessGone { () throws(Errno) in try key.read(into: &payload) }
      guard let found else { return nil }
      if found == payload.count { return payload }
      size = found
    }
    throw KeyringError(Errno(EAGAIN), action)
  }

  private static func room(_ bytes: Int) throws(KeyringError) -> Secret {
    do {
      return try Secret(capacity: bytes)
    } catch {
      throw .memory(error)
    }
  }

  private static func isGone(_ error: Errno) -> Bool {
    [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(error.number)
  }

  /// Puts a key that is ready into the user's keyring.
  @discardableResult
  private func publish(
    _ payload: borrowing Secret, as description: ByteString, for time: Duration?
  ) throws(KeyringError) -> KernelKey {
    try Self.check(description)
    guard (1...Self.longestPayload).contains(payload.count) else {
      throw .payloadSize(payload.count)
    }
    do {
      // Made where no other process sees it and where it goes with this one, so that whatever happens
      // none stands there without its time. Read access for the user's processes is for one that has
      // found it when another takes its place: it is possessed by nobody then.
      let key = try payload.withBytes { (bytes) throws(Errno) in
        try Self.waitingForRoom { () throws(Errno) in
          try KernelKey.add(bytes, as: description, to: .processKeyring)
        }
      }
      defer { try? key.unlink(from: .processKeyring) }
      try key.openToItsUser()
      if let time { try key.expire(after: Self.seconds(time)) }
      try Self.waitingForRoom { () throws(Errno) in try key.link(to: .userKeyring) }
      return key
    } catch {
      throw KeyringError(error, "cannot keep a key in the kernel keyring")
    }
  }

  /// Takes out an expired key, which cannot be named to the kernel: another one takes its place.
  private func displace(_ description: ByteString) {
    // Where there is no room the kernel sweeps it up later; nobody can read it.
    guard let payload = try? Secret(copying: [0]),
      let key = try? publish(payload, as: description, for: .seconds(60))
    else { return }
    try? key.unlink(from: .userKeyring)
  }

  /// What has been replaced or taken out counts until the kernel has freed it, some milliseconds later.
  private static func waitingForRoom<Value>(
    _ call: () throws(Errno) -> Value
  ) throws(Errno) -> Value {
    for _ in 0..<attempts {
      do {
        return try call()
      } catch {
        if error.number != EDQUOT { throw error }
      }
      Wait.pause(.milliseconds(20))
    }
    return try call()
  }

  /// At least one, since none means no end to the kernel.
  private static func seconds(_ time: Duration) -> UInt32 {
    let (whole, fraction) = time.components
    let seconds = UInt32(clamping: whole)
    return max(1, fraction > 0 && seconds < .max ? seconds + 1 : seconds)
  }

  private static func check(_ description: ByteString) throws(KeyringError) {
    guard (1...longestDescription).contains(description.bytes.count) else {
      throw .descriptionSize(description.bytes.count)
    }
    if description.bytes.contains(0) { throw .nulInDescription }
  }
}

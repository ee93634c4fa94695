// SPDX-License-Identifier: MIT

private import Glibc
package import Posix

extension KernelKeyring {
  /// Something that is kept.
  package struct Entry: Equatable, Sendable {
    package var description: ByteString
    package var remaining: Remaining
  }

  /// How long something is still kept.
  package enum Remaining: Equatable, Sendable {
    case unlimited
    /// At least so long; the kernel says it in whole units of what is left, which are weeks, days,
    /// hours, minutes or seconds.
    case atLeast(Duration)
    /// Nobody can read it any more, and it goes within minutes.
    case expired
    /// The kernel does not tell.
    case unknown
  }

  /// What is kept under descriptions that start with `prefix`, in the order of their bytes. What has
  /// expired is among them for some minutes, where `/proc/keys` can be read.
  package func entries(withPrefix prefix: ByteString) throws(KeyringError) -> [Entry] {
    let members = try members()
    // Later than that: a key gets its time before it comes here.
    let table = KeyTable.current()
    var entries: [Entry] = []
    for key in members {
      let row = table[key]
      guard let description = try description(of: key, row), description.hasPrefix(prefix) else {
        continue
      }
      entries.append(Entry(description: description, remaining: row?.remaining ?? .unknown))
    }
    return entries.sorted { $0.description.bytes.lexicographicallyPrecedes($1.description.bytes) }
  }

  private func members() throws(KeyringError) -> [KernelKey] {
    let action = "cannot list the kernel keyring"
    for _ in 0..<Self.attempts {
      do {
        if let members = try KernelKey.userKeyring.members() { return members }
      } catch {
        throw KeyringError(error, action)
      }
    }
    throw KeyringError(Errno(EAGAIN), action)
  }

  /// Nil where it is of another type, has gone or may not be looked at.
  private func description(
    of key: KernelKey, _ row: KeyTable.Row?
  ) throws(KeyringError) -> ByteString? {
    do {
      return try key.describe()
    } catch {
      switch error.number {
      // The table alone still knows.
      case EKEYEXPIRED: return row?.description
      case ENOKEY, EKEYREVOKED, EACCES: return nil
      default: throw KeyringError(error, "cannot list the kernel keyring")
      }
    }
  }
}

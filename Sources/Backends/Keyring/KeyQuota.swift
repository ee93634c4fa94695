// SPDX-License-Identifier: MIT

private import Glibc
private import Posix

/// What a user's keys take of the kernel's memory, and how much they may.
package struct KeyQuota: Equatable, Sendable {
  package var keys: Int
  package var mostKeys: Int
  /// Of payloads, descriptions and links.
  package var bytes: Int
  package var mostBytes: Int

  /// This user's; nil where the kernel does not tell. keyrings(7) describes `/proc/key-users`.
  static func current() -> KeyQuota? {
    guard let file = try? FileDescriptor.open("/proc/key-users", O_RDONLY),
      let bytes = try? file.readAll(limit: 1 << 20)
    else { return nil }
    return KeyQuota(ofUser: getuid(), in: String(decoding: bytes, as: UTF8.self))
  }

  /// Reads lines of `user: usage keys/instantiated keys/most bytes/most`.
  init?(ofUser user: UInt32, in text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.first == "\(user):", words.count == 5 else { continue }
      let numbers = words[3...].flatMap { $0.split(separator: "/").map { Int($0) } }
      guard numbers.count == 4, let keys = numbers[0], let mostKeys = numbers[1],
        let bytes = numbers[2], let mostBytes = numbers[3]
      else { return nil }
      (self.keys, self.mostKeys, self.bytes, self.mostBytes) = (keys, mostKeys, bytes, mostBytes)
      return
    }
    return nil
  }
}

// SPDX-License-Identifier: MIT

/// A POSIX access control list as the kernel gives and takes it, which acl(5) describes and
/// linux/posix_acl_xattr.h lays out.
struct AccessList {
  static let attribute: ByteString = "system.posix_acl_access"

  private(set) var bytes: [UInt8]

  /// The version, in four bytes.
  private static let headerSize = 4
  /// An entry is for whom, what they may, and a number that says who that is, all of them in little
  /// endian.
  private static let entrySize = 8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Takes from everybody what the permission bits `mode` do not give, as chmod(2) does.
  mutating func narrow(to mode: UInt32) {
    let hasMask = stride(from: Self.headerSize, to: bytes.count, by: Self.entrySize)
      .contains { bytes[$0] == 0x10 }
    for start in stride(
      from: Self.headerSize, through: bytes.count - Self.entrySize, by: Self.entrySize)
    {
      let allowed: UInt32? =
        switch bytes[start] {
        case 0x01: mode >> 6
        case 0x04 where !hasMask: mode >> 3
        case 0x10: mode >> 3
        case 0x20: mode
        default: nil
        }
      if let allowed { bytes[start + 2] &= UInt8(allowed & 0o7) }
    }
  }
}

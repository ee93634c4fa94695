// SPDX-License-Identifier: MIT

private import CSystem

/// What a file system can say of a file besides its status; the corresponding C function is `statx`.
package struct FileProtection: Equatable, Sendable {
  /// Something is mounted on it.
  package let isMountRoot: Bool
  package let isImmutable: Bool
  package let isAppendOnly: Bool

  /// Looks at `path`, not behind a link. Where nothing is known of a file, it has none of that.
  package init(of path: ByteString) {
    let found = unsafe path.withCString { unsafe askcred_protection($0) }
    isMountRoot = found & Int32(askcred_is_mount_root) != 0
    isImmutable = found & Int32(askcred_is_immutable) != 0
    isAppendOnly = found & Int32(askcred_is_append_only) != 0
  }
}

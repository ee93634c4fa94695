// SPDX-License-Identifier: MIT

private import Glibc

/// A public string of the system as it came: an argument, a path, an environment value, a name.
///
/// Bytes of no promised encoding. Equality is that of the bytes, where `String` would take `é` in its
/// two spellings for one account. Never holds a secret.
package struct ByteString: Hashable, Sendable {
  /// The bytes, without a terminating NUL.
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    self.bytes = [UInt8](text.utf8)
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// The text, or nil where the bytes are not UTF-8.
  package var text: String? {
    do {
      return try String(copying: UTF8Span(validating: bytes.span))
    } catch {
      return nil
    }
  }

  /// The text for a message: what would act on a terminal is shown as an escape.
  package var visible: String { Visible.text(bytes) }

  package func hasPrefix(_ prefix: ByteString) -> Bool {
    bytes.starts(with: prefix.bytes)
  }
}

extension ByteString: Comparable {
  /// The order of the bytes; what another one starts with comes before it.
  package static func < (one: ByteString, other: ByteString) -> Bool {
    let common = min(one.bytes.count, other.bytes.count)
    let order = unsafe one.bytes.withUnsafeBytes { mine in
      unsafe other.bytes.withUnsafeBytes { others in
        // An empty array may have no address.
        guard let mine = mine.baseAddress, let others = others.baseAddress else { return CInt(0) }
        return unsafe memcmp(mine, others, common)
      }
    }
    return order == 0 ? one.bytes.count < other.bytes.count : order < 0
  }
}

extension ByteString: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }
}

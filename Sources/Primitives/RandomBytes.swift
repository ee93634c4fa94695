// SPDX-License-Identifier: MIT

package import Credentials
private import CSodiumCrypto

/// Bytes that nobody can foresee, from the kernel; the corresponding C function is
/// `randombytes_buf`.
package enum RandomBytes {
  /// Such as may be known afterwards: a nonce, a salt.
  package static func array(_ count: Int) -> [UInt8] {
    [UInt8](capacity: count) { output in fill(&output, count) }
  }

  /// Such as nobody may know: a key.
  package static func secret(_ count: Int) throws(SecretError) -> Secret {
    var secret = try Secret(capacity: count)
    secret.append { output in fill(&output, count) }
    return secret
  }

  private static func fill(_ output: inout OutputSpan<UInt8>, _ count: Int) {
    unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
      guard let start = buffer.baseAddress, count <= buffer.count - filled else {
        preconditionFailure("no room for random bytes")
      }
      unsafe randombytes_buf(start + filled, count)
      filled += count
    }
  }
}

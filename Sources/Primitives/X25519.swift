// SPDX-License-Identifier: MIT

package import Credentials
private import CSodiumCrypto

/// Key agreement on Curve25519, as RFC 7748 section 5 has it.
package enum X25519 {
  /// The bytes of a secret scalar, of a point and of a shared secret.
  package static let size = 32

  /// The point that belongs to `scalar`, which is clamped as the function demands. The corresponding
  /// C function is `crypto_scalarmult_curve25519_base`.
  package static func publicKey(of scalar: Span<UInt8>) -> [UInt8] {
    precondition(scalar.count == size, "a scalar has 32 bytes")
    return [UInt8](capacity: size) { output in
      unsafe output.withUnsafeMutableBufferPointer { point, filled in
        unsafe scalar.withUnsafeBufferPointer { scalar in
          _ = unsafe crypto_scalarmult_curve25519_base(point.address, scalar.address)
          filled = size
        }
      }
    }
  }

  /// Appends the secret that `scalar` shares with the owner of `point` to `secret`. The corresponding
  /// C function is `crypto_scalarmult_curve25519`.
  ///
  /// False where it is all zero, as with points of low order, and nothing has been appended.
  package static func appendShared(
    _ scalar: Span<UInt8>, _ point: Span<UInt8>, to secret: inout Secret
  ) throws(SecretError) -> Bool {
    precondition(scalar.count == size && point.count == size, "scalar and point have 32 bytes")
    try secret.reserve(size)
    let before = secret.count
    secret.append { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        unsafe scalar.withUnsafeBufferPointer { scalar in
          unsafe point.withUnsafeBufferPointer { point in
            let status = unsafe crypto_scalarmult_curve25519(
              buffer.address + filled, scalar.address, point.address)
            if status == 0 { filled += size }
          }
        }
      }
    }
    return secret.count > before
  }
}

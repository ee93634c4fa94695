// SPDX-License-Identifier: MIT

package import Credentials
private import CSodiumCrypto

/// A key out of a passphrase, in a way that takes time and memory on purpose (RFC 7914).
package enum Scrypt {
  /// The bytes that the work itself takes. They are neither locked nor wiped, and given back to the
  /// kernel when the key is there.
  package static func memory(workFactor: Int, blockSize: Int = 8) -> Int {
    128 * blockSize << workFactor
  }

  /// Appends `size` bytes derived from `passphrase` and `salt` with N = 2^`workFactor`, r =
  /// `blockSize`, p = `parallelization` to `key`. The corresponding C function is
  /// `crypto_pwhash_scryptsalsa208sha256_ll`.
  ///
  /// False where the memory cannot be had, and nothing has been appended.
  package static func append(
    derivedFrom passphrase: borrowing Secret, salt: [UInt8], workFactor: Int, blockSize: Int = 8,
    parallelization: Int = 1, size: Int = 32, to key: inout Secret
  ) throws(SecretError) -> Bool {
    try key.reserve(size)
    let before = key.count
    key.append { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        let target = unsafe buffer.address + filled
        passphrase.withBytes { passphrase in
          unsafe passphrase.withUnsafeBufferPointer { passphrase in
            unsafe salt.withUnsafeBufferPointer { salt in
              // An empty buffer may have no address, where the function wants one.
              let status = unsafe crypto_pwhash_scryptsalsa208sha256_ll(
                passphrase.baseAddress ?? UnsafePointer(target), passphrase.count,
                salt.baseAddress ?? UnsafePointer(target), salt.count,
                1 << UInt64(workFactor), UInt32(blockSize), UInt32(parallelization), target, size)
              if status == 0 { filled += size }
            }
          }
        }
      }
    }
    return key.count > before
  }
}

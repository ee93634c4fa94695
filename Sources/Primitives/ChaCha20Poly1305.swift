// SPDX-License-Identifier: MIT

private import CSodiumCrypto

/// Authenticated encryption as RFC 8439 section 2.8 has it, without additional data.
package enum ChaCha20Poly1305 {
  package static let keySize = 32
  package static let nonceSize = 12
  /// How many bytes longer than its plaintext a sealed text is.
  package static let overhead = 16

  /// Appends ciphertext and tag to `output`, which has the room. The corresponding C function is
  /// `crypto_aead_chacha20poly1305_ietf_encrypt`.
  package static func seal(
    _ plaintext: Span<UInt8>, key: Span<UInt8>, nonce: [UInt8], to output: inout OutputSpan<UInt8>
  ) {
    precondition(key.count == keySize && nonce.count == nonceSize, "key or nonce of a wrong size")
    precondition(output.freeCapacity >= plaintext.count + overhead, "no room for the ciphertext")
    unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
      unsafe plaintext.withUnsafeBufferPointer { plaintext in
        unsafe key.withUnsafeBufferPointer { key in
          _ = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
            buffer.address + filled, nil, plaintext.baseAddress, UInt64(plaintext.count), nil, 0,
            nil, nonce, key.address)
          filled += plaintext.count + overhead
        }
      }
    }
  }

  /// Appends the plaintext to `output`, which has the room. The corresponding C function is
  /// `crypto_aead_chacha20poly1305_ietf_decrypt`.
  ///
  /// False where `sealed` was not made with this key and nonce, and nothing has been appended.
  package static func open(
    _ sealed: Span<UInt8>, key: Span<UInt8>, nonce: [UInt8], to output: inout OutputSpan<UInt8>
  ) -> Bool {
    precondition(key.count == keySize && nonce.count == nonceSize, "key or nonce of a wrong size")
    guard sealed.count >= overhead else { return false }
    precondition(output.freeCapacity >= sealed.count - overhead, "no room for the plaintext")
    let before = output.count
    var isGenuine = false
    unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
      unsafe sealed.withUnsafeBufferPointer { sealed in
        unsafe key.withUnsafeBufferPointer { key in
          // Checks the tag before it writes a byte.
          let status = unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
            buffer.baseAddress.map { unsafe $0 + before }, nil, nil, sealed.address,
            UInt64(sealed.count), nil, 0, nonce, key.address)
          isGenuine = status == 0
          if isGenuine { filled += sealed.count - overhead }
        }
      }
    }
    return isGenuine
  }
}

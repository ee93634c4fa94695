// SPDX-License-Identifier: MIT

package import Credentials
private import CSodiumCrypto

/// A key of 32 bytes that comes out of HKDF-SHA-256 (RFC 5869), and can be derived anew.
///
/// Secret memory costs more to get than all that is computed here, so the key shares one piece of
/// it with what is needed on the way.
package struct DerivedKey: ~Copyable {
  /// The bytes of a key, and of an authentication code.
  package static let size = 32

  /// First the state of HMAC-SHA-256, then the pseudorandom key of HKDF, then the key. All sizes are
  /// multiples of 16, as secret memory ends where a page does and the state has to be aligned.
  private var memory: Secret
  private static let stateSize = MemoryLayout<crypto_auth_hmacsha256_state>.stride
  private static let keyStart = stateSize + size
  private static let end = keyStart + size

  /// All zero until something has been derived.
  package init() throws(SecretError) {
    var memory = try Secret(capacity: Self.end)
    memory.append { output in output.append(repeating: 0, count: Self.end) }
    self.memory = memory
  }

  /// Replaces the key by the one that `secret`, `salt` and `info` give.
  package mutating func derive(from secret: borrowing Secret, salt: [UInt8], info: [UInt8]) {
    // One block of output is all that is asked for, and 1 its number.
    let purpose = info + [1]
    memory.withMutableBytes { memory in
      unsafe memory.withUnsafeMutableBufferPointer { memory in
        let pseudorandomKey = memory.extracting(Self.stateSize..<Self.keyStart)
        let key = memory.extracting(Self.keyStart..<Self.end)
        secret.withBytes { secret in
          unsafe secret.withUnsafeBufferPointer { secret in
            unsafe salt.withUnsafeBufferPointer { salt in
              unsafe Self.authenticate(secret, key: salt, state: memory, code: pseudorandomKey)
            }
          }
        }
        unsafe purpose.withUnsafeBufferPointer { purpose in
          unsafe Self.authenticate(
            purpose, key: UnsafeBufferPointer(pseudorandomKey), state: memory, code: key)
        }
      }
    }
  }

  /// The HMAC-SHA-256 (RFC 2104) of `message` under the key: 32 bytes that may be known.
  package mutating func authenticationCode(of message: Span<UInt8>) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: Self.size)
    memory.withMutableBytes { memory in
      unsafe memory.withUnsafeMutableBufferPointer { memory in
        unsafe message.withUnsafeBufferPointer { message in
          unsafe code.withUnsafeMutableBufferPointer { code in
            let key = UnsafeBufferPointer(memory.extracting(Self.keyStart..<Self.end))
            unsafe Self.authenticate(message, key: key, state: memory, code: code)
          }
        }
      }
    }
    return code
  }

  /// Lends the key.
  package func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try memory.withBytes { (bytes) throws(Failure) in
      try body(bytes.extracting(Self.keyStart..<Self.end))
    }
  }

  /// The corresponding C functions are `crypto_auth_hmacsha256_init`, `_update` and `_final`.
  private static func authenticate(
    _ message: UnsafeBufferPointer<UInt8>, key: UnsafeBufferPointer<UInt8>,
    state memory: UnsafeMutableBufferPointer<UInt8>, code: UnsafeMutableBufferPointer<UInt8>
  ) {
    unsafe memory.address.withMemoryRebound(to: crypto_auth_hmacsha256_state.self, capacity: 1) {
      state in
      // An empty key may have no address, and the function wants one.
      _ = unsafe crypto_auth_hmacsha256_init(
        state, key.baseAddress ?? UnsafePointer(code.address), key.count)
      _ = unsafe crypto_auth_hmacsha256_update(state, message.baseAddress, UInt64(message.count))
      _ = unsafe crypto_auth_hmacsha256_final(state, code.address)
    }
  }
}

// SPDX-License-Identifier: MIT

private import CCrypt
package import Credentials
package import Posix

/// Why a password has no hash.
package enum CryptError: Error, Equatable, Sendable {
  /// The system's libcrypt does not make hashes of this kind, or has no random bytes for a salt.
  case system(Errno)
  /// The password holds a NUL, which would end it.
  case containsNul
  case memory(SecretError)

  package var message: String {
    switch self {
    case .system(let error): "libcrypt makes no bcrypt hash: \(error.text)"
    case .containsNul: "a password with a NUL in it has no hash"
    case .memory(let error): error.message
    }
  }
}

/// The hash of a password that takes time on purpose, as servers keep it: crypt(5), "bcrypt".
package enum Bcrypt {
  /// How many bytes of a password count. What follows them is ignored.
  package static let longestPassword = 72

  /// The hash of a password, in 60 bytes: `$2y$`, the cost, a salt from the kernel and the rest.
  ///
  /// `cost` is the binary logarithm of the rounds, 4 to 31. All that libcrypt works with lies in
  /// secret memory. The corresponding C functions are `crypt_gensalt_rn` and `crypt_rn`.
  package static func hash(
    of password: Span<UInt8>, cost: Int
  ) throws(CryptError) -> Secret {
    for index in password.indices where password[index] == 0 { throw .containsNul }
    let setting = try setting(cost: cost)
    let phrase = try remembering { () throws(SecretError) in
      var phrase = try Secret(capacity: password.count + 1)
      try phrase.append(password)
      try phrase.append(0)
      return phrase
    }
    var work = try remembering { () throws(SecretError) in
      try Secret(copying: repeatElement(0, count: MemoryLayout<crypt_data>.size))
    }
    var hash = try remembering { () throws(SecretError) in
      try Secret(capacity: Int(CRYPT_OUTPUT_SIZE))
    }
    let failure = phrase.withBytes { phrase in
      work.withMutableBytes { work in append(hashOf: phrase, setting, in: &work, to: &hash) }
    }
    if let failure { throw .system(failure) }
    return hash
  }

  /// The start of a hash: its kind, cost and salt, ended by a NUL.
  private static func setting(cost: Int) throws(CryptError) -> [CChar] {
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    // Without random bytes of the caller's, it takes some from the kernel.
    let isMade = unsafe setting.withUnsafeMutableBufferPointer { buffer in
      unsafe crypt_gensalt_rn(
        "$2y$", UInt(cost), nil, 0, buffer.baseAddress, CInt(buffer.count)) != nil
    }
    if !isMade { throw .system(Errno.last) }
    return setting
  }

  /// Appends to a hash that has room. `phrase` is ended by a NUL. Gives what went wrong.
  private static func append(
    hashOf phrase: Span<UInt8>, _ setting: [CChar], in work: inout MutableSpan<UInt8>,
    to hash: inout Secret
  ) -> Errno? {
    unsafe phrase.withUnsafeBytes { phrase in
      unsafe work.withUnsafeMutableBytes { work in
        let start = unsafe phrase.assumingMemoryBound(to: CChar.self).baseAddress
        guard
          var byte = unsafe crypt_rn(start, setting, work.baseAddress, CInt(work.count))
        else { return Errno.last }
        while unsafe byte.pointee != 0 {
          hash.append { output in unsafe output.append(UInt8(bitPattern: byte.pointee)) }
          unsafe byte += 1
        }
        return nil
      }
    }
  }

  private static func remembering(
    _ body: () throws(SecretError) -> Secret
  ) throws(CryptError) -> Secret {
    do {
      return try body()
    } catch {
      throw .memory(error)
    }
  }
}

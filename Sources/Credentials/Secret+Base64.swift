// SPDX-License-Identifier: MIT

private import CSodium

/// Base64 of RFC 4648, section 4, with its padding and on one line; libsodium's, which takes the
/// same time for every text of one length.
extension Secret {
  /// Appends the base64 of `bytes`.
  package mutating func append(base64Of bytes: Span<UInt8>) throws(SecretError) {
    // It ends in a NUL, which is then not counted.
    let size = sodium_base64_encoded_len(bytes.count, base64Variant)
    try reserve(size)
    append { output in
      unsafe output.withUnsafeMutableBufferPointer { free, filled in
        guard let place = UnsafeMutableRawPointer(free.baseAddress) else { return }
        unsafe bytes.withUnsafeBufferPointer { bytes in
          _ = unsafe sodium_bin2base64(
            place.assumingMemoryBound(to: CChar.self), size, bytes.baseAddress, bytes.count,
            base64Variant)
        }
        filled = size - 1
      }
    }
  }

  /// The bytes that `text` stands for; nil where it is not just the base64 of some.
  package static func decoding(base64 text: Span<UInt8>) throws(SecretError) -> Secret? {
    var decoded = try Secret(capacity: text.count / 4 * 3)
    var isBase64 = false
    decoded.append { output in
      unsafe output.withUnsafeMutableBufferPointer { free, filled in
        guard let place = free.baseAddress else { return }
        isBase64 = unsafe text.withUnsafeBytes { text in
          unsafe sodium_base642bin(
            place, free.count, text.assumingMemoryBound(to: CChar.self).baseAddress, text.count,
            nil,
            &filled, nil, base64Variant) == 0
        }
      }
    }
    return isBase64 ? consume decoded : nil
  }
}

private let base64Variant = CInt(sodium_base64_VARIANT_ORIGINAL)

// SPDX-License-Identifier: MIT

/// Base64 of RFC 4648 section 4, canonical only. For public bytes: it is not made for secrets.
enum Base64 {
  private static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Without padding, as age's headers have it.
  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return text
  }

  /// Nil where `text` is not what `encode` makes.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    // One character alone holds no byte.
    if text.count % 4 == 1 { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 2)
    var (bits, count) = (UInt32(0), 0)
    for character in text {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // What is left over is zero in the one right spelling.
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }

  /// With padding, as age's armor has it.
  static func decodePadded(_ text: [UInt8]) -> [UInt8]? {
    if text.count % 4 != 0 { return nil }
    let padded = text.suffix(2).reversed().prefix { $0 == padding }.count
    return decode(text.dropLast(padded))
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

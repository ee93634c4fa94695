// SPDX-License-Identifier: MIT

/// Bech32 of BIP 173, without its limit on the length.
///
/// Bytes go in by lending and come out one by one, so that where they are secret their owner says
/// where they lie.
enum Bech32 {
  private static let alphabet = [UInt8]("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let separator = UInt8(ascii: "1")
  private static let checksumLength = 6

  /// How many characters a text has.
  static func length(prefix: String, bytes: Int) -> Int {
    prefix.utf8.count + 1 + (bytes * 8 + 4) / 5 + checksumLength
  }

  /// Gives the characters of `bytes` under `prefix` to `emit`: all in upper case where the prefix is.
  static func encode<Failure: Error>(
    prefix: String, _ bytes: Span<UInt8>, _ emit: (UInt8) throws(Failure) -> Void
  ) throws(Failure) {
    let isUpper = prefix.utf8.contains(where: isUpperCase)
    var checksum = Checksum(prefix: prefix.utf8)
    for character in prefix.utf8 { try emit(character) }
    try emit(separator)
    var (bits, count) = (UInt32(0), 0)
    for index in bytes.indices {
      bits = bits << 8 | UInt32(bytes[index])
      count += 8
      while count >= 5 {
        count -= 5
        try emitGroup(bits >> UInt32(count) & 31)
      }
    }
    if count > 0 { try emitGroup(bits << UInt32(5 - count) & 31) }
    for value in checksum.values { try emitGroup(value) }

    func emitGroup(_ value: UInt32) throws(Failure) {
      checksum.add(value)
      let character = alphabet[Int(value)]
      try emit(isUpper ? upperCase(character) : character)
    }
  }

  /// Gives the bytes of `text` to `emit`, and returns what stands before the last `1`, in the text's
  /// own case.
  ///
  /// Nil where `text` is not Bech32, or holds no whole number of bytes; what was emitted is void then.
  static func decode<Failure: Error>(
    _ text: Span<UInt8>, _ emit: (UInt8) throws(Failure) -> Void
  ) throws(Failure) -> String? {
    guard let position = text.indices.last(where: { text[$0] == separator }), position > 0,
      text.count - position - 1 >= checksumLength
    else { return nil }
    let isMixed =
      text.indices.contains { isUpperCase(text[$0]) }
      && text.indices.contains { upperCase(text[$0]) != text[$0] }
    let prefix = (0..<position).map { text[$0] }
    guard !isMixed, prefix.allSatisfy({ (33...126).contains($0) }) else { return nil }

    var checksum = Checksum(prefix: prefix)
    let end = text.count - checksumLength
    var (bits, count) = (UInt32(0), 0)
    for index in position + 1..<text.count {
      guard let value = alphabet.firstIndex(of: lowerCase(text[index])) else { return nil }
      checksum.add(UInt32(value))
      if index >= end { continue }
      bits = bits << 5 | UInt32(value)
      count += 5
      if count >= 8 {
        count -= 8
        try emit(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    let leftOver = bits & (1 << UInt32(count) - 1)
    guard checksum.isRight, count < 5, leftOver == 0 else { return nil }
    return String(decoding: prefix, as: UTF8.self)
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func lowerCase(_ byte: UInt8) -> UInt8 { isUpperCase(byte) ? byte + 32 : byte }

  /// An ASCII letter as a capital, anything else as it is.
  static func upperCase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }

  /// The BCH code over groups of five bits that BIP 173 defines.
  private struct Checksum {
    private var state: UInt32 = 1

    init(prefix: some Collection<UInt8>) {
      for byte in prefix { add(UInt32(lowerCase(byte) >> 5)) }
      add(0)
      for byte in prefix { add(UInt32(byte & 31)) }
    }

    mutating func add(_ value: UInt32) {
      let top = state >> 25
      state = (state & 0x1FF_FFFF) << 5 ^ value
      let generator: [UInt32] = [
        0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3,
      ]
      for (bit, term) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 { state ^= term }
    }

    /// The groups that make it right when they are added.
    var values: [UInt32] {
      var extended = self
      for _ in 0..<checksumLength { extended.add(0) }
      let result = extended.state ^ 1
      return (0..<checksumLength).map { result >> UInt32(5 * (5 - $0)) & 31 }
    }

    var isRight: Bool { state == 1 }
  }
}

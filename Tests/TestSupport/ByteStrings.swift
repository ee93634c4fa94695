// SPDX-License-Identifier: MIT

/// Every string of `lengths` bytes over an alphabet.
package func allStrings(over alphabet: [UInt8], lengths: ClosedRange<Int>) -> [[UInt8]] {
  var found: [[UInt8]] = lengths.contains(0) ? [[]] : []
  var longest: [[UInt8]] = [[]]
  for length in 1...max(1, lengths.upperBound) {
    longest = longest.flatMap { head in alphabet.map { head + [$0] } }
    if lengths.contains(length) { found += longest }
  }
  return found
}

/// Byte strings that look arbitrary and are the same in every run.
package struct ArbitraryBytes: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Sebastiano Vigna's splitmix64.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// `count` strings of up to `longest` bytes, none of which is among `without`. Half of the bytes
  /// are such as stand for something somewhere.
  package mutating func strings(
    _ count: Int, upTo longest: Int, without: Set<UInt8> = []
  ) -> [[UInt8]] {
    let special =
      Array("'\"\\#$%:@=`! \t\r\n\u{0B}\u{0C}{}[],;&|<>*?~^()-/".utf8) + [0, 0x7F, 0x80]
    let allowed = (UInt8.min...UInt8.max).filter { !without.contains($0) }
    let allowedSpecial = special.filter { !without.contains($0) }
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...longest, using: &self)).map { _ in
        let among = Bool.random(using: &self) ? allowed : allowedSpecial
        return among[Int.random(in: 0..<among.count, using: &self)]
      }
    }
  }

  /// `count` texts of up to `longest` scalars of all planes.
  package mutating func texts(_ count: Int, upTo longest: Int) -> [[UInt8]] {
    (0..<count).map { _ in
      var text = ""
      for _ in 0..<Int.random(in: 0...longest, using: &self) {
        let highest = [0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &self) ?? 0x7F
        let value = UInt32.random(in: 0...UInt32(highest), using: &self)
        text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      }
      return Array(text.utf8)
    }
  }
}

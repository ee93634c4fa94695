// SPDX-License-Identifier: MIT

extension Sequence<UInt8> {
  /// The bytes in lower-case hexadecimal digits, which every language can read and write.
  package var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}

extension String {
  /// Its lines, without what ends them.
  package var lines: [String] {
    split(separator: "\n").map(String.init)
  }
}

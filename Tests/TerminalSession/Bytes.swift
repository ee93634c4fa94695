// SPDX-License-Identifier: MIT

/// What a program wrote or a screen got, exactly; reports show it with escapes.
package struct Bytes: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    self.bytes = [UInt8](text.utf8)
  }

  /// As UTF-8, mended where it is not.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }

  package var count: Int { bytes.count }

  /// The range of the first occurrence of `part` at or after `start`.
  package func firstRange(of part: Bytes, from start: Int = 0) -> Range<Int>? {
    let part = part.bytes
    guard let first = part.first else { return nil }
    var index = start
    while index <= bytes.count - part.count {
      if bytes[index] == first, bytes[index..<index + part.count].elementsEqual(part) {
        return index..<index + part.count
      }
      index += 1
    }
    return nil
  }

  package func contains(_ part: Bytes) -> Bool { firstRange(of: part) != nil }

  package func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }

  package func hasPrefix(_ part: Bytes) -> Bool { bytes.starts(with: part.bytes) }

  package func hasSuffix(_ part: Bytes) -> Bool {
    bytes.suffix(part.count).elementsEqual(part.bytes)
  }

  package func occurrences(of part: Bytes) -> Int {
    var (found, start) = (0, 0)
    while let range = firstRange(of: part, from: start) {
      found += 1
      start = range.upperBound
    }
    return found
  }

  package static func + (left: Bytes, right: Bytes) -> Bytes { Bytes(left.bytes + right.bytes) }
}

extension Bytes: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
  package init(stringLiteral value: String) {
    self.init(value)
  }

  package init(arrayLiteral elements: UInt8...) {
    self.init(elements)
  }
}

extension Bytes: CustomStringConvertible {
  /// Printable ASCII as it is, the rest as escapes.
  package var description: String {
    var text = ""
    for byte in bytes {
      switch byte {
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x1B: text += "\\e"
      case 0x20..<0x7F: text += String(Unicode.Scalar(byte))
      default: text += "\\x" + String(byte, radix: 16)
      }
    }
    return text
  }
}

// SPDX-License-Identifier: MIT

private import Glibc

/// Why a session could not be played to its end, for the person who reads the test's report.
package struct SessionFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// A call of the C library that failed just now.
  static func call(_ name: String) -> SessionFailure {
    let text = unsafe String(cString: strerror(errno))
    return SessionFailure("\(name): \(text)")
  }
}

/// Gives what a call returned, and throws where that is negative.
@discardableResult
func checked<Value: SignedInteger>(_ name: String, _ result: Value) throws -> Value {
  if result < 0 { throw SessionFailure.call(name) }
  return result
}

/// Bytes for a report: printable ASCII as it is, the rest as escapes.
package func shown(_ bytes: some Sequence<UInt8>) -> String {
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

/// The bytes of a text.
package func utf8(_ text: String) -> [UInt8] { [UInt8](text.utf8) }

extension [UInt8] {
  /// The range of the first occurrence of `part` at or after `start`.
  package func firstRange(of part: [UInt8], from start: Int = 0) -> Range<Int>? {
    guard !part.isEmpty, count >= part.count else { return nil }
    var index = start
    while index <= count - part.count {
      if self[index] == part[0], self[index..<index + part.count].elementsEqual(part) {
        return index..<index + part.count
      }
      index += 1
    }
    return nil
  }

  package func contains(_ text: String) -> Bool { firstRange(of: utf8(text)) != nil }

  package func occurrences(of text: String) -> Int {
    var (found, start) = (0, 0)
    while let range = firstRange(of: utf8(text), from: start) {
      found += 1
      start = range.upperBound
    }
    return found
  }
}

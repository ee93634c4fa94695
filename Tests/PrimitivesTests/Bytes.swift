// SPDX-License-Identifier: MIT

import Credentials

/// The bytes that hexadecimal digits stand for; blanks between them do not count.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap { $0.hexDigitValue }
  precondition(digits.count % 2 == 0)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

extension Secret {
  /// A copy for comparisons.
  var array: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}

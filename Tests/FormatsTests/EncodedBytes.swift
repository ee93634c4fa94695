// SPDX-License-Identifier: MIT

import Credentials
import Formats
import TestSupport

/// What stands for something to some reader.
let nastyBytes: [UInt8] =
  Array("'\"\\:$`#\n\r\t a".utf8) + [0x00, 0x0B, 0x1B, 0x7F, 0xC3, 0xA9, 0xFF]

extension Format {
  /// The encoded login, copied into ordinary memory.
  @discardableResult
  func bytes(
    _ credential: borrowing Credential, _ options: FormatOptions = FormatOptions()
  ) throws(FormatError) -> [UInt8] {
    try encode(credential, options).bytes
  }
}

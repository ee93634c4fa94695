// SPDX-License-Identifier: MIT

internal import Credentials

/// `sh`: assignments for `eval` in a POSIX shell and those like it, each value in single quotes, in
/// which every byte but the quote stands for itself.
struct ShFormat: AssignmentFormat {
  let name = FormatName.sh
  let places = Places.any

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.first { $0 == 0 }.map(Refusal.byte)
  }

  func put(_ value: Span<UInt8>, to output: inout Output) throws(FormatError) {
    try output.put("'")
    for index in value.indices {
      let byte = value[index]
      if byte == UInt8(ascii: "'") { try output.put("'\\''") } else { try output.put(byte) }
    }
    try output.put("'")
  }
}

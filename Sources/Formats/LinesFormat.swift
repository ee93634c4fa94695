// SPDX-License-Identifier: MIT

internal import Credentials

/// `lines`: each value on a line of its own, as it is.
///
/// A value has no LF, but where it is the only one and no newline ends it: then it is all there is.
struct LinesFormat: Format {
  let name = FormatName.lines
  let places = Places.any

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    if parts.count == 1, !options.endsWithNewline { return nil }
    return value.first { $0 == UInt8(ascii: "\n") }.map(Refusal.byte)
  }

  func advice(on refusal: Refusal, of part: Part) -> String? {
    "lines can with --no-newline where there is one value alone"
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try credential.values(each: UInt8(ascii: "\n"), endsLast: options.endsWithNewline)
  }
}

extension Credential {
  /// The values one after another, each ended by `terminator`, the last one where `endsLast`.
  func values(each terminator: UInt8, endsLast: Bool) throws(FormatError) -> Secret {
    try Output.text { (output) throws(FormatError) in
      var isFirst = true
      try forEachValue { (_, value) throws(FormatError) in
        if !isFirst { try output.put(terminator) }
        isFirst = false
        try output.put(value)
      }
      if endsLast { try output.put(terminator) }
    }
  }
}

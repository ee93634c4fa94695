// SPDX-License-Identifier: MIT

internal import Credentials

/// `nul`: each value as it is, ended by a NUL.
struct NulFormat: Format {
  let name = FormatName.nul
  let places = Places.any

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.first { $0 == 0 }.map(Refusal.byte)
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try credential.values(each: 0, endsLast: options.endsWithNewline)
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials

/// `userpass`: `account:password`, as chpasswd(8) and its like read a line: the account ends at the
/// first colon, the password at the end of the line.
struct UserpassFormat: Format {
  let name = FormatName.userpass
  let places = Places(account: .required, password: .required, takesFields: false)

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    let refused = value.first { byte in
      byte == 0 || byte == UInt8(ascii: "\n") || (part == .account && byte == UInt8(ascii: ":"))
    }
    return refused.map(Refusal.byte)
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try Output.text { (output) throws(FormatError) in
      try credential.forEachValue { (part, value) throws(FormatError) in
        if part == .password { try output.put(":") }
        try output.put(value)
      }
      if options.endsWithNewline { try output.put("\n") }
    }
  }
}

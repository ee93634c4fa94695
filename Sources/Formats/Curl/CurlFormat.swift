// SPDX-License-Identifier: MIT

internal import Credentials

/// `curl`: a line of the file that `curl --config` reads, with the account and the password, or
/// with the password alone as a bearer token. The escapes are those of curl(1), "-K, --config".
///
/// Its file is one of a login, of the request before the first `next`. Where there is one, it is read.
struct CurlFormat: LoginFile {
  let name = FormatName.curl
  let places = Places(account: .optional, password: .required, takesFields: false)

  /// curl 7.88 reads no line that takes more than 100 KiB with its newline and a NUL.
  static let longestLine = 102_398

  func examine(_ outline: LoginOutline, _ options: FormatOptions) throws(FormatError) {
    guard let account = outline.known[.account] else { return }
    _ = try text(of: Credential(account: account), options)
  }

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    if parts.contains(.account) {
      let refused = value.first { byte in
        byte == 0 || (part == .account && byte == UInt8(ascii: ":"))
      }
      return refused.map(Refusal.byte)
    }
    // curl puts the token into a line of the request's header as it is: CR and LF would begin
    // another line. RFC 9110, section 5.5 allows no control character but TAB, and no reader keeps
    // a blank at an end.
    if let control = value.first(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
      return .byte(control)
    }
    if value.isEmpty { return nil }
    if isBlank(value[0]) { return .first(value[0]) }
    return isBlank(value[value.count - 1]) ? .last(value[value.count - 1]) : nil
  }

  func advice(on refusal: Refusal, of part: Part) -> String? {
    part == .password && refusal != .byte(0)
      ? "without an account, the password goes into a line of the HTTP header" : nil
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    let text = try Output.text { (output) throws(FormatError) in
      try put(credential, to: &output)
      if options.endsWithNewline { try output.put("\n") }
    }
    if text.count > Self.longestLine + (options.endsWithNewline ? 1 : 0) {
      throw .tooLong(limit: Self.longestLine, for: name)
    }
    return text
  }

  /// The option that gives the login to curl.
  func put(_ credential: borrowing Credential, to output: inout Output) throws(FormatError) {
    let hasAccount = credential.account != nil
    try output.put(hasAccount ? "user = \"" : "oauth2-bearer = \"")
    try credential.forEachValue { (part, value) throws(FormatError) in
      if hasAccount, part == .password { try output.put(":") }
      for index in value.indices { try put(value[index], to: &output) }
    }
    try output.put("\"")
  }

  private func put(_ byte: UInt8, to output: inout Output) throws(FormatError) {
    switch byte {
    case UInt8(ascii: "\\"): try output.put("\\\\")
    case UInt8(ascii: "\""): try output.put("\\\"")
    case UInt8(ascii: "\n"): try output.put("\\n")
    case UInt8(ascii: "\t"): try output.put("\\t")
    case UInt8(ascii: "\r"): try output.put("\\r")
    case 0x0B: try output.put("\\v")
    default: try output.put(byte)
    }
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
private import Json
private import Posix

/// `aws`: what a `credential_process` of the AWS tools prints. The account is the access key's id, the
/// password the secret key, and the field `session_token` the token of a temporary key.
struct AwsFormat: Format {
  let name = FormatName.aws
  let places = Places(account: .required, password: .required, takesFields: true)

  private static let token = FieldName("session_token").map(Part.field)

  func examine(_ outline: LoginOutline, _ options: FormatOptions) throws(FormatError) {
    for part in outline.parts {
      if case .field = part, part != Self.token { throw .noPlace(for: part, in: name) }
    }
  }

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.firstOffsetNotUTF8.map { .notUTF8(value[$0]) }
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    do {
      var document = try JsonDocument(capacity: credential.sizeInJson)
      try document.set("Version", of: document.root, to: 1)
      try credential.forEachValue { (part, value) throws(FormatError) in
        let key: String
        switch part {
        case .account: key = "AccessKeyId"
        case .password: key = "SecretAccessKey"
        case .field: key = "SessionToken"
        }
        do throws(JsonError) {
          try document.set(key, of: document.root, to: value)
        } catch {
          throw .noMemory
        }
      }
      if let expires = credential.expires {
        let text = Array(expires.text.utf8)
        try document.set("Expiration", of: document.root, to: text.span)
      }
      return try document.text(endsWithNewline: options.endsWithNewline)
    } catch {
      // Every value has been examined, so nothing but memory can be wanting.
      throw .noMemory
    }
  }
}

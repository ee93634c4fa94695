// SPDX-License-Identifier: MIT

internal import Credentials
private import Json

/// `kubernetes`: the ExecCredential that a client of Kubernetes reads from a credential plugin, with the
/// password as the bearer token. Who the token is for is the server's to say, so that the account is not
/// written.
struct KubernetesFormat: Format {
  let name = FormatName.kubernetes
  let places = Places(account: .optional, password: .required, takesFields: false)

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    if part != .password { return nil }
    // The token goes into a line of the request's header, in which clients take no other bytes
    // (RFC 9110, section 5.5), and of which no reader keeps a blank at an end.
    if let control = value.first(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
      return .byte(control)
    }
    if let offset = value.firstOffsetNotUTF8 { return .notUTF8(value[offset]) }
    if value.isEmpty { return nil }
    let (first, last) = (value[0], value[value.count - 1])
    if first == 0x20 || first == 0x09 { return .first(first) }
    return last == 0x20 || last == 0x09 ? .last(last) : nil
  }

  func advice(on refusal: Refusal, of part: Part) -> String? {
    "the password goes into a line of the HTTP header"
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    let version = Array((options.kubernetesRequest?.version ?? KubernetesRequest.usual).utf8)
    do {
      var document = try JsonDocument(capacity: credential.sizeInJson + 1024)
      let kind = Array("ExecCredential".utf8)
      try document.set("kind", of: document.root, to: kind.span)
      try document.set("apiVersion", of: document.root, to: version.span)
      let status = try document.setObject("status", of: document.root)
      if let expires = credential.expires {
        let text = Array(expires.text.utf8)
        try document.set("expirationTimestamp", of: status, to: text.span)
      }
      try credential.forEachValue { (part, value) throws(FormatError) in
        if part != .password { return }
        do throws(JsonError) {
          try document.set("token", of: status, to: value)
        } catch {
          throw .noMemory
        }
      }
      return try document.text(endsWithNewline: options.endsWithNewline)
    } catch {
      throw .noMemory
    }
  }
}

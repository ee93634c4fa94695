// SPDX-License-Identifier: MIT

internal import Credentials
private import Json
private import Posix

/// `json`: one object with the keys `service`, `account`, `password`, `fields`, which is an object of
/// its own, and `expires`. What the login does not have is left out. Strings are UTF-8 (RFC 8259).
struct JsonFormat: Format {
  let name = FormatName.json
  let places = Places.any

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.invalidUTF8
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    if let refusal = credential.service?.name.bytes.span.invalidUTF8 {
      throw .serviceRefused(refusal, by: name)
    }
    do {
      var document = try JsonDocument(capacity: credential.sizeInJson)
      if let service = credential.service {
        try document.set("service", of: document.root, to: service.name.bytes.span)
      }
      var fields: JsonDocument.Node?
      try credential.forEachValue { (part, value) throws(FormatError) in
        do throws(JsonError) {
          var object = document.root
          if case .field = part {
            if fields == nil { fields = try document.setObject("fields", of: document.root) }
            object = fields ?? object
          }
          try document.set(part.name, of: object, to: value)
        } catch {
          throw .noMemory
        }
      }
      if let expires = credential.expires {
        let text = Array(expires.text.utf8)
        try document.set("expires", of: document.root, to: text.span)
      }
      return try document.text(endsWithNewline: options.endsWithNewline)
    } catch {
      // Every value has been examined, so nothing but memory can be wanting.
      throw .noMemory
    }
  }
}

extension Credential {
  /// About how many bytes of memory a JSON document takes for it: jansson takes less than 256 for a value
  /// beside the value's own.
  var sizeInJson: Int {
    var size = 512
    if let service { size += service.name.bytes.count + 256 }
    if let account { size += account.bytes.count + 256 }
    switch password {
    case .some(let password): size += password.count + 256
    case .none: break
    }
    for index in fields.indices { size += fields[index].value.count + 256 }
    return size
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
private import Json

/// `json`: one object with the keys `account`, `password` and `fields`, which is an object of its
/// own. What the login does not have is left out. Strings are UTF-8 (RFC 8259).
struct JsonFormat: Format {
  let name = FormatName.json
  let places = Places.any

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: value)
      return nil
    } catch {
      return .notUTF8(value[error.byteOffsets.lowerBound])
    }
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    var size = 0
    // jansson takes less than 256 bytes for a value beside the value's own.
    try credential.forEachValue { (_, value) throws(FormatError) in size += value.count + 256 }
    do {
      var document = try JsonDocument(capacity: size)
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
      return try document.text(endsWithNewline: options.endsWithNewline)
    } catch {
      // Every value has been examined, so nothing but memory can be wanting.
      throw .noMemory
    }
  }
}

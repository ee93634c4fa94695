// SPDX-License-Identifier: MIT

internal import Credentials
private import Posix

extension Credential {
  /// The parts that the login has: account, password, then the fields.
  var parts: [Part] {
    var parts: [Part] = []
    if account != nil { parts.append(.account) }
    if password != nil { parts.append(.password) }
    for index in fields.indices { parts.append(.field(fields[index].name)) }
    return parts
  }

  /// Lends the value of each part, in the order of `parts`.
  func forEachValue(
    _ body: (Part, Span<UInt8>) throws(FormatError) -> Void
  ) throws(FormatError) {
    if let account { try body(.account, account.bytes.span) }
    switch password {
    case .some(let password):
      try password.withBytes { (bytes) throws(FormatError) in try body(.password, bytes) }
    case .none: break
    }
    for index in fields.indices {
      try fields[index].value.withBytes { (bytes) throws(FormatError) in
        try body(.field(fields[index].name), bytes)
      }
    }
  }
}

extension Span<UInt8> {
  /// The first byte that `isWanted`, or nil.
  func first(where isWanted: (UInt8) -> Bool) -> UInt8? {
    for index in indices where isWanted(self[index]) { return self[index] }
    return nil
  }
}

extension Span<UInt8> {
  /// The first byte that is not UTF-8, or nil.
  var invalidUTF8: Refusal? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: self)
      return nil
    } catch {
      return .notUTF8(self[error.byteOffsets.lowerBound])
    }
  }
}

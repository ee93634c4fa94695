// SPDX-License-Identifier: MIT

package import Credentials
private import Posix

/// The text inside a file of the store, as password managers expect it.
///
/// Line 1 is the password. `KEY: VALUE` lines follow: `service`, `username`, the fields,
/// `secret-fields` (the names of those that are secret, with commas between), `expires`. What the
/// login does not have has no line. A value with an LF or a CR in it is base64 under `KEY-base64`.
/// Line 1 is empty where there is no password, and where a `password-base64` line has it: one with
/// an LF or a CR, or an empty one.
package enum Entry {
  /// More would be more lines than are read.
  static let mostFields = 4000

  enum Key {
    static let service = "service"
    static let username = "username"
    static let password = "password"
    static let secretFields = "secret-fields"
    static let expires = "expires"
    /// Ends the key of a value that is base64.
    static let base64 = "-base64"
  }

  /// The text of a login, whose fields all have names of their own. Fails where there is no secure
  /// memory.
  package static func text(of credential: borrowing Credential) throws(SecretError) -> Secret {
    var text = try Secret(capacity: size(of: credential))
    try append(password: credential.password, to: &text)
    if let service = credential.service {
      try append(Key.service, service.name.bytes.span, to: &text)
    }
    if let account = credential.account {
      try append(Key.username, account.bytes.span, to: &text)
    }
    var secretNames: [String] = []
    for index in credential.fields.indices {
      let name = credential.fields[index].name.text
      if credential.fields[index].isSecret { secretNames.append(name) }
      try credential.fields[index].value.withBytes { (value) throws(SecretError) in
        try append(name, value, to: &text)
      }
    }
    if !secretNames.isEmpty {
      try text.append("\(Key.secretFields): \(secretNames.joined(separator: ", "))\n")
    }
    if let expires = credential.expires {
      try text.append("\(Key.expires): \(expires.text)\n")
    }
    return text
  }

  private static func append(
    password: borrowing Secret?, to text: inout Secret
  ) throws(SecretError) {
    switch password {
    case .none:
      try text.append("\n")
    case .some(let password):
      try password.withBytes { (bytes) throws(SecretError) in
        if bytes.isEmpty || !isLine(bytes) {
          try text.append("\n")
          try append(base64: bytes, of: Key.password, to: &text)
        } else {
          try text.append(bytes)
          try text.append("\n")
        }
      }
    }
  }

  private static func append(
    _ key: String, _ value: Span<UInt8>, to text: inout Secret
  ) throws(SecretError) {
    if isLine(value) {
      try text.append("\(key): ")
      try text.append(value)
      try text.append("\n")
    } else {
      try append(base64: value, of: key, to: &text)
    }
  }

  private static func append(
    base64 value: Span<UInt8>, of key: String, to text: inout Secret
  ) throws(SecretError) {
    try text.append("\(key)\(Key.base64): ")
    try text.append(base64Of: value)
    try text.append("\n")
  }

  /// Whether nothing in the value would end a line, or be taken for a part of its end.
  private static func isLine(_ value: Span<UInt8>) -> Bool {
    for index in value.indices where value[index] == 0x0A || value[index] == 0x0D { return false }
    return true
  }

  /// Bytes enough for all that is secret, so that it comes to lie in one piece of memory.
  private static func size(of credential: borrowing Credential) -> Int {
    // Base64 adds a third; keys and what is public take the rest.
    var size = 256 + (credential.service?.name.bytes.count ?? 0)
    size += (credential.account?.bytes.count ?? 0) * 4 / 3
    switch credential.password {
    case .some(let password): size += password.count * 4 / 3
    case .none: break
    }
    for index in credential.fields.indices {
      let name = credential.fields[index].name.text.utf8.count
      size += credential.fields[index].value.count * 4 / 3 + 2 * name + 16
    }
    return size
  }
}

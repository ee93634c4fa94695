// SPDX-License-Identifier: MIT

private import Credentials
private import Primitives

/// The file's key, wrapped for an X25519 recipient.
struct X25519Stanza: Equatable {
  static let type = "X25519"

  /// The point that was made for this stanza alone, 32 bytes.
  let share: [UInt8]
  /// The wrapped key, 32 bytes.
  let body: [UInt8]

  init(_ text: StanzaText) throws(HeaderFault) {
    guard text.arguments.count == 2, text.body.count == FileKey.wrappedSize else { throw .x25519 }
    guard let share = Base64.decode(text.arguments[1]) else { throw .base64 }
    guard share.count == X25519.size else { throw .x25519 }
    self.share = share
    self.body = text.body
  }

  /// Wraps `key` for `recipient`.
  init(wrapping key: inout FileKey, for recipient: AgeRecipient) throws(AgeError) {
    let ephemeral = try AgeIdentity.generate()
    let body = try holding { () throws(SecretError) in
      try key.wrapped(for: recipient, from: ephemeral)
    }
    guard let body else { throw .malformedRecipient(recipient.text) }
    self.share = ephemeral.recipient.point
    self.body = body
  }

  /// Unwraps the file's key into `key`, or gives false where it was wrapped for somebody else.
  func unwrap(
    with identity: borrowing AgeIdentity, into key: inout FileKey
  ) throws(AgeError) -> Bool {
    let isUnwrapped = try holding { () throws(SecretError) in
      try key.unwrap(body, from: share, for: identity)
    }
    guard let isUnwrapped else { throw .damagedHeader(.lowOrder) }
    return isUnwrapped
  }

  var text: StanzaText {
    StanzaText(arguments: [[UInt8](Self.type.utf8), Base64.encode(share)], body: body)
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
private import Primitives

/// An X25519 identity: the secret that opens what was encrypted to its recipient.
package struct AgeIdentity: ~Copyable {
  /// A scalar of 32 bytes.
  private let scalar: Secret
  /// Its public side.
  package let recipient: AgeRecipient

  private init(scalar: consuming Secret, recipient: AgeRecipient? = nil) {
    self.recipient = recipient ?? Self.recipient(of: scalar)
    self.scalar = scalar
  }

  private static func recipient(of scalar: borrowing Secret) -> AgeRecipient {
    AgeRecipient(point: scalar.withBytes(X25519.publicKey))
  }

  /// A new one, at random.
  package static func generate() throws(AgeError) -> AgeIdentity {
    let scalar = try holding { () throws(SecretError) in try RandomBytes.secret(X25519.size) }
    return AgeIdentity(scalar: scalar)
  }

  /// Reads `AGE-SECRET-KEY-1…`, without anything around it. Throws where it is no identity, and by
  /// its name where it is one of a type that is not supported: a hybrid one, one of a plugin.
  ///
  /// `recipient` is its public side where that is known, which saves its computation: an identity
  /// under another one's opens nothing.
  package init(parsing text: Span<UInt8>, recipient: AgeRecipient? = nil) throws(AgeError) {
    var scalar = try holding { () throws(SecretError) in try Secret(capacity: text.count) }
    let prefix = try holding { () throws(SecretError) in
      try Bech32.decode(text) { (byte) throws(SecretError) in try scalar.append(byte) }
    }
    // With a right checksum it is certain what is prefix, and so public.
    guard let prefix else { throw .malformedIdentity(line: nil) }
    if prefix.hasPrefix("AGE-SECRET-KEY-PQ-") || prefix.hasPrefix("AGE-PLUGIN-") {
      throw .unsupportedIdentity(AgeError.shortened(prefix))
    }
    guard prefix == Self.prefix, scalar.count == X25519.size else {
      throw .malformedIdentity(line: nil)
    }
    self.init(scalar: scalar, recipient: recipient)
  }

  package init(
    parsing text: borrowing Secret, recipient: AgeRecipient? = nil
  ) throws(AgeError) {
    self = try text.withBytes { (bytes) throws(AgeError) in
      try AgeIdentity(parsing: bytes, recipient: recipient)
    }
  }

  /// `AGE-SECRET-KEY-1…`, 74 characters without a newline.
  package func encoded() throws(AgeError) -> Secret {
    try holding { () throws(SecretError) in
      let length = Bech32.length(prefix: Self.prefix, bytes: scalar.count)
      var text = try Secret(capacity: length)
      try scalar.withBytes { (bytes) throws(SecretError) in
        try Bech32.encode(prefix: Self.prefix, bytes) { (character) throws(SecretError) in
          try text.append(character)
        }
      }
      return text
    }
  }

  /// Whether `recipient` is its public side, where it was not computed from it.
  package var isOfItsRecipient: Bool { Self.recipient(of: scalar) == recipient }

  /// Appends the secret that it shares with the owner of `point` to `secret`, or gives false where
  /// the point has a low order.
  func appendShared(with point: [UInt8], to secret: inout Secret) throws(SecretError) -> Bool {
    try scalar.withBytes { (scalar) throws(SecretError) in
      try X25519.appendShared(scalar, point.span, to: &secret)
    }
  }

  private static let prefix = "AGE-SECRET-KEY-"
}

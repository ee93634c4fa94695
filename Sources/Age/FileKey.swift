// SPDX-License-Identifier: MIT

internal import Credentials
internal import Primitives

/// The key of one file, and on the way to it and from it the keys that wrap it and are derived from
/// it, one at a time.
struct FileKey: ~Copyable {
  static let size = 16
  private static let headerInfo = [UInt8]("header".utf8)
  private static let payloadInfo = [UInt8]("payload".utf8)

  /// 16 bytes; empty before it is known.
  private var secret: Secret
  private var derived: DerivedKey

  /// One that is not known yet.
  static func unknown() throws(SecretError) -> FileKey {
    // A shared secret has its place here before the key has.
    FileKey(secret: try Secret(capacity: X25519.size), derived: try DerivedKey())
  }

  /// A new one, at random.
  static func generate() throws(SecretError) -> FileKey {
    FileKey(secret: try RandomBytes.secret(size), derived: try DerivedKey())
  }

  /// The header's HMAC-SHA-256.
  mutating func headerCode(of header: Span<UInt8>) -> [UInt8] {
    derived.derive(from: secret, salt: [], info: Self.headerInfo)
    return derived.authenticationCode(of: header)
  }

  /// Lends the key of the content that `nonce` stands before.
  mutating func withPayloadKey<Value: ~Copyable, Failure: Error>(
    nonce: [UInt8], _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    derived.derive(from: secret, salt: nonce, info: Self.payloadInfo)
    return try derived.withBytes(body)
  }
}

extension FileKey {
  private static let x25519Info = [UInt8]("age-encryption.org/v1/X25519".utf8)
  // Every wrapping key is used once.
  private static let wrappingNonce = [UInt8](repeating: 0, count: ChaCha20Poly1305.nonceSize)
  /// The bytes of a wrapped key, and the only length that is ever tried to be unwrapped.
  static let wrappedSize = size + ChaCha20Poly1305.overhead

  /// The key wrapped for `recipient` by the owner of `ephemeral`, or nil where the recipient is a
  /// point of low order.
  mutating func wrapped(
    for recipient: AgeRecipient, from ephemeral: borrowing AgeIdentity
  ) throws(SecretError) -> [UInt8]? {
    var shared = try Secret(capacity: X25519.size)
    guard try ephemeral.appendShared(with: recipient.point, to: &shared) else { return nil }
    let salt = ephemeral.recipient.point + recipient.point
    derived.derive(from: shared, salt: salt, info: Self.x25519Info)
    return derived.withBytes { key in wrapped(under: key) }
  }

  /// Becomes the key that was wrapped for `identity` by the owner of `share`. False where it was not
  /// wrapped for it; nil where the share is a point of low order.
  mutating func unwrap(
    _ body: [UInt8], from share: [UInt8], for identity: borrowing AgeIdentity
  ) throws(SecretError) -> Bool? {
    secret.truncate(to: 0)
    guard try identity.appendShared(with: share, to: &secret) else { return nil }
    let salt = share + identity.recipient.point
    derived.derive(from: secret, salt: salt, info: Self.x25519Info)
    secret.truncate(to: 0)
    return derived.withBytes { key in Self.unwrap(body, under: key, to: &secret) }
  }

  /// The key wrapped under a key of 32 bytes.
  func wrapped(under key: Span<UInt8>) -> [UInt8] {
    [UInt8](capacity: Self.wrappedSize) { output in
      secret.withBytes { secret in
        ChaCha20Poly1305.seal(secret, key: key, nonce: Self.wrappingNonce, to: &output)
      }
    }
  }

  /// Becomes the key that was wrapped under a key of 32 bytes, or gives false where it was not.
  mutating func unwrap(_ body: [UInt8], under key: Span<UInt8>) -> Bool {
    Self.unwrap(body, under: key, to: &secret)
  }

  private static func unwrap(
    _ body: [UInt8], under key: Span<UInt8>, to secret: inout Secret
  ) -> Bool {
    var isGenuine = false
    secret.truncate(to: 0)
    secret.append { output in
      isGenuine = ChaCha20Poly1305.open(body.span, key: key, nonce: wrappingNonce, to: &output)
    }
    return isGenuine
  }
}

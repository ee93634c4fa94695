// SPDX-License-Identifier: MIT

package import Credentials
private import Primitives

/// Files of the age format, version 1 (https://c2sp.org/age), as bytes in memory.
///
/// A file is written binary, and read binary or armored. What is in it is given out when all of it has
/// been found genuine, and not before.
package enum AgeFile {
  /// The work factor that a passphrase is written with: 256 MiB of memory, and most of a second.
  package static let workFactor = 18

  /// Whether `bytes` start as an age file does.
  package static func isStart(of bytes: Span<UInt8>) -> Bool {
    Header.isStart(of: bytes) || Armor.isStart(of: bytes)
  }

  /// A file of `content` that each of `recipients` can open.
  package static func encrypt(
    _ content: borrowing Secret, to recipients: [AgeRecipient]
  ) throws(AgeError) -> [UInt8] {
    if recipients.isEmpty { throw .noRecipients }
    var key = try holding { () throws(SecretError) in try FileKey.generate() }
    var stanzas: [StanzaText] = []
    for recipient in recipients {
      stanzas.append(try X25519Stanza(wrapping: &key, for: recipient).text)
    }
    return try seal(content, stanzas: stanzas, key: &key)
  }

  /// A file of `content` that `passphrase` opens. The work factor is scrypt's cost as a binary
  /// logarithm, from 1 to 20.
  package static func encrypt(
    _ content: borrowing Secret, passphrase: borrowing Secret, workFactor: Int = workFactor
  ) throws(AgeError) -> [UInt8] {
    var key = try holding { () throws(SecretError) in try FileKey.generate() }
    let stanza = try ScryptStanza(wrapping: key, passphrase: passphrase, workFactor: workFactor)
    return try seal(content, stanzas: [stanza.text], key: &key)
  }

  /// The content of `file`, which one of `identities` opens.
  package static func decrypt(
    _ file: Span<UInt8>, with identities: borrowing UniqueList<AgeIdentity>
  ) throws(AgeError) -> Secret {
    try open(file) { (stanzas, key) throws(AgeError) in
      for index in identities.indices {
        if try unwrap(stanzas, with: identities[index], into: &key) { return }
      }
      throw .noMatch(types: stanzas.map(\.type))
    }
  }

  /// The content of `file`, which `identity` opens.
  package static func decrypt(
    _ file: Span<UInt8>, with identity: borrowing AgeIdentity
  ) throws(AgeError) -> Secret {
    try open(file) { (stanzas, key) throws(AgeError) in
      if try unwrap(stanzas, with: identity, into: &key) { return }
      throw .noMatch(types: stanzas.map(\.type))
    }
  }

  /// The content of `file`, which `passphrase` opens. Takes as long as the file's writer wanted, some
  /// seconds at most.
  package static func decrypt(
    _ file: Span<UInt8>, passphrase: borrowing Secret
  ) throws(AgeError) -> Secret {
    try open(file) { (stanzas, key) throws(AgeError) in
      guard case .scrypt(let stanza) = stanzas[0] else {
        throw .notForPassphrase(types: stanzas.map(\.type))
      }
      try stanza.unwrap(passphrase: passphrase, into: &key)
    }
  }

  private static func seal(
    _ content: borrowing Secret, stanzas: [StanzaText], key: inout FileKey
  ) throws(AgeError) -> [UInt8] {
    let header = try Header.bytes(stanzas: stanzas, key: &key)
    let nonce = RandomBytes.array(Payload.nonceSize)
    let size = header.count + nonce.count + Payload.sealedSize(of: content.count)
    return [UInt8](capacity: size) { output in
      for byte in header { output.append(byte) }
      for byte in nonce { output.append(byte) }
      key.withPayloadKey(nonce: nonce) { payloadKey in
        content.withBytes { Payload.seal($0, key: payloadKey, to: &output) }
      }
    }
  }

  private static func open(
    _ file: Span<UInt8>, unwrap: ([Stanza], inout FileKey) throws(AgeError) -> Void
  ) throws(AgeError) -> Secret {
    if Armor.isStart(of: file) {
      let bytes = try Armor.decode(file)
      return try openBinary(bytes.span, unwrap: unwrap)
    }
    return try openBinary(file, unwrap: unwrap)
  }

  private static func openBinary(
    _ file: Span<UInt8>, unwrap: ([Stanza], inout FileKey) throws(AgeError) -> Void
  ) throws(AgeError) -> Secret {
    let header = try Header(startOf: file)
    let start = header.length + Payload.nonceSize
    if file.count < start { throw .damagedHeader(.cutShort) }
    var key = try holding { () throws(SecretError) in try FileKey.unknown() }
    try unwrap(header.stanzas, &key)
    let code = key.headerCode(of: file.extracting(first: header.authenticatedLength))
    if code != header.code { throw .wrongHeaderCode }
    let nonce = (header.length..<start).map { file[$0] }
    return try key.withPayloadKey(nonce: nonce) { (payloadKey) throws(AgeError) in
      try Payload.open(file.extracting(droppingFirst: start), key: payloadKey)
    }
  }

  private static func unwrap(
    _ stanzas: [Stanza], with identity: borrowing AgeIdentity, into key: inout FileKey
  ) throws(AgeError) -> Bool {
    for case .x25519(let stanza) in stanzas {
      if try stanza.unwrap(with: identity, into: &key) { return true }
    }
    return false
  }
}

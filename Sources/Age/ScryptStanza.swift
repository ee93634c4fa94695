// SPDX-License-Identifier: MIT

internal import Credentials
private import Primitives

/// The file's key, wrapped under a passphrase. It is alone in its header.
struct ScryptStanza: Equatable {
  static let type = "scrypt"
  /// The most that is accepted: 2^20 takes 1 GiB of memory and some seconds, and who wrote the file
  /// chose it.
  static let highestWorkFactor = 20
  private static let saltSize = 16
  private static let saltPrefix = [UInt8]("age-encryption.org/v1/scrypt".utf8)

  /// 16 bytes that were made for this stanza alone.
  let salt: [UInt8]
  /// The binary logarithm of scrypt's cost, as it is written. May be too high to be worked.
  let workFactor: String
  /// The wrapped key, 32 bytes.
  let body: [UInt8]

  init(_ text: StanzaText) throws(HeaderFault) {
    let arguments = text.arguments
    guard arguments.count == 3, text.body.count == FileKey.wrappedSize else { throw .scrypt }
    guard let salt = Base64.decode(arguments[1]) else { throw .base64 }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard salt.count == Self.saltSize, arguments[2].allSatisfy(digits.contains),
      arguments[2].first != digits.lowerBound
    else { throw .scrypt }
    self.salt = salt
    self.workFactor = String(decoding: arguments[2], as: UTF8.self)
    self.body = text.body
  }

  /// Wraps `key` under `passphrase`. The work factor is from 1 to 20.
  init(
    wrapping key: borrowing FileKey, passphrase: borrowing Secret, workFactor: Int
  ) throws(AgeError) {
    precondition((1...Self.highestWorkFactor).contains(workFactor), "no such work factor")
    let salt = RandomBytes.array(Self.saltSize)
    let wrappingKey = try Self.wrappingKey(passphrase, salt: salt, workFactor: workFactor)
    self.salt = salt
    self.workFactor = String(workFactor)
    self.body = wrappingKey.withBytes { wrappingKey in key.wrapped(under: wrappingKey) }
  }

  /// Unwraps the file's key into `key`. Throws where the passphrase is another one, where the work
  /// factor is too high, and where the memory for it cannot be had.
  func unwrap(passphrase: borrowing Secret, into key: inout FileKey) throws(AgeError) {
    guard let factor = Int(workFactor), factor <= Self.highestWorkFactor else {
      throw .workFactorTooHigh(AgeError.shortened(workFactor))
    }
    let wrappingKey = try Self.wrappingKey(passphrase, salt: salt, workFactor: factor)
    let isUnwrapped = wrappingKey.withBytes { wrappingKey in key.unwrap(body, under: wrappingKey) }
    if !isUnwrapped { throw .wrongPassphrase }
  }

  var text: StanzaText {
    StanzaText(
      arguments: [[UInt8](Self.type.utf8), Base64.encode(salt), [UInt8](workFactor.utf8)],
      body: body)
  }

  /// The memory that a work factor takes.
  static func mebibytes(workFactor: Int) -> Int {
    max(1, Scrypt.memory(workFactor: workFactor) >> 20)
  }

  private static func wrappingKey(
    _ passphrase: borrowing Secret, salt: [UInt8], workFactor: Int
  ) throws(AgeError) -> Secret {
    var key = try holding { () throws(SecretError) in
      try Secret(capacity: ChaCha20Poly1305.keySize)
    }
    let hasMemory = try holding { () throws(SecretError) in
      try Scrypt.append(
        derivedFrom: passphrase, salt: saltPrefix + salt, workFactor: workFactor, to: &key)
    }
    if !hasMemory { throw .noMemoryForPassphrase(workFactor: workFactor) }
    return key
  }
}

// SPDX-License-Identifier: MIT

package import Posix

/// The public side of an X25519 identity: whom a file is encrypted to.
package struct AgeRecipient: Hashable, Sendable {
  /// A point on Curve25519, 32 bytes.
  let point: [UInt8]

  init(point: [UInt8]) {
    self.point = point
  }

  /// Reads `age1…`. Throws where it is no recipient, and by its name where it is one of a type that
  /// is not supported: a hybrid one, one of a plugin, an SSH key.
  package init(parsing text: ByteString) throws(AgeError) {
    // Somebody's secret must not get into a message.
    let capitals = text.bytes.map(Bech32.upperCase)
    for prefix in ["AGE-SECRET-KEY-", "AGE-PLUGIN-"] where capitals.starts(with: prefix.utf8) {
      throw .identityAsRecipient
    }
    if let type = Self.keyTypeOfSSH(text) { throw .unsupportedRecipient(type) }
    var point: [UInt8] = []
    let prefix = Bech32.decode(text.bytes.span) { point.append($0) }
    if let prefix, prefix.hasPrefix("age1") {
      throw .unsupportedRecipient(AgeError.shortened(prefix))
    }
    guard prefix == Self.prefix, point.count == 32 else {
      // What does not even start as a recipient may be a secret that was put in the wrong place.
      let isShown = text.hasPrefix("age1")
      throw .malformedRecipient(isShown ? AgeError.shortened(text.visible) : nil)
    }
    self.point = point
  }

  /// `age1…`, 62 characters.
  package var text: String {
    var text: [UInt8] = []
    Bech32.encode(prefix: Self.prefix, point.span) { text.append($0) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let prefix = "age"

  /// The word that a public key of OpenSSH starts with, nil for what is none.
  private static func keyTypeOfSSH(_ text: ByteString) -> String? {
    let word = ByteString([UInt8](text.bytes.prefix { $0 != UInt8(ascii: " ") }))
    let starts: [ByteString] = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"]
    guard word != text, starts.contains(where: word.hasPrefix) else { return nil }
    return AgeError.shortened(word.visible)
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
private import Posix

/// Why a file could not be read or written, or a key not be understood.
package enum AgeError: Error, Equatable, Sendable {
  /// It does not start as one, armored or not.
  case notAge
  /// Another version of the format, by its name.
  case unsupportedVersion(String)
  case damagedArmor(ArmorFault)
  case damagedHeader(HeaderFault)
  /// The header has, or would get, more bytes than `Header.limit`.
  case headerTooLong
  /// The header is well formed and was not written by one who knew the file's key.
  case wrongHeaderCode
  /// Somewhere in the content; nothing of it has been given out.
  case damagedPayload

  /// No identity opens it; what it was encrypted to, by the types' names.
  case noMatch(types: [String])
  /// A passphrase was given, and the file does not ask for one.
  case notForPassphrase(types: [String])
  case wrongPassphrase
  /// The binary logarithm of scrypt's cost as the file states it: digits, or the first of many.
  case workFactorTooHigh(String)
  case noMemoryForPassphrase(workFactor: Int)

  /// A type of recipient or identity that exists and is not offered here, by its name.
  case unsupportedRecipient(String)
  case unsupportedIdentity(String)
  /// The text where it is one that may be shown.
  case malformedRecipient(String?)
  /// Somebody's secret stands where a public recipient is expected.
  case identityAsRecipient
  /// The line of the file of identities, from 1, where it stood in one.
  case malformedIdentity(line: Int?)
  case noRecipients
  case noIdentities

  case memory(SecretError)
}

/// What is wrong in a header.
package enum HeaderFault: String, Error, Sendable {
  case cutShort = "the file ends in it"
  case version = "a version line that is not one"
  case line = "a line that is neither a stanza's nor the last"
  case argument = "an argument that is empty or has a character that is not allowed"
  case longLine = "a line of more than 64 columns"
  case base64 = "base64 that is not canonical"
  case authenticationCode = "a last line without an authentication code"
  case noStanza = "no recipient"
  case x25519 = "an X25519 stanza that is not one"
  case lowOrder = "an X25519 share of low order"
  case scrypt = "a scrypt stanza that is not one"
  case scryptNotAlone = "a scrypt stanza beside another one"
}

/// What is wrong in an armored file.
package enum ArmorFault: String, Sendable {
  case beginning = "a first line that is not an age file's"
  case cutShort = "no last line"
  case width = "a line that has not 64 columns"
  case base64 = "base64 that is not canonical"
  case trailing = "something after the last line"
}

extension AgeError {
  package var message: String {
    switch self {
    case .notAge: "not an age file"
    case .unsupportedVersion(let version): "unsupported version of the age format '\(version)'"
    case .damagedArmor(let fault): "damaged armor: \(fault.rawValue)"
    case .damagedHeader(let fault): "damaged header: \(fault.rawValue)"
    case .headerTooLong: "the header is longer than \(Header.limit) bytes"
    case .wrongHeaderCode: "the header has been changed: its authentication code is wrong"
    case .damagedPayload: "the content is damaged or cut short"
    case .noMatch(let types): "no identity matches; it is encrypted to \(Self.list(types))"
    case .notForPassphrase(let types):
      "it is not encrypted with a passphrase, but to \(Self.list(types))"
    case .wrongPassphrase: "wrong passphrase"
    case .workFactorTooHigh(let factor):
      "the passphrase's work factor is too high: \(factor), and at most"
        + " \(ScryptStanza.highestWorkFactor) is accepted"
    case .noMemoryForPassphrase(let factor):
      "cannot get the \(ScryptStanza.mebibytes(workFactor: factor)) MiB of memory that the"
        + " passphrase's work factor of \(factor) takes"
    case .unsupportedRecipient(let type): "unsupported recipient type '\(type)'"
    case .unsupportedIdentity(let type): "unsupported identity type '\(type)'"
    case .malformedRecipient(.none): "malformed recipient"
    case .malformedRecipient(let text?): "malformed recipient '\(text)'"
    case .identityAsRecipient: "an identity, which is secret, in the place of a recipient"
    case .malformedIdentity(.none): "malformed identity"
    case .malformedIdentity(let line?): "malformed identity in line \(line)"
    case .noRecipients: "no recipients"
    case .noIdentities: "no identity in it"
    case .memory(let error): error.message
    }
  }

  /// What may help, where that is known.
  package var hint: String? {
    switch self {
    case .noMatch(let types) where types.contains(ScryptStanza.type): "it asks for a passphrase"
    case .noMemoryForPassphrase: "a limit on memory (ulimit -v, a container's) may be in the way"
    case .unsupportedRecipient: "X25519 recipients are supported: age1…"
    case .unsupportedIdentity: "X25519 identities are supported: AGE-SECRET-KEY-1…"
    case .identityAsRecipient: "its public side starts with age1; age-keygen -y prints it"
    default: nil
    }
  }

  /// Types' names each once; as they come from the file, of a bounded length.
  private static func list(_ types: [String]) -> String {
    var names: [String] = []
    for type in types {
      let name = shortened(type)
      if !names.contains(name) { names.append(name) }
    }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
  }

  /// Text from outside for a message: made visible, and cut where it is long.
  static func shortened(_ text: String) -> String {
    let visible = Visible.text(text)
    return visible.count > 64 ? visible.prefix(63) + "…" : visible
  }
}

/// Runs what needs secret memory, with its error as this module's.
func holding<Value: ~Copyable>(
  _ body: () throws(SecretError) -> Value
) throws(AgeError) -> Value {
  do {
    return try body()
  } catch {
    throw .memory(error)
  }
}

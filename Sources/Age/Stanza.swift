// SPDX-License-Identifier: MIT

/// A stanza as the header's grammar has it.
struct StanzaText: Equatable {
  /// One at least, each of visible ASCII characters. The first is the stanza's type.
  var arguments: [[UInt8]]
  var body: [UInt8]
}

/// One recipient's part of a header.
enum Stanza: Equatable {
  case x25519(X25519Stanza)
  case scrypt(ScryptStanza)
  /// Of a type that is not read here, by its name.
  case other(String)

  /// What `text` says. Throws where it is of a type that is read here and does not follow that
  /// type's rules.
  init(_ text: StanzaText) throws(HeaderFault) {
    let type = String(decoding: text.arguments[0], as: UTF8.self)
    switch type {
    case X25519Stanza.type: self = .x25519(try X25519Stanza(text))
    case ScryptStanza.type: self = .scrypt(try ScryptStanza(text))
    default: self = .other(type)
    }
  }

  /// The first argument.
  var type: String {
    switch self {
    case .x25519: X25519Stanza.type
    case .scrypt: ScryptStanza.type
    case .other(let type): type
    }
  }
}

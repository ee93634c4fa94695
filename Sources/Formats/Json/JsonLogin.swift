// SPDX-License-Identifier: MIT

internal import Credentials
private import Json
private import Posix

/// A login of a JSON file, read.
struct JsonLogin: ~Copyable {
  let entry: LoginEntry
  private var credential: Credential
  /// The first member that is none of a login's.
  let unknownKey: String?

  consuming func takeCredential() -> Credential { credential }

  /// Gives each login of a text. Fails where it is no JSON, or something in it is no login.
  static func forEach(
    in text: Span<UInt8>, _ places: JsonPlaces,
    _ body: (consuming JsonLogin) throws(LoginFileError) -> Void
  ) throws(LoginFileError) {
    if isBlank(text) { return }
    var document = try document(text)
    let nodes = document.elements(of: document.root) ?? [document.root]
    guard nodes.count == places.elements.count else {
      throw .malformed(text, at: 0, "something in the array is no login")
    }
    for (node, range) in zip(nodes, places.elements) {
      try body(try JsonLogin(node, range, in: &document, text))
    }
  }

  static func entries(
    in text: Span<UInt8>, _ places: JsonPlaces
  ) throws(LoginFileError) -> [LoginEntry] {
    var entries: [LoginEntry] = []
    try forEach(in: text, places) { login in entries.append(login.entry) }
    return entries
  }

  private static func document(_ text: Span<UInt8>) throws(LoginFileError) -> JsonDocument {
    do {
      return try JsonDocument(parsing: text)
    } catch {
      switch error {
      case .notJSON(let line): throw .malformed(line: line, why: "it is no JSON")
      case .noMemory, .notUTF8: throw .format(.noMemory)
      }
    }
  }

  private static func isBlank(_ text: Span<UInt8>) -> Bool {
    text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == nil
  }

  private init(
    _ node: JsonDocument.Node, _ range: Range<Int>, in document: inout JsonDocument,
    _ text: Span<UInt8>
  ) throws(LoginFileError) {
    guard let members = document.members(of: node) else {
      throw .malformed(text, at: range.lowerBound, "it is no login")
    }
    var credential = Credential()
    var unknownKey: String?
    for (key, value) in members {
      let isUnderstood = try Self.read(key, value, in: &document, into: &credential)
      switch key {
      case "service", "account", "password", "fields", "expires":
        if !isUnderstood {
          throw .malformed(text, at: range.lowerBound, "the login's '\(key)' is none")
        }
      default: unknownKey = unknownKey ?? key
      }
    }
    self.entry = LoginEntry(
      service: credential.service ?? .unnamed, account: credential.account, range: range,
      saysMore: unknownKey != nil)
    self.credential = credential
    self.unknownKey = unknownKey
  }

  /// Whether the value is one for that key.
  private static func read(
    _ key: String, _ value: JsonDocument.Node, in document: inout JsonDocument,
    into credential: inout Credential
  ) throws(LoginFileError) -> Bool {
    switch key {
    case "service":
      credential.service = try publicText(value, in: document).flatMap { Service($0) }
      return credential.service != nil
    case "account":
      credential.account = try publicText(value, in: document)
      return credential.account != nil
    case "password":
      credential.password = try string(value, in: document)
      return credential.password != nil
    case "expires":
      credential.expires = try publicText(value, in: document).flatMap { Expiry($0) }
      return credential.expires != nil
    case "fields":
      guard let members = document.members(of: value) else { return false }
      for (key, value) in members {
        guard let name = FieldName(key), let text = try string(value, in: document) else {
          return false
        }
        // The file does not say which are secret.
        credential.fields.append(Credential.Field(name: name, value: text, isSecret: true))
      }
      return true
    default: return false
    }
  }

  private static func string(
    _ node: JsonDocument.Node, in document: borrowing JsonDocument
  ) throws(LoginFileError) -> Secret? {
    do {
      return try document.string(node)
    } catch {
      throw .format(.noMemory)
    }
  }

  private static func publicText(
    _ node: JsonDocument.Node, in document: borrowing JsonDocument
  ) throws(LoginFileError) -> ByteString? {
    try string(node, in: document)?.publicBytes
  }
}

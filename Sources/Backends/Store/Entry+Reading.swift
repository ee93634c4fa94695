// SPDX-License-Identifier: MIT

package import Credentials
internal import Posix

/// A file made by hand is read as far as it goes: lines may end in CR LF, the blank after a colon
/// and the newline at the end may be missing, the first of several lines with one key counts, lines
/// of other kinds are passed over, and where no line says the service all fields are secret.
extension Entry {
  /// The login in a text; without a service where no line says it.
  package static func credential(
    in text: borrowing Secret
  ) throws(EntryError) -> Credential {
    try text.withBytes { (bytes) throws(EntryError) in
      let lines = try EntryLines(bytes)
      var credential = Credential()
      credential.password = try password(lines, bytes)
      credential.service = try service(lines, bytes)
      credential.account = try lines.public(Key.username, bytes)
      credential.expires = try expiry(lines, bytes)

      let secretNames = try lines.public(Key.secretFields, bytes)
      let isHandmade = credential.service == nil
      for name in lines.fields {
        guard let value = try lines.value(of: name.text, bytes) else { continue }
        let isSecret = secretNames?.contains(word: name.text) ?? isHandmade
        credential.fields.append(Credential.Field(name: name, value: value, isSecret: isSecret))
      }
      return credential
    }
  }

  /// What a text says of whose it is.
  package enum Owner: Equatable, Sendable {
    /// The login of the name that it lies under.
    case expected
    /// Nobody: it was made by hand.
    case unknown
    case other(LoginKey)
  }

  /// Whose login an entry is that lies under the name of `key`.
  package static func owner(of credential: borrowing Credential, under key: LoginKey) -> Owner {
    guard let service = credential.service else {
      guard let account = credential.account, account != key.account else { return .unknown }
      return .other(LoginKey(key.service, account))
    }
    let own = LoginKey(service, credential.account)
    return own == key ? .expected : .other(own)
  }

  private static func password(
    _ lines: EntryLines, _ text: Span<UInt8>
  ) throws(EntryError) -> Secret? {
    if lines.first.isEmpty { return try lines.decoded(Key.password, text) }
    return try secret(text.extracting(lines.first))
  }

  private static func service(
    _ lines: EntryLines, _ text: Span<UInt8>
  ) throws(EntryError) -> Service? {
    guard let name = try lines.public(Key.service, text) else { return nil }
    // A person may spell it in another way.
    guard let (service, account) = try? Service.read(name), account == nil else {
      throw .notService
    }
    return service
  }

  private static func expiry(
    _ lines: EntryLines, _ text: Span<UInt8>
  ) throws(EntryError) -> Expiry? {
    guard let time = try lines.public(Key.expires, text) else { return nil }
    guard let expiry = Expiry(time) else { throw .notTime }
    return expiry
  }
}

/// Where in an entry's text what stands.
private struct EntryLines {
  /// The password's.
  let first: Range<Int>
  private struct Line {
    let key: String
    let value: Range<Int>
  }

  /// Those with a key, each once. There are few: to search them takes less than to make a dictionary.
  private var lines: [Line] = []
  private static let mostLines = 4096
  /// In the order of the text.
  private(set) var fields: [FieldName] = []

  init(_ text: Span<UInt8>) throws(EntryError) {
    var start = 0
    self.first = Self.line(of: text, &start)
    while start < text.count {
      let line = Self.line(of: text, &start)
      guard let (key, value) = Self.cut(text, line), range(of: key) == nil else { continue }
      if lines.count == Self.mostLines { throw .tooManyLines(limit: Self.mostLines) }
      lines.append(Line(key: key, value: value))
      let isBase64 = key.hasSuffix(Entry.Key.base64)
      let name = isBase64 ? String(key.dropLast(Entry.Key.base64.utf8.count)) : key
      if let field = FieldName(name), !fields.contains(field) { fields.append(field) }
    }
  }

  /// A value that is no secret.
  func `public`(_ key: String, _ text: Span<UInt8>) throws(EntryError) -> ByteString? {
    if let range = range(of: key) { return ByteString(copy(text.extracting(range))) }
    return try decoded(key, text)?.withBytes { ByteString(copy($0)) }
  }

  /// As it is, else from base64; nil where there is none.
  func value(of key: String, _ text: Span<UInt8>) throws(EntryError) -> Secret? {
    guard let range = range(of: key) else { return try decoded(key, text) }
    return try secret(text.extracting(range))
  }

  /// From base64.
  func decoded(_ key: String, _ text: Span<UInt8>) throws(EntryError) -> Secret? {
    let key = key + Entry.Key.base64
    guard let range = range(of: key) else { return nil }
    do {
      if let value = try Secret.decoding(base64: text.extracting(range)) { return value }
    } catch {
      throw .memory(error)
    }
    throw .notBase64(key: key)
  }

  private func range(of key: String) -> Range<Int>? {
    lines.first { $0.key == key }?.value
  }

  /// The line that begins at `start`, which then is where the next one does.
  private static func line(of text: Span<UInt8>, _ start: inout Int) -> Range<Int> {
    let begin = start
    var end = begin
    while end < text.count, text[end] != 0x0A { end += 1 }
    start = end + 1
    if end < text.count, end > begin, text[end - 1] == 0x0D { end -= 1 }
    return begin..<end
  }

  /// Nil where the line is another kind of text, of which nothing may leave secure memory.
  private static func cut(
    _ text: Span<UInt8>, _ line: Range<Int>
  ) -> (key: String, value: Range<Int>)? {
    var colon = line.lowerBound
    while colon < line.upperBound, isKey(text[colon]) { colon += 1 }
    guard colon < line.upperBound, text[colon] == UInt8(ascii: ":") else { return nil }
    let key = copy(text.extracting(line.lowerBound..<colon))
    let value = colon + 1
    let hasBlank = value < line.upperBound && text[value] == UInt8(ascii: " ")
    return (
      String(decoding: key, as: UTF8.self), (hasBlank ? value + 1 : value)..<line.upperBound
    )
  }

  private static func isKey(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// A copy of what is no secret.
private func copy(_ bytes: Span<UInt8>) -> [UInt8] {
  bytes.indices.map { bytes[$0] }
}

/// A copy of what may be one.
private func secret(_ bytes: Span<UInt8>) throws(EntryError) -> Secret {
  do {
    var copy = try Secret(capacity: bytes.count)
    try copy.append(bytes)
    return copy
  } catch {
    throw .memory(error)
  }
}

extension ByteString {
  /// Whether it is a list with `word` in it.
  fileprivate func contains(word: String) -> Bool {
    bytes.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
      .contains { $0.elementsEqual(word.utf8) }
  }
}

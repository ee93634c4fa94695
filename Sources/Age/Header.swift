// SPDX-License-Identifier: MIT

/// The head of an age file: the file's key, wrapped for each recipient, and a code over all of it.
struct Header {
  /// The most bytes that are read or written: some 650 X25519 recipients. What claims to have more is
  /// refused before it is understood.
  static let limit = 65_536
  static let start = "age-encryption.org/"
  private static let version = start + "v1"
  private static let lineFeed = UInt8(ascii: "\n")
  private static let columns = 64

  /// One at least, and a scrypt stanza alone.
  let stanzas: [Stanza]
  /// How many bytes from the start of the file the code covers.
  let authenticatedLength: Int
  /// HMAC-SHA-256, 32 bytes.
  let code: [UInt8]
  /// How many bytes the header has.
  let length: Int

  /// Reads the header that `file` starts with. Whether the code is right is not known yet.
  init(startOf file: Span<UInt8>) throws(AgeError) {
    guard Self.isStart(of: file) else { throw .notAge }
    var lines = Lines()
    try Self.checkVersion(try lines.next(in: file))

    var stanzas: [Stanza] = []
    var line = try lines.next(in: file)
    while line.starts(with: "-> ".utf8) {
      let arguments = try Self.arguments(line.dropFirst(3))
      let text = StanzaText(arguments: arguments, body: try Self.body(&lines, in: file))
      do {
        stanzas.append(try Stanza(text))
      } catch {
        throw .damagedHeader(error)
      }
      line = try lines.next(in: file)
    }
    guard line.starts(with: "---".utf8) else { throw .damagedHeader(.line) }
    guard line.starts(with: "--- ".utf8), let code = Base64.decode(line.dropFirst(4)),
      code.count == 32
    else { throw .damagedHeader(.authenticationCode) }
    if stanzas.isEmpty { throw .damagedHeader(.noStanza) }
    let hasScrypt = stanzas.contains { $0.type == ScryptStanza.type }
    if hasScrypt && stanzas.count > 1 { throw .damagedHeader(.scryptNotAlone) }

    self.stanzas = stanzas
    self.code = code
    self.length = lines.offset
    self.authenticatedLength = lines.offset - line.count - 1 + 3
  }

  /// Whether `file` starts as an age file of any version does.
  static func isStart(of file: Span<UInt8>) -> Bool {
    let expected = [UInt8](start.utf8)
    return file.count >= expected.count && expected.indices.allSatisfy { file[$0] == expected[$0] }
  }

  /// The bytes of a header of `stanzas`, with the code that `key` gives.
  static func bytes(stanzas: [StanzaText], key: inout FileKey) throws(AgeError) -> [UInt8] {
    var header = [UInt8](version.utf8) + [lineFeed]
    for stanza in stanzas {
      header += "->".utf8
      for argument in stanza.arguments { header += [UInt8(ascii: " ")] + argument }
      let body = Base64.encode(stanza.body)
      precondition(body.count < columns, "no stanza that is written has more than one line")
      header += [lineFeed] + body + [lineFeed]
    }
    header += "---".utf8
    header += [UInt8(ascii: " ")] + Base64.encode(key.headerCode(of: header.span)) + [lineFeed]
    if header.count > limit { throw .headerTooLong }
    return header
  }

  private static func checkVersion(_ line: [UInt8]) throws(AgeError) {
    if line.elementsEqual(version.utf8) { return }
    let name = line.dropFirst(start.utf8.count)
    guard !name.isEmpty, name.allSatisfy(isVisible) else { throw .damagedHeader(.version) }
    throw .unsupportedVersion(AgeError.shortened(String(decoding: name, as: UTF8.self)))
  }

  private static func arguments(_ text: ArraySlice<UInt8>) throws(AgeError) -> [[UInt8]] {
    let arguments = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard arguments.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isVisible) }) else {
      throw .damagedHeader(.argument)
    }
    return arguments.map { [UInt8]($0) }
  }

  private static func body(_ lines: inout Lines, in file: Span<UInt8>) throws(AgeError) -> [UInt8] {
    var text: [UInt8] = []
    while true {
      let line = try lines.next(in: file)
      if line.count > columns { throw .damagedHeader(.longLine) }
      text += line
      // A line that is not full ends the body, also where it is empty.
      if line.count < columns { break }
    }
    guard let body = Base64.decode(text) else { throw .damagedHeader(.base64) }
    return body
  }

  /// VCHAR of RFC 5234.
  private static func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

  /// Takes a header apart into lines.
  private struct Lines {
    /// Where the next line starts.
    private(set) var offset = 0

    /// The next line, without its LF.
    mutating func next(in file: Span<UInt8>) throws(AgeError) -> [UInt8] {
      var line: [UInt8] = []
      for index in offset..<file.count {
        if index >= Header.limit { throw .headerTooLong }
        if file[index] == Header.lineFeed {
          offset = index + 1
          return line
        }
        line.append(file[index])
      }
      throw .damagedHeader(.cutShort)
    }
  }
}

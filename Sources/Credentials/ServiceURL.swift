// SPDX-License-Identifier: MIT

internal import Posix

/// The URL of a service, cut by the rules of RFC 3986 and in its one spelling.
struct ServiceURL {
  /// In lower case; ASCII.
  let scheme: ByteString
  /// What stands before `@`, decoded.
  let account: ByteString?
  /// In lower case, with the brackets of an IPv6 address; percent-encoding as it came.
  let host: ByteString
  /// The digits as they came; nil where they are none, or name the scheme's default.
  let port: ByteString?
  /// What follows, as it came, but for a lone `/`.
  let path: ByteString

  /// Nil where `text` is a word and no URL.
  init?(_ text: ByteString) throws(ServiceError) {
    let bytes = text.bytes
    guard let schemeEnd = text.schemeEnd else { return nil }
    let start = schemeEnd + 3
    let end = bytes[start...].firstIndex(where: endsAuthority) ?? bytes.endIndex
    // The last one: whatever stands before it, what follows is the host.
    let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
    let account = at.map { bytes[start..<$0] }

    // Before anything that would show a part of the text.
    if account?.contains(UInt8(ascii: ":")) == true { throw .password }
    if text.hasControlCharacter { throw .controlCharacter(text.harmless) }
    let scheme = bytes[..<schemeEnd]
    guard Self.isScheme(scheme) else { throw .badScheme(text.harmless) }

    self.scheme = ByteString(scheme.map(Credentials.lowerCase))
    self.account = try account.map(Self.decode(account:))
    let (host, port) = try Self.cut(bytes[(at.map { $0 + 1 } ?? start)..<end], of: text)
    self.host = Self.lowerCase(host: host)
    self.port = try Self.port(port, of: self.scheme)
    let path = bytes[end...]
    self.path = path.elementsEqual("/".utf8) ? "" : ByteString(Array(path))
  }

  var hostAndPort: ByteString {
    guard let port else { return host }
    return ByteString(host.bytes + [UInt8(ascii: ":")] + port.bytes)
  }

  /// Without the account.
  var name: ByteString {
    var name = scheme
    name.bytes += "://".utf8
    name.bytes += hostAndPort.bytes
    name.bytes += path.bytes
    return name
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    let isWord = bytes.allSatisfy { isLetter($0) || isDigit($0) || isSchemeMark($0) }
    return isWord && bytes.first.map(isLetter) == true
  }

  private static func decode(
    account bytes: ArraySlice<UInt8>
  ) throws(ServiceError) -> ByteString {
    // No account has a NUL: nothing that takes one could be given it.
    guard let decoded = PercentEncoding.decode(bytes), !decoded.contains(0) else {
      throw .badEscape
    }
    if decoded.isEmpty { throw .emptyAccount }
    return ByteString(decoded)
  }

  private static func cut(
    _ authority: ArraySlice<UInt8>, of text: ByteString
  ) throws(ServiceError) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>) {
    var end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    var name = authority[..<end]
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else {
        throw .badHost(text.harmless)
      }
      end = bracket + 1
      name = authority[(authority.startIndex + 1)..<bracket]
      guard end == authority.endIndex || authority[end] == UInt8(ascii: ":"), !name.isEmpty else {
        throw .badHost(text.harmless)
      }
    }
    if name.isEmpty { throw .noHost(text.harmless) }
    // What no host has, and what some readers take for the end of one.
    if name.contains(where: isForeignToHosts) { throw .badHost(text.harmless) }
    return (authority[..<end], authority[end...].dropFirst())
  }

  private static func lowerCase(host: ArraySlice<UInt8>) -> ByteString {
    let isAddress = host.first == UInt8(ascii: "[")
    var untouched = 0
    return ByteString(
      host.map { byte in
        if untouched > 0 {
          untouched -= 1
          return byte
        }
        if byte == UInt8(ascii: "%") {
          // In an address it starts the name of a network interface, elsewhere an escape.
          untouched = isAddress ? Int.max : 2
        }
        return Credentials.lowerCase(byte)
      })
  }

  private static func port(
    _ digits: ArraySlice<UInt8>, of scheme: ByteString
  ) throws(ServiceError) -> ByteString? {
    if digits.isEmpty { return nil }
    guard let number = Int(digits: digits), number <= 65_535 else { throw .badPort }
    return scheme.text.flatMap(DefaultPort.of) == number ? nil : ByteString(Array(digits))
  }
}

extension ByteString {
  /// Where a URL's `://` stands.
  fileprivate var schemeEnd: Int? {
    var rest = bytes[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[(colon + 1)...]
      if rest.starts(with: "//".utf8) { return colon }
    }
    return nil
  }

  /// Whether it has one of Unicode's control characters: C0, DEL or C1.
  var hasControlCharacter: Bool {
    bytes.indices.contains { index in
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x7F { return true }
      return byte == 0xC2 && index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1])
    }
  }

  /// The text for a message; nil where something in it could be a password.
  var harmless: ByteString? {
    let rest = bytes[(schemeEnd.map { $0 + 3 } ?? 0)...]
    return rest.contains { ":@".utf8.contains($0) } ? nil : self
  }
}

private func lowerCase(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
}

private func endsAuthority(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
}

private func isForeignToHosts(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
    UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "^"),
    UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
    true
  default: false
  }
}

private func isSchemeMark(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowerCase(byte))
}

private func isDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

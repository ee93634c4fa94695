// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// A URL as git cuts it into the parts of a credential, quirks included: `credential_from_url` of its
/// credential.c, and `url_decode_mem` of its url.c.
struct GitURL {
  let scheme: ByteString
  /// Decoded, with its port.
  let host: ByteString
  /// Decoded, without slashes around it; nil where there is none.
  let path: ByteString?
  /// Where user name and password stand, encoded; nil where there are none.
  let username: Range<Int>?
  let password: Range<Int>?

  /// Nil where git makes nothing of that part of a text.
  init?(_ text: Span<UInt8>, in range: Range<Int>) {
    guard let schemeEnd = text.firstIndex(ofSchemeEndIn: range), schemeEnd > range.lowerBound else {
      return nil
    }
    let start = schemeEnd + 3
    let end = range.upperBound
    let slash = text.firstIndex(in: start..<end) { "/?#".utf8.contains($0) } ?? end
    let at = text.firstIndex(in: start..<slash) { $0 == UInt8(ascii: "@") }
    let colon = at.flatMap { at in
      text.firstIndex(in: start..<at) { $0 == UInt8(ascii: ":") }
    }
    let host = (at.map { $0 + 1 } ?? start)..<slash
    var path = slash..<end
    while !path.isEmpty, text[path.lowerBound] == UInt8(ascii: "/") {
      path = (path.lowerBound + 1)..<end
    }

    self.username = at.map { start..<(colon ?? $0) }
    self.password = at.flatMap { at in colon.map { ($0 + 1)..<at } }
    self.scheme = ByteString(text.bytes(in: range.lowerBound..<schemeEnd))
    self.host = ByteString(Self.decoded(host, in: text))
    self.path = path.isEmpty ? nil : ByteString(Self.trimmed(Self.decoded(path, in: text)))
    for part in [username, password, host, path].compactMap(\.self) {
      var hasLineFeed = false
      Self.decode(part, in: text) { if $0 == UInt8(ascii: "\n") { hasLineFeed = true } }
      if hasLineFeed { return nil }
    }
  }

  /// A URL without a login; nil for a word, and for what git makes nothing of.
  init?(_ service: Service) {
    let bytes = service.name.bytes
    self.init(bytes.span, in: bytes.indices)
  }

  /// The service that it is for, with another spelling of the host where services have one; nil where
  /// no service can be.
  var service: Service? {
    var name = scheme.bytes + Array("://".utf8)
    for byte in host.bytes {
      name += ":[]".utf8.contains(byte) ? [byte] : Self.encoded(byte)
    }
    if let path {
      name.append(UInt8(ascii: "/"))
      for (index, byte) in path.bytes.enumerated() {
        // At an end it would be trimmed.
        let isKept = byte == UInt8(ascii: "/") && index > 0 && index + 1 < path.bytes.count
        name += isKept ? [byte] : Self.encoded(byte)
      }
    }
    guard let read = try? Service.read(ByteString(name)), read.account == nil else { return nil }
    return read.service
  }

  /// Whether git takes both for the same place.
  func isSame(as other: GitURL) -> Bool {
    scheme == other.scheme && host == other.host && path == other.path
  }

  /// Gives the bytes that an encoded part stands for.
  static func decode<Failure: Error>(
    _ part: Range<Int>, in text: Span<UInt8>, _ body: (UInt8) throws(Failure) -> Void
  ) throws(Failure) {
    // What stands before a colon git takes for a scheme, and leaves as it is.
    let colon = text.firstIndex(in: part) { $0 == UInt8(ascii: ":") }
    let verbatim = part.lowerBound..<(colon ?? part.lowerBound)
    var index = part.lowerBound
    while index < part.upperBound {
      var byte = text[index]
      if byte == UInt8(ascii: "%"), !verbatim.contains(index), index + 2 < part.upperBound,
        let high = digit(text[index + 1]), let low = digit(text[index + 2]), high + low > 0
      {
        byte = high << 4 | low
        index += 2
      }
      try body(byte)
      index += 1
    }
  }

  /// The byte itself where it is one of RFC 3986's unreserved ones, else `%` and its digits.
  static func encoded(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      return [byte]
    default:
      let digits = Array("0123456789abcdef".utf8)
      return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  private static func decoded(_ part: Range<Int>, in text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    decode(part, in: text) { bytes.append($0) }
    return bytes
  }

  private static func trimmed(_ path: [UInt8]) -> [UInt8] {
    var path = path
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return path
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  func firstIndex(in range: Range<Int>, where isWanted: (UInt8) -> Bool) -> Int? {
    for index in range where isWanted(self[index]) { return index }
    return nil
  }

  /// Where `://` stands.
  fileprivate func firstIndex(ofSchemeEndIn range: Range<Int>) -> Int? {
    for index in range where index + 2 < range.upperBound {
      if self[index] == UInt8(ascii: ":"), self[index + 1] == UInt8(ascii: "/"),
        self[index + 2] == UInt8(ascii: "/")
      {
        return index
      }
    }
    return nil
  }

  /// A copy of bytes that are no secret.
  fileprivate func bytes(in range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in range { bytes.append(self[index]) }
    return bytes
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials

/// A word of a netrc file, with the quotes around it.
struct NetrcWord {
  let range: Range<Int>
  let isQuoted: Bool
  /// Whether curl and Python read other bytes from it. What is read here is what curl reads.
  let isDoubtful: Bool

  /// Gives each byte that the word stands for.
  func forEachByte<Failure: Error>(
    in text: Span<UInt8>, _ body: (UInt8) throws(Failure) -> Void
  ) throws(Failure) {
    let quote = isQuoted ? 1 : 0
    var index = range.lowerBound + quote
    let end = range.upperBound - quote
    while index < end {
      var byte = text[index]
      if isQuoted, byte == UInt8(ascii: "\\") {
        index += 1
        byte = Self.escaped(by: text[index])
      }
      try body(byte)
      index += 1
    }
  }

  /// What a letter stands for after a backslash in quotes, to curl.
  private static func escaped(by letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "r"): UInt8(ascii: "\r")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    default: letter
    }
  }

  /// The bytes of a word that is no secret.
  func publicBytes(in text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachByte(in: text) { bytes.append($0) }
    return bytes
  }

  func secret(in text: Span<UInt8>) throws(FormatError) -> Secret {
    do throws(SecretError) {
      var secret = try Secret(capacity: range.count)
      try forEachByte(in: text) { (byte) throws(SecretError) in try secret.append(byte) }
      return secret
    } catch {
      throw .noMemory
    }
  }

  func spelling(in text: Span<UInt8>) -> NetrcKeyword.Spelling {
    var spelling = NetrcKeyword.Spelling()
    forEachByte(in: text) { spelling.append($0) }
    return spelling
  }

  /// Whether it stands for nothing.
  var isEmpty: Bool { isQuoted && range.count == 2 }

  /// Whether Python takes it for the start of a comment in spite of its quotes, or of a backslash.
  func isQuotedComment(in text: Span<UInt8>) -> Bool {
    var place = range.lowerBound + (isQuoted ? 1 : 0)
    if text[place] == UInt8(ascii: "\\") { place += 1 }
    return place > range.lowerBound && text.byte(place) == UInt8(ascii: "#")
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// A piece of a text that gives way to something else.
struct TextEdit<Content> {
  let range: Range<Int>
  let content: Content

  init(_ range: Range<Int>, _ content: Content) {
    self.range = range
    self.content = content
  }
}

/// The text after edits that stand in the order of their pieces, which do not overlap. `put` writes what
/// comes in the place of a piece.
func revised<Content>(
  _ text: Span<UInt8>, _ edits: [TextEdit<Content>],
  _ put: (Content, inout Output) throws(FormatError) -> Void
) throws(LoginFileError) -> Secret {
  try LoginFileError.of { () throws(FormatError) in
    try Output.text { (output) throws(FormatError) in
      var place = 0
      for edit in edits {
        try output.put(text.extracting(place..<edit.range.lowerBound))
        try put(edit.content, &output)
        place = edit.range.upperBound
      }
      try output.put(text.extracting(place..<text.count))
    }
  }
}

extension Span<UInt8> {
  /// What ends the lines of a text: what ends its first one.
  var lineEnd: String {
    guard let offset = firstOffset(of: UInt8(ascii: "\n")) else { return "\n" }
    return offset > 0 && self[offset - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  func firstOffset(of byte: UInt8) -> Int? {
    for index in indices where self[index] == byte { return index }
    return nil
  }

  func isEqual(to other: Span<UInt8>) -> Bool {
    if count != other.count { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// The offset of the first byte that is not UTF-8, or nil.
  var firstOffsetNotUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: self)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}

extension Secret {
  /// A copy of what turned out to be no secret, such as an account.
  var publicBytes: ByteString { publicBytes(upTo: nil) }

  /// A copy of the bytes before the first one of that value, or of all.
  func publicBytes(upTo end: UInt8?) -> ByteString {
    withBytes { bytes in
      var copy: [UInt8] = []
      for index in bytes.indices {
        if bytes[index] == end { break }
        copy.append(bytes[index])
      }
      return ByteString(copy)
    }
  }

  /// Room for the value of a piece of a text, which is not longer than it.
  static func room(for count: Int) throws(LoginFileError) -> Secret {
    do throws(SecretError) {
      return try Secret(capacity: count)
    } catch {
      throw .format(.noMemory)
    }
  }

  /// Appends a byte that there is room for.
  mutating func add(_ byte: UInt8) throws(LoginFileError) {
    do throws(SecretError) {
      try append(byte)
    } catch {
      throw .format(.noMemory)
    }
  }

  mutating func add(_ bytes: Span<UInt8>) throws(LoginFileError) {
    do throws(SecretError) {
      try append(bytes)
    } catch {
      throw .format(.noMemory)
    }
  }
}

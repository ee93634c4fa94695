// SPDX-License-Identifier: MIT

internal import Credentials

/// `dotenv`: the file that python-dotenv reads, and docker compose where both read the same.
///
/// A value stands in single quotes, where `\\` would be one backslash to python-dotenv and two to compose,
/// or else in double quotes, where compose replaces `$NAME`. python-dotenv replaces `${NAME}` in both, and
/// takes a quote after any backslash for one inside. What neither form is read right in is refused.
struct DotenvFormat: AssignmentFile {
  let name = FormatName.dotenv
  let places = Places.any

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    if value.contains(0) { return .byte(0) }
    if let offset = value.firstOffsetNotUTF8 { return .notUTF8(value[offset]) }
    if value.containsReference { return .byte(UInt8(ascii: "$")) }
    if value.count > 0, value[value.count - 1] == UInt8(ascii: "\\") {
      return .last(UInt8(ascii: "\\"))
    }
    if value.contains(UInt8(ascii: "$")), !fitsSingleQuotes(value) {
      return .byte(UInt8(ascii: "$"))
    }
    return nil
  }

  func advice(on refusal: Refusal, of part: Part) -> String? {
    refusal == .byte(UInt8(ascii: "$"))
      ? "its readers take '${' for a variable anywhere, and '$' beside a quote (')"
        + ", two backslashes or a carriage return"
      : nil
  }

  func put(_ value: Span<UInt8>, to output: inout Output) throws(FormatError) {
    let isPlain = fitsSingleQuotes(value)
    let quote = isPlain ? UInt8(ascii: "'") : UInt8(ascii: "\"")
    try output.put(quote)
    for index in value.indices {
      let byte = value[index]
      switch byte {
      case UInt8(ascii: "\\") where !isPlain, UInt8(ascii: "\"") where !isPlain:
        try output.put(UInt8(ascii: "\\"))
        try output.put(byte)
      // A CR as it is would be read as LF.
      case UInt8(ascii: "\r"): try output.put("\\r")
      default: try output.put(byte)
      }
    }
    try output.put(quote)
  }

  private func fitsSingleQuotes(_ value: Span<UInt8>) -> Bool {
    for index in value.indices {
      switch value[index] {
      case UInt8(ascii: "'"), UInt8(ascii: "\r"): return false
      case UInt8(ascii: "\\") where value.byte(index + 1) == UInt8(ascii: "\\"): return false
      default: break
      }
    }
    return true
  }

  func forEachAssignment(
    in text: Span<UInt8>, _ body: (Assignment) throws(LoginFileError) -> Void
  ) throws(LoginFileError) -> TextEnd {
    if let offset = text.firstOffsetNotUTF8 {
      throw .malformed(text, at: offset, "what is not UTF-8")
    }
    var reader = DotenvReader(text)
    while let assignment = try reader.next(in: text) { try body(assignment) }
    return text.endsInLine && text[text.count - 1] != UInt8(ascii: "\r") ? .line : .whole
  }

  func value(
    of assignment: Assignment, in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret {
    let range = assignment.value ?? 0..<0
    let value = try DotenvReader.value(in: text.extracting(range))
    if value.withBytes({ $0.containsReference }) {
      throw .malformed(text, at: range.lowerBound, "'${' in a value is replaced by its readers")
    }
    return value
  }
}

extension Span<UInt8> {
  /// Whether `${` stands somewhere.
  fileprivate var containsReference: Bool {
    for index in indices where self[index] == UInt8(ascii: "$") {
      if byte(index + 1) == UInt8(ascii: "{") { return true }
    }
    return false
  }

  func contains(_ byte: UInt8) -> Bool { firstOffset(of: byte) != nil }
}

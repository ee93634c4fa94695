// SPDX-License-Identifier: MIT

internal import Credentials

/// `systemd-env`: the file of `EnvironmentFile=` in a unit, systemd.exec(5). Values stand in double quotes.
struct SystemdEnvFormat: AssignmentFile {
  let name = FormatName.systemdEnv
  let places = Places.any

  /// Those that a backslash takes their meaning from inside double quotes.
  static let special = Array("\"\\`$".utf8)

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    if let refused = value.first(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
      return .byte(refused)
    }
    if let offset = value.firstOffsetNotUTF8 { return .notUTF8(value[offset]) }
    return value.firstOffsetOfNoncharacter.map { .byte(value[$0]) }
  }

  func advice(on refusal: Refusal, of part: Part) -> String? {
    if case .byte(let byte) = refusal, byte >= 0x80 {
      return "systemd reads no file with a noncharacter of Unicode in it, such as U+FFFF"
    }
    return nil
  }

  func put(_ value: Span<UInt8>, to output: inout Output) throws(FormatError) {
    try output.put("\"")
    for index in value.indices {
      if Self.special.contains(value[index]) { try output.put("\\") }
      try output.put(value[index])
    }
    try output.put("\"")
  }

  func forEachAssignment(
    in text: Span<UInt8>, _ body: (Assignment) throws(LoginFileError) -> Void
  ) throws(LoginFileError) -> TextEnd {
    var reader = SystemdEnvReader()
    while true {
      switch try reader.next(in: text) {
      case .assignment(let assignment):
        for range in [assignment.name, assignment.value ?? 0..<0] {
          let piece = text.extracting(range)
          if let offset = piece.firstOffsetNotUTF8 ?? piece.firstOffsetOfNoncharacter {
            throw .malformed(text, at: range.lowerBound + offset, "what is not UTF-8")
          }
        }
        try body(assignment)
      case .end(let end): return end
      }
    }
  }

  func value(
    of assignment: Assignment, in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret {
    try SystemdEnvReader.value(in: text.extracting(assignment.value ?? 0..<0))
  }
}

extension Span<UInt8> {
  /// The offset of a code point that Unicode keeps from being a character: U+FDD0 to U+FDEF and the last
  /// two of each plane. The bytes are to be UTF-8.
  fileprivate var firstOffsetOfNoncharacter: Int? {
    for index in indices {
      let (second, third, fourth) = (byte(index + 1), byte(index + 2), byte(index + 3))
      switch self[index] {
      case 0xEF where second == 0xB7 && (0x90...0xAF).contains(third): return index
      case 0xEF where second == 0xBF && third >= 0xBE: return index
      case 0xF0...0xF4 where second & 0x0F == 0x0F && third == 0xBF && fourth >= 0xBE: return index
      default: break
      }
    }
    return nil
  }
}

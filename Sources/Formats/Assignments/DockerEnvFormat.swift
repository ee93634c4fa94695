// SPDX-License-Identifier: MIT

internal import Credentials

/// `docker-env`: the file that `docker run --env-file` reads.
///
/// A line is a name, `=` and the value, which goes on to the end of the line: nothing is quoted and nothing
/// trimmed, but for a CR before the LF. White space before the name is skipped, as is the mark of UTF-8 at
/// the start of the file; a line that then begins with `#` is a comment. A name alone takes its value
/// from the environment of docker itself. So it is in docker's opts/env.go and pkg/kvfile.
struct DockerEnvFormat: AssignmentFile {
  let name = FormatName.dockerEnv
  let places = Places.any

  /// In bytes, without the LF: docker reads lines into a buffer of 64 KiB.
  private static let longestLine = 65_535

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    if let refused = value.first(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
      return .byte(refused)
    }
    return value.firstOffsetNotUTF8.map { .notUTF8(value[$0]) }
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try credential.forEachValue { (part, value) throws(FormatError) in
      for variable in variables(of: part, options) {
        if variable.name.utf8.count + 1 + value.count > Self.longestLine {
          throw .tooLong(limit: Self.longestLine, for: name)
        }
      }
    }
    return try lines(of: credential, options)
  }

  func put(_ value: Span<UInt8>, to output: inout Output) throws(FormatError) {
    try output.put(value)
  }

  func forEachAssignment(
    in text: Span<UInt8>, _ body: (Assignment) throws(LoginFileError) -> Void
  ) throws(LoginFileError) -> TextEnd {
    if let offset = text.firstOffsetNotUTF8 {
      throw .malformed(text, at: offset, "what is not UTF-8")
    }
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      let next = min(end + 1, text.count)
      if end - start > Self.longestLine {
        throw .malformed(text, at: start, "longer than \(Self.longestLine) bytes")
      }
      if end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      if let assignment = try assignment(in: text, start..<end, lines: start..<next) {
        try body(assignment)
      }
      start = next
    }
    return text.endsInLine ? .line : .whole
  }

  private func assignment(
    in text: Span<UInt8>, _ line: Range<Int>, lines: Range<Int>
  ) throws(LoginFileError) -> Assignment? {
    var start = line.lowerBound
    if start == 0, text.hasByteOrderMark { start = 3 }
    while start < line.upperBound {
      let length = text.blankLength(at: start, .go)
      if length == 0 { break }
      start += length
    }
    if start >= line.upperBound || text[start] == UInt8(ascii: "#") { return nil }
    var end = start
    while end < line.upperBound, text[end] != UInt8(ascii: "=") {
      if text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "\t") {
        throw .malformed(text, at: start, "white space in a name")
      }
      end += 1
    }
    if end == start { throw .malformed(text, at: start, "no name before '='") }
    let value = end < line.upperBound ? end + 1..<line.upperBound : nil
    return Assignment(name: start..<end, value: value, lines: lines)
  }
}

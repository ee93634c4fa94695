// SPDX-License-Identifier: MIT

/// An option file of MariaDB or MySQL, as their programs read it ("Option Files").
///
/// What it includes from other files is not looked at.
struct MycnfText {
  /// In the order in which they are first named.
  private(set) var groups: [MycnfGroup] = []
  /// Where the last line stands that includes another file.
  private(set) var lastInclude: Int?

  /// The longest line that is read as one, in bytes without its end.
  static let longestLine = 4094

  init(_ text: Span<UInt8>) throws(LoginFileError) {
    if let nul = text.firstNul { throw .malformed(text, at: nul, "there is a NUL in it") }
    var places: [[UInt8]: Int] = [:]
    var current: Int?
    var start = 0
    while start < text.count {
      let line = text.line(from: start)
      start = line.end
      // It is read as several.
      if line.content.count > Self.longestLine {
        throw .malformed(
          text, at: line.start, "it is longer than the \(Self.longestLine) bytes that are read")
      }
      guard let first = text.firstInk(in: line.content) else {
        if let current { groups[current].countOther() }
        continue
      }
      if text[first] == UInt8(ascii: "[") {
        let header = try Self.header(line, from: first + 1, in: text)
        let place = places[header.name] ?? groups.count
        if place == groups.count {
          groups.append(MycnfGroup(name: header.name))
          places[header.name] = place
        }
        groups[place].sections.append(
          MycnfGroup.Section(header: line, hasOthers: header.hasOthers))
        current = place
        continue
      }
      if text[first] == UInt8(ascii: "!") { lastInclude = line.start }
      let isOption = !"#;!".utf8.contains(text[first])
      guard let current else {
        if isOption { throw .malformed(text, at: first, "an option stands before the first group") }
        continue
      }
      if isOption, let option = MycnfOption(line, in: text) {
        groups[current].append(option)
      } else {
        groups[current].countOther()
      }
    }
  }

  func group(_ name: [UInt8]) -> MycnfGroup? { groups.first { $0.name == name } }

  private static func header(
    _ line: TextLine, from start: Int, in text: Span<UInt8>
  ) throws(LoginFileError) -> (name: [UInt8], hasOthers: Bool) {
    guard let end = (start..<line.contentEnd).first(where: { text[$0] == UInt8(ascii: "]") })
    else { throw .malformed(text, at: line.start, "the name of a group has no ']' after it") }
    let nameEnd = text.lastInk(in: start..<end).map { $0 + 1 } ?? start
    let hasOthers = text.firstInk(in: (end + 1)..<line.contentEnd) != nil
    return (text.name(start..<nameEnd).map(MycnfOption.lowerCase), hasOthers)
  }
}

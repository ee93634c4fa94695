// SPDX-License-Identifier: MIT

/// Two columns of text: what something is called, and what it is.
struct Columns {
  /// The column, counted from 0, in which the second one starts.
  let start: Int

  private static let width = 80

  /// The rows as lines. What does not fit into the second column goes on in its next line; a name
  /// that is too long for the first has a line to itself.
  func lines(_ rows: [(name: String, text: String)]) -> [String] {
    rows.flatMap { name, text in
      let wrapped = Self.wrap(text, to: Self.width - start)
      let name = "  " + name
      let isNarrow = name.count + 2 <= start
      var lines = isNarrow ? [] : [name]
      for (index, line) in wrapped.enumerated() {
        let before = isNarrow && index == 0 ? name : ""
        lines.append(before + String(repeating: " ", count: start - before.count) + line)
      }
      return lines
    }
  }

  /// Breaks a text at its blanks into lines of at most `width` columns.
  static func wrap(_ text: String, to width: Int = width) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

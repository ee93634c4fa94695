// SPDX-License-Identifier: MIT

internal import Credentials

extension NetrcFormat {
  /// The changed text with marks in it, so that Python reads every comment right that it read right
  /// before, or whose words it could bear before. `former` are the comments of the text that stayed in the changed one.
  ///
  /// An empty comment brings Python to the line of the comment: behind the word before it, or in a line
  /// of its own. A `#` before a comment is a word alone, which Python takes for a comment everywhere.
  func guarding(
    _ changed: consuming Secret, _ former: [NetrcComment], of text: Span<UInt8>, besideWords: Bool
  ) throws(LoginFileError) -> Secret {
    let lineEnd = text.lineEnd
    var first: NetrcComment?
    let marked = try changed.withBytes { (bytes) throws(LoginFileError) -> Secret? in
      var marks: [TextEdit<String>] = []
      for (old, new) in zip(former, try NetrcLayout(bytes).comments)
      where new.isMisread {
        let hidesSame = !new.hidesText || text.nextLine(of: old) == bytes.nextLine(of: new)
        if old.isMisread, old.isTopLevel == new.isTopLevel, hidesSame { continue }
        if first == nil { first = old }
        if new.isOnOtherLine, besideWords, bytes.isEndOfWord(new.look) {
          marks.append(TextEdit(new.look..<new.look, " #"))
        } else if new.isOnOtherLine {
          let start = bytes.startOfLine(before: new.place)
          marks.append(TextEdit(start..<start, "#" + lineEnd))
        }
        if new.isMisreadInAnyCase { marks.append(TextEdit(new.place..<new.place, "# ")) }
      }
      if marks.isEmpty { return nil }
      return try revised(bytes, marks) { (mark, output) throws(FormatError) in
        try output.put(mark)
      }
    }
    guard let marked, let first else { return changed }
    let misread = try marked.withBytes { (bytes) throws(LoginFileError) in
      try NetrcLayout(bytes).comments.count(where: \.isMisread)
    }
    if misread > former.count(where: \.isMisread) {
      throw .malformed(text, at: first.place, "Python would not take this for a comment any more")
    }
    return marked
  }
}

extension [NetrcComment] {
  /// Those that stay where pieces of the text are left out, which stand in its order.
  func outside(_ cuts: [TextEdit<Void>]) -> [NetrcComment] {
    var next = 0
    return filter { comment in
      while next < cuts.count, cuts[next].range.upperBound <= comment.place { next += 1 }
      return next == cuts.count || comment.place < cuts[next].range.lowerBound
    }
  }
}

extension Span<UInt8> {
  /// How the line behind that of a comment begins: enough to tell one keyword from another.
  fileprivate func nextLine(of comment: NetrcComment) -> UInt8 {
    byte(line(from: comment.place).end)
  }

  /// Whether a word ends right before `place`.
  fileprivate func isEndOfWord(_ place: Int) -> Bool {
    place > 0 && !NetrcScanner.isWhitespace(self[place - 1])
  }

  /// The start of the line in which only blanks stand before `place`; else `place` itself.
  func startOfLine(before place: Int) -> Int {
    var start = place
    while start > 0, NetrcScanner.isBlank(self[start - 1]) { start -= 1 }
    return start == 0 || self[start - 1] == UInt8(ascii: "\n") ? start : place
  }
}

// SPDX-License-Identifier: MIT

internal import Posix

/// The words of a command line that have not been read yet.
struct UnreadWords {
  private let words: WordList
  private var position = 0

  init(_ words: WordList) {
    self.words = words
  }

  mutating func next() -> ByteString? {
    if position == words.endIndex { return nil }
    position += 1
    return words[position - 1]
  }

  mutating func takeAll() -> [ByteString] {
    var rest: [ByteString] = []
    while let word = next() { rest.append(word) }
    return rest
  }

  /// Whether a `--` is among them.
  var hasDashes: Bool {
    (position..<words.endIndex).contains { words[$0] == "--" }
  }
}

// SPDX-License-Identifier: MIT

/// Words, such as those of a command line, in one piece of memory.
///
/// For the way to the first prompt: an array of any type but the commonest has to be made known to the
/// runtime first, which takes longer than reading a command line.
package struct WordList: RandomAccessCollection, Hashable, Sendable {
  private var bytes: [UInt8] = []
  /// Where each word ends.
  private var ends: [Int] = []

  package init() {}

  package init(_ words: some Sequence<ByteString>) {
    for word in words { append(word) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ends.count }

  package subscript(index: Int) -> ByteString {
    let start = index == 0 ? 0 : ends[index - 1]
    var word: [UInt8] = []
    word.reserveCapacity(ends[index] - start)
    for place in start..<ends[index] { word.append(bytes[place]) }
    return ByteString(word)
  }

  package mutating func append(_ word: ByteString) {
    for byte in word.bytes { bytes.append(byte) }
    ends.append(bytes.count)
  }

  /// Appends the word that stands there, up to a NUL.
  mutating func append(copying text: UnsafePointer<CChar>) {
    var index = 0
    while unsafe text[index] != 0 {
      bytes.append(UInt8(bitPattern: unsafe text[index]))
      index += 1
    }
    ends.append(bytes.count)
  }
}

extension WordList: ExpressibleByArrayLiteral {
  package init(arrayLiteral words: ByteString...) {
    self.init(words)
  }
}

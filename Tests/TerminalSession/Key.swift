// SPDX-License-Identifier: MIT

/// The bytes that keys send.
package enum Key {
  package static let enter = "\r"
  package static let tab = "\t"
  package static let interrupt = "\u{3}"
  package static let endOfFile = "\u{4}"
  package static let backspace = "\u{8}"
  package static let kill = "\u{15}"
  package static let literalNext = "\u{16}"
  package static let wordErase = "\u{17}"
  package static let suspend = "\u{1A}"
  package static let quit = "\u{1C}"
  package static let erase = "\u{7F}"
  package static let up = "\u{1B}[A"
  package static let right = "\u{1B}[C"
  package static let left = "\u{1B}[D"
  package static let pasteStart = "\u{1B}[200~"
  package static let pasteEnd = "\u{1B}[201~"
}

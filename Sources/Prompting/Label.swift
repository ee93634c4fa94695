// SPDX-License-Identifier: MIT

internal import Posix

/// The name of a field as it stands on the screen, and the prompt that is made of it.
///
/// All in bytes: strings are slow the first time, and the first prompt is waited for.
struct Label {
  private var text: [UInt8] = []
  /// What stands between the label and the answer.
  private let end: [UInt8]

  /// A label that ends in `:`, `：`, `?` or `>` keeps that; any other gets a colon.
  init(_ label: ByteString) {
    Visible.append(label.bytes, to: &text)
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    let space = UInt8(ascii: " ")
    let count = text.count
    if let mark = text.last,
      mark == UInt8(ascii: ":") || mark == UInt8(ascii: "?") || mark == UInt8(ascii: ">")
    {
      self.end = [mark, space]
      text.removeLast()
    } else if count >= 3, text[count - 3] == 0xEF, text[count - 2] == 0xBC, text[count - 1] == 0x9A
    {
      self.end = [0xEF, 0xBC, 0x9A]
      text.removeLast(3)
    } else {
      self.end = [UInt8(ascii: ":"), space]
    }
  }

  /// Visible text in UTF-8.
  var prompt: ByteString {
    var prompt = text
    for byte in end { prompt.append(byte) }
    return ByteString(prompt)
  }

  /// With a note before the colon: a default in brackets, or that the same is asked for again.
  func prompt(with note: String) -> ByteString {
    ByteString(text + [UInt8(ascii: " ")] + Array(note.utf8) + end)
  }

  func prompt(suggesting suggestion: ByteString) -> ByteString {
    prompt(with: "[\(suggestion.visible)]")
  }
}

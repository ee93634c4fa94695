// SPDX-License-Identifier: MIT

internal import Posix

/// The name of a field as it stands on the screen, and the prompt that is made of it.
struct Label {
  private let text: String
  /// What stands between the label and the answer.
  private let end: String

  /// A label that ends in `:`, `：`, `?` or `>` keeps that; any other gets a colon.
  init(_ label: ByteString) {
    // By bytes, since characters take the tables of all of Unicode, on the way to the first prompt.
    var text = Array(label.visible.utf8)
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    let wideColon: [UInt8] = [0xEF, 0xBC, 0x9A]
    switch text.last {
    case UInt8(ascii: ":"): self.end = ": "
    case UInt8(ascii: "?"): self.end = "? "
    case UInt8(ascii: ">"): self.end = "> "
    case _ where text.suffix(3).elementsEqual(wideColon):
      self.end = "："
      text.removeLast(3)
      self.text = String(decoding: text, as: UTF8.self)
      return
    default:
      self.end = ": "
      self.text = String(decoding: text, as: UTF8.self)
      return
    }
    text.removeLast()
    self.text = String(decoding: text, as: UTF8.self)
  }

  var prompt: String { text + end }

  /// With a note before the colon: a default in brackets, or that the same is asked for again.
  func prompt(with note: String) -> String { "\(text) \(note)\(end)" }

  func prompt(suggesting suggestion: ByteString) -> String {
    prompt(with: "[\(suggestion.visible)]")
  }
}

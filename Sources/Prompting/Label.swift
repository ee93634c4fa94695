// SPDX-License-Identifier: MIT

internal import Posix

/// The name of a field as it stands on the screen, and the prompt that is made of it.
struct Label {
  private let text: String
  /// What stands between the label and the answer.
  private let end: String

  /// A label that ends in `:`, `：`, `?` or `>` keeps that; any other gets a colon.
  init(_ label: ByteString) {
    var text = label.visible
    while text.last == " " { text.removeLast() }
    switch text.last {
    case ":", "?", ">":
      self.end = "\(text.removeLast()) "
    case "：":
      self.end = String(text.removeLast())
    default:
      self.end = ": "
    }
    self.text = text
  }

  var prompt: String { text + end }

  /// With a note before the colon: a default in brackets, or that the same is asked for again.
  func prompt(with note: String) -> String { "\(text) \(note)\(end)" }

  func prompt(suggesting suggestion: ByteString) -> String {
    prompt(with: "[\(suggestion.visible)]")
  }
}

// SPDX-License-Identifier: MIT

/// Pieces of sentences.
enum Wording {
  /// The words as a choice: `a, b or c`.
  static func choice(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    let others = words.dropLast()
    return others.isEmpty ? last : others.joined(separator: ", ") + " or " + last
  }
}

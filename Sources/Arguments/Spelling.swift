// SPDX-License-Identifier: MIT

/// How near words are to one another.
enum Spelling {
  /// The word that `typed` was most likely meant to be: one that it begins, else one that a few slips
  /// of the finger lie between. The first where several are as near; nil where none is near.
  static func nearest(to typed: String, among words: [String]) -> String? {
    let typed = typed.lowercased()
    // One letter begins too much.
    if typed.utf8.count > 1 {
      let longer = words.filter { $0.hasPrefix(typed) }
      if let shortest = longer.min(by: { $0.utf8.count < $1.utf8.count }) { return shortest }
    }
    let near = words.map { (word: $0, distance: distance(typed, $0)) }
      .filter { $0.distance <= slips(in: $0.word) }
    return near.min { $0.distance < $1.distance }?.word
  }

  /// How many slips leave a word recognisable.
  private static func slips(in word: String) -> Int {
    switch word.utf8.count {
    case ...4: 1
    case ...8: 2
    default: 3
    }
  }

  /// How many letters were left out, added, changed or swapped with their neighbour between the two:
  /// the restricted Damerau-Levenshtein distance.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var best = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}

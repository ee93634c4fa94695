// SPDX-License-Identifier: MIT

private import CUtf8proc

/// How text lies on a terminal's grid, by the Unicode tables of utf8proc.
enum Cells {
  /// The cells that a code point takes: 0 for marks that stand on another, 2 for wide ones.
  static func width(of scalar: Unicode.Scalar) -> Int {
    Int(utf8proc_charwidth(utf8proc_int32_t(scalar.value)))
  }

  /// The cells of `text`, taking a grapheme cluster as wide as its widest code point.
  static func width(of text: String) -> Int {
    var (total, inCluster) = (0, 0)
    var clusters = ClusterBreaks()
    for scalar in text.unicodeScalars {
      if clusters.isBreak(before: scalar) {
        total += inCluster
        inCluster = 0
      }
      inCluster = max(inCluster, width(of: scalar))
    }
    return total + inCluster
  }

  /// `text` where it fits `columns` cells, otherwise its beginning and an ellipsis.
  static func cut(_ text: String, to columns: Int) -> String {
    if width(of: text) <= columns { return text }
    var (result, cells) = ("", 0)
    for character in text {
      cells += width(of: String(character))
      if cells > columns - 1 { break }
      result.append(character)
    }
    return result + "…"
  }
}

/// Finds where one grapheme cluster ends and the next begins, code point by code point, as Unicode
/// Standard Annex 29 has it.
struct ClusterBreaks {
  private var last: Unicode.Scalar?
  private var state: Int32 = 0

  mutating func isBreak(before scalar: Unicode.Scalar) -> Bool {
    defer { last = scalar }
    guard let last else { return true }
    return unsafe utf8proc_grapheme_break_stateful(
      utf8proc_int32_t(last.value), utf8proc_int32_t(scalar.value), &state)
  }
}

/// The displayed units of bytes that may be no text: grapheme clusters, and each invalid byte by itself.
enum Units {
  /// Calls `body` with the range and the width of each unit of `bytes` from `start` on.
  static func forEach(
    in bytes: Span<UInt8>, from start: Int = 0, _ body: (Range<Int>, Int) -> Void
  ) {
    var clusters = ClusterBreaks()
    var unit = start..<start
    var width = 0
    var index = start
    while index < bytes.count {
      let (scalar, length) = scalar(in: bytes, at: index)
      let begins: Bool
      if let scalar {
        begins = clusters.isBreak(before: scalar)
      } else {
        clusters = ClusterBreaks()
        begins = true
      }
      if begins {
        if !unit.isEmpty { body(unit, width) }
        unit = index..<index
        width = 0
      }
      unit = unit.lowerBound..<(index + length)
      width = max(width, scalar.map(Cells.width(of:)) ?? 1)
      index += length
    }
    if !unit.isEmpty { body(unit, width) }
  }

  /// Where the last unit of `bytes` starts, looking no further back than `floor`.
  static func startOfLast(in bytes: Span<UInt8>, notBefore floor: Int) -> Int {
    // No cluster goes across an ASCII letter from the left, so the search can start there.
    var start = max(floor, bytes.count - 1)
    while start > floor, !(0x20..<0x7F).contains(bytes[start]) { start -= 1 }
    var last = start
    forEach(in: bytes, from: start) { unit, _ in last = unit.lowerBound }
    return last
  }

  /// Where the last word of `bytes` starts, looking at the units from `start` on; blanks may follow it.
  static func startOfLastWord(in bytes: Span<UInt8>, from start: Int) -> Int {
    var (word, wasBlank) = (start, true)
    forEach(in: bytes, from: start) { unit, _ in
      let last = bytes[unit.upperBound - 1]
      let isBlank = last == 0x20 || last == 0x09
      if wasBlank, !isBlank { word = unit.lowerBound }
      wasBlank = isBlank
    }
    return word
  }

  /// The code point at `index` and its length in bytes; nil and 1 for a byte that begins none.
  static func scalar(in bytes: Span<UInt8>, at index: Int) -> (Unicode.Scalar?, Int) {
    let count = min(4, bytes.count - index)
    var value: utf8proc_int32_t = -1
    let part = bytes.extracting(index..<(index + count))
    let length = unsafe part.withUnsafeBufferPointer { buffer in
      unsafe utf8proc_iterate(buffer.baseAddress, count, &value)
    }
    guard length > 0, let scalar = Unicode.Scalar(UInt32(bitPattern: value)) else {
      return (nil, 1)
    }
    return (scalar, length)
  }
}

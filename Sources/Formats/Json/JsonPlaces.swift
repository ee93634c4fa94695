// SPDX-License-Identifier: MIT

internal import Credentials

/// Where the logins of a JSON text stand, which has to be valid: the elements of an array, or one
/// object. Strings and brackets are all that is looked at.
struct JsonPlaces {
  /// Nil where the text is no array.
  private(set) var array: Range<Int>?
  private(set) var elements: [Range<Int>] = []

  init(_ text: Span<UInt8>) {
    var depth = 0
    var start: Int?
    var isInString = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          if depth == 0, array == nil, elements.isEmpty, byte == UInt8(ascii: "[") {
            array = index..<index
          } else if start == nil {
            start = index
            depth = array == nil ? 0 : 1
          }
          depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          depth -= 1
          if let first = start, depth == (array == nil ? 0 : 1) {
            elements.append(first..<index + 1)
            start = nil
          } else if depth == 0, let first = array {
            array = first.lowerBound..<index + 1
          }
        default: break
        }
      }
      index += 1
    }
  }

  /// The text with an object in it: in the place of another, or after all others.
  func text(
    putting object: borrowing Secret, inPlaceOf former: Range<Int>?, in text: Span<UInt8>
  ) throws(FormatError) -> Secret {
    try Output.text { (output) throws(FormatError) in
      if let former {
        try output.put(text.extracting(..<former.lowerBound))
        try output.put(object)
        try output.put(text.extracting(former.upperBound...))
      } else if let last = elements.last {
        let first = array == nil ? last.lowerBound : 0
        try output.put(text.extracting(..<first))
        // One object alone becomes the first of an array.
        if array == nil { try output.put("[\n") }
        try output.put(text.extracting(first..<last.upperBound))
        try output.put(",\n")
        try output.put(object)
        if array == nil { try output.put("\n]") }
        try output.put(text.extracting(last.upperBound...))
      } else if let array {
        try output.put(text.extracting(...array.lowerBound))
        try output.put("\n")
        try output.put(object)
        try output.put("\n")
        try output.put(text.extracting((array.lowerBound + 1)...))
      } else {
        try output.put(text)
        try output.put("[\n")
        try output.put(object)
        try output.put("\n]\n")
      }
    }
  }

  /// What comes in the place of elements that are to go, and of the commas and blanks beside them.
  func edits(erasing areErased: [Bool]) -> [TextEdit<String>] {
    // Without its only object, the text would be none of JSON.
    if array == nil {
      return elements.first.map { areErased == [true] ? [TextEdit($0, "[]")] : [] } ?? []
    }
    let last = areErased.lastIndex(of: false)
    var edits: [TextEdit<String>] = []
    for index in 0..<(last ?? 0) where areErased[index] {
      edits.append(TextEdit(elements[index].lowerBound..<elements[index + 1].lowerBound, ""))
    }
    let start = last.map { elements[$0].upperBound } ?? elements.first?.lowerBound
    if let start, let end = elements.last?.upperBound { edits.append(TextEdit(start..<end, "")) }
    return edits
  }
}

// SPDX-License-Identifier: MIT

/// An age file as text, in the strict form of RFC 7468. It is read, and never written.
enum Armor {
  private static let firstLine = [UInt8]("-----BEGIN AGE ENCRYPTED FILE-----".utf8)
  private static let lastLine = [UInt8]("-----END AGE ENCRYPTED FILE-----".utf8)
  private static let columns = 64

  /// Whether `file` starts as an armored age file does.
  static func isStart(of file: Span<UInt8>) -> Bool {
    let start = blankEnd(in: file, from: 0)
    return file.count - start >= firstLine.count
      && firstLine.indices.allSatisfy { file[start + $0] == firstLine[$0] }
  }

  /// The binary file. Lines end with LF or CRLF, and white space may stand before and after all.
  static func decode(_ file: Span<UInt8>) throws(AgeError) -> [UInt8] {
    var offset = blankEnd(in: file, from: 0)
    guard line(in: file, &offset) == firstLine else { throw .damagedArmor(.beginning) }
    var text: [UInt8] = []
    text.reserveCapacity(file.count)
    var isFull = true
    while true {
      guard let line = line(in: file, &offset) else { throw .damagedArmor(.cutShort) }
      if line == lastLine { break }
      // None is empty, and all but the last of them are full.
      guard isFull, (1...columns).contains(line.count) else { throw .damagedArmor(.width) }
      isFull = line.count == columns
      text += line
    }
    guard let bytes = Base64.decodePadded(text) else { throw .damagedArmor(.base64) }
    guard blankEnd(in: file, from: offset) == file.count else { throw .damagedArmor(.trailing) }
    return bytes
  }

  /// Where the white space that starts at `start` ends.
  private static func blankEnd(in file: Span<UInt8>, from start: Int) -> Int {
    (start..<file.count).first { !" \t\r\n".utf8.contains(file[$0]) } ?? file.count
  }

  /// The line at `offset`, which moves on to the next; nil at the end of the file.
  private static func line(in file: Span<UInt8>, _ offset: inout Int) -> [UInt8]? {
    if offset == file.count { return nil }
    var line: [UInt8] = []
    while offset < file.count {
      let byte = file[offset]
      offset += 1
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }
}

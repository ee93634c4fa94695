// SPDX-License-Identifier: MIT

internal import Age
internal import Posix

/// The public side of the store: whom each login is encrypted to. Writing needs nothing else.
struct StoreRecipients: Equatable {
  private(set) var all: [AgeRecipient]

  init(_ all: [AgeRecipient]) {
    self.all = all
  }

  /// Reads the file: one recipient a line, empty lines, and comments after `#`. A type that is not
  /// supported is an error, as what is written would be lost to its owner.
  init(reading path: ByteString) throws(StoreError) {
    var all: [AgeRecipient] = []
    let lines = try StoreFile.read(path)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var text = Array(line)
      while let last = text.last, last == 0x20 || last == 0x09 || last == 0x0D { text.removeLast() }
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      do {
        let recipient = try AgeRecipient(parsing: ByteString(text))
        if !all.contains(recipient) { all.append(recipient) }
      } catch {
        throw .recipient(path, line: index + 1, error)
      }
    }
    if all.isEmpty { throw .noRecipients(path) }
    self.all = all
  }

  func write(to path: ByteString) throws(StoreError) {
    let text = all.map { $0.text + "\n" }.joined()
    let bytes = Array(text.utf8)
    try StoreFile.write(bytes.span, to: path)
  }
}

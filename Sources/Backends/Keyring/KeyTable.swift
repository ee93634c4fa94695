// SPDX-License-Identifier: MIT

private import Glibc
internal import Posix

/// The kernel's table of keys, which alone tells when one expires and what an expired one was.
/// keyrings(7) describes `/proc/keys`.
struct KeyTable {
  struct Row: Equatable {
    var remaining: KernelKeyring.Remaining
    /// Nil where it is no key of type `user`.
    var description: ByteString?
  }

  private var rows: [KernelKey: Row] = [:]

  /// Empty where the table cannot be read.
  static func current() -> KeyTable {
    guard let file = try? FileDescriptor.open("/proc/keys", O_RDONLY),
      let bytes = try? file.readAll(limit: 1 << 26)
    else { return KeyTable([]) }
    return KeyTable(bytes)
  }

  /// Reads lines of `serial flags usage timeout permissions user group type description: size`.
  init(_ text: [UInt8]) {
    var forged: Set<KernelKey> = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 8)
      guard words.count == 9, words[0].count == 8,
        let serial = Int32(Self.text(words[0]), radix: 16)
      else { continue }
      let key = KernelKey(serial: serial)
      // Another user's key can have a description with a newline in it and what looks like a line.
      if rows[key] != nil { forged.insert(key) }
      rows[key] = Row(
        remaining: Self.remaining(Self.text(words[3])),
        description: Self.text(words[7]) == "user" ? Self.description(words[8]) : nil)
    }
    for key in forged { rows[key] = nil }
  }

  subscript(key: KernelKey) -> Row? { rows[key] }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func remaining(_ text: String) -> KernelKeyring.Remaining {
    if text == "perm" { return .unlimited }
    if text == "expd" { return .expired }
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()) else {
      return .unknown
    }
    return .atLeast(.seconds(count * unit))
  }

  /// The column of the type has nine places; what has a payload ends in its size.
  private static func description(_ rest: ArraySlice<UInt8>) -> ByteString? {
    let text = rest.dropFirst(9 - "user".utf8.count)
    guard let colon = text.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    return ByteString([UInt8](text[..<colon]))
  }
}

// SPDX-License-Identifier: MIT

/// The words that mean something in a netrc file, where they stand in the place of a keyword.
enum NetrcKeyword: String, CaseIterable {
  case machine, `default`, login, password, account, macdef

  /// Whether curl, which passes over the words of machines that it does not look for, takes this one
  /// for the start of something wherever it stands.
  var startsAnywhere: Bool { self == .machine || self == .default || self == .macdef }

  /// A text of up to eight bytes as a number, so that a word is compared without being copied.
  struct Spelling {
    private(set) var asWritten: UInt64 = 0
    private var inLowerCase: UInt64 = 0
    private var count = 0

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { append(byte) }
    }

    init(_ bytes: Span<UInt8>) {
      for index in bytes.indices { append(bytes[index]) }
    }

    mutating func append(_ byte: UInt8) {
      count += 1
      asWritten = asWritten << 8 | UInt64(byte)
      inLowerCase = inLowerCase << 8 | UInt64(lowerCase(byte))
    }

    /// The keyword that it is in some case, or nil.
    var keyword: NetrcKeyword? {
      if count == 0 || count > 8 { return nil }
      return NetrcKeyword.spellings.first { $0.asWritten == inLowerCase }?.keyword
    }

    /// The keyword that it is in lower case, as Python wants it.
    var exactKeyword: NetrcKeyword? { asWritten == inLowerCase ? keyword : nil }
  }

  private static let spellings = allCases.map { keyword in
    (asWritten: Spelling(keyword.rawValue.utf8).asWritten, keyword: keyword)
  }

  static func lowerCase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}

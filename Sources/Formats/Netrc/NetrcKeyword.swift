// SPDX-License-Identifier: MIT

/// The words that mean something in a netrc file, where they stand in the place of a keyword.
enum NetrcKeyword: String, CaseIterable {
  case machine, `default`, login, password, account, macdef

  /// Whether curl, which passes over the words of machines that it does not look for, takes this one
  /// for the start of something wherever it stands.
  var startsAnywhere: Bool { self == .machine || self == .default || self == .macdef }

  /// Which keyword a word is, byte by byte, so that nothing is copied of one that is a password.
  struct Spelling {
    private var candidates = NetrcKeyword.spellings[...]
    private var count = 0
    private var isInLowerCase = true

    init() {}

    init(_ bytes: Span<UInt8>) {
      for index in bytes.indices { append(bytes[index]) }
    }

    mutating func append(_ byte: UInt8) {
      if candidates.isEmpty { return }
      let letter = lowerCase(byte)
      if letter != byte { isInLowerCase = false }
      candidates =
        candidates.filter { candidate in
          count < candidate.letters.count && candidate.letters[count] == letter
        }[...]
      count += 1
    }

    /// The keyword that it is in some case, or nil.
    var keyword: NetrcKeyword? {
      candidates.first { $0.letters.count == count }?.keyword
    }

    /// The keyword that it is in lower case, as Python wants it.
    var exactKeyword: NetrcKeyword? { isInLowerCase ? keyword : nil }
  }

  private static let spellings = allCases.map { keyword in
    (letters: Array(keyword.rawValue.utf8), keyword: keyword)
  }

  static func lowerCase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 0x20 : byte
  }
}

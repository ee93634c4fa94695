// SPDX-License-Identifier: MIT

internal import Posix

/// A group of an option file, wherever in the file its parts stand. Of several lines for one option, its
/// readers take the last.
struct MycnfGroup {
  /// In lower case.
  let name: [UInt8]
  /// A part for each line that names the group.
  var sections: [Section] = []

  struct Section {
    let header: TextLine
    /// Those of its lines that say who logs in, or with what.
    var options: [MycnfOption] = []
    /// Whether it has other lines, or something after its name.
    var hasOthers: Bool
  }

  var options: [MycnfOption] { sections.flatMap(\.options) }

  /// The line that counts.
  func last(_ kind: MycnfOption.Kind) -> MycnfOption? { options.last { $0.kind == kind } }

  /// Whether it says so much of a login that there is one.
  var isLogin: Bool { MycnfOption.Kind.allCases.contains { last($0)?.isSet == true } }

  func account(in text: Span<UInt8>) -> ByteString? {
    guard case .bytes(let range, _) = last(.user)?.value else { return nil }
    var account: [UInt8] = []
    MycnfOption.forEachByte(of: range, in: text) { account.append($0) }
    return ByteString(account)
  }
}

extension MycnfOption {
  /// Whether there is a value, be it an empty one.
  var isSet: Bool {
    if case .missing = value { false } else { true }
  }
}

extension MycnfGroup {
  /// Adds a line to the last part.
  mutating func append(_ option: MycnfOption) {
    sections[sections.count - 1].options.append(option)
  }

  /// Counts a line of the last part that says nothing of a login.
  mutating func countOther() { sections[sections.count - 1].hasOthers = true }
}

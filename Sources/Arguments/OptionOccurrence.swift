// SPDX-License-Identifier: MIT

internal import Posix

/// An option of a command line.
struct OptionOccurrence: Equatable {
  let option: OptionName
  /// nil where it takes none.
  let value: ByteString?
}

/// The options of a command line in their order, kept as `WordList` is, and for the same reason.
struct OccurrenceList: RandomAccessCollection {
  private var options: [UInt8] = []
  /// An empty word where there is none.
  private var values = WordList()
  private var areValued: [UInt8] = []

  var startIndex: Int { 0 }
  var endIndex: Int { options.count }

  subscript(index: Int) -> OptionOccurrence {
    OptionOccurrence(
      option: option(at: index), value: areValued[index] == 1 ? values[index] : nil)
  }

  func option(at index: Int) -> OptionName {
    guard let option = OptionName(rawValue: options[index]) else {
      preconditionFailure("no option")
    }
    return option
  }

  /// Where the first one of this option stands.
  func index(of option: OptionName) -> Int? {
    options.firstIndex(of: option.rawValue)
  }

  mutating func append(_ option: OptionName, _ value: ByteString?) {
    options.append(option.rawValue)
    values.append(value ?? "")
    areValued.append(value == nil ? 0 : 1)
  }
}

// SPDX-License-Identifier: MIT

internal import Posix

extension Invocation {
  /// The value of an option that takes a number.
  func number(of option: OptionName, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let value = value(of: option) else { return nil }
    guard let number = Int(digits: value.bytes), range.contains(number) else {
      throw .badValue(option, value)
    }
    return number
  }
}

// SPDX-License-Identifier: MIT

internal import Posix

/// A command line taken apart: which command, which options with which values, in their order, and
/// what else stands there. Values are not looked into.
///
/// The grammar is getopt_long(3)'s, in which options may follow operands, but a long option is never
/// abbreviated: what is short for one today is short for two when there are more.
struct Invocation {
  /// The command that was named, if any was.
  private(set) var named: CommandName?
  private(set) var occurrences = OccurrenceList()
  private(set) var operands: [ByteString] = []
  /// What stands after `--` for a command that runs another one; nil where there is no `--`.
  private(set) var program: [ByteString]?
  /// `--help` or `--version`, where one stands. It ends the reading: what is wrong before it is said,
  /// and what comes after it is not looked at.
  private(set) var ending: OptionName?

  var command: CommandName { named ?? .byDefault }

  /// Takes `arguments` apart, which are those after the program's name.
  init(_ arguments: WordList) throws(UsageError) {
    var rest = UnreadWords(arguments)
    while ending == nil, let word = rest.next() {
      let dashes = word.bytes.prefix(2).prefix { $0 == UInt8(ascii: "-") }.count
      switch (dashes, word.bytes.count) {
      case (2, 2):
        let words = rest.takeAll()
        if named == .exec { program = words } else { operands += words }
      case (2, _): try takeLongOption(word, &rest)
      case (1, 2...): try takeLetters(word, &rest)
      default: try takeOperand(word, before: rest)
      }
    }
    if ending == nil { try checkAgainstTable() }
  }

  private mutating func takeOperand(
    _ word: ByteString, before rest: UnreadWords
  ) throws(UsageError) {
    if named == nil {
      let text = occurrences.last.flatMap { $0.option.row.takesText ? $0.option : nil }
      named = try CommandName.named(word, orElse: .unknownCommand(word, after: text))
    } else if named == .exec, !rest.hasDashes {
      // The options of the command that is to be run are not read as askcred's own.
      throw .missingDashes
    } else {
      operands.append(word)
    }
  }

  private mutating func takeLongOption(
    _ word: ByteString, _ rest: inout UnreadWords
  ) throws(UsageError) {
    let (spelled, attached) = word.cut(at: "=")
    let name = ByteString([UInt8](spelled.bytes.dropFirst(2))).text
    guard let option = name.flatMap(OptionName.named) else {
      throw .unknownOption(spelled)
    }
    if option.row.value != nil {
      guard let value = attached ?? rest.next() else { throw .missingValue(option) }
      try take(option, value)
    } else if attached != nil {
      throw .unexpectedValue(option)
    } else {
      try take(option, nil)
    }
  }

  /// Takes a word such as `-nq` or `-pLABEL`.
  private mutating func takeLetters(
    _ word: ByteString, _ rest: inout UnreadWords
  ) throws(UsageError) {
    var letters = word.bytes.dropFirst()
    while ending == nil, let letter = letters.popFirst() {
      guard let option = Option.named(Unicode.Scalar(letter)) else {
        throw .unknownLetter(word, at: letters.startIndex - 1)
      }
      if option.value == nil {
        try take(option.name, nil)
      } else if !letters.isEmpty {
        return try take(option.name, ByteString([UInt8](letters)))
      } else if let value = rest.next() {
        return try take(option.name, value)
      } else {
        throw .missingValue(option.name)
      }
    }
  }

  private mutating func take(_ option: OptionName, _ value: ByteString?) throws(UsageError) {
    if !option.row.isRepeatable, has(option) { throw .givenTwice(option) }
    occurrences.append(option, value)
    if option == .help || option == .version { ending = option }
  }

  /// Refuses what the table says against the command, its options and their company.
  private func checkAgainstTable() throws(UsageError) {
    for index in occurrences.indices {
      let option = occurrences.option(at: index)
      let row = option.row
      if !row.isFor(command) { throw .notForCommand(option, command) }
      for earlier in 0..<index where row.contradicts.contains(occurrences.option(at: earlier)) {
        throw .contradiction(occurrences.option(at: earlier), option)
      }
    }
    try command.row.operands.check(operands, of: command)
  }
}

extension Invocation {
  func has(_ option: OptionName) -> Bool {
    occurrences.index(of: option) != nil
  }

  /// The value of an option, which may be empty; nil where the option is not there.
  func value(of option: OptionName) -> ByteString? {
    occurrences.index(of: option).flatMap { occurrences[$0].value }
  }

  /// The value of an option that an empty one says nothing to.
  func filledValue(of option: OptionName) throws(UsageError) -> ByteString? {
    let value = value(of: option)
    if let value, value.isEmpty { throw .emptyValue(option) }
    return value
  }

  /// The value of an option that means nothing where it is empty, so that a script can pass on a
  /// variable that may be.
  func optionalValue(of option: OptionName) -> ByteString? {
    value(of: option).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Command.Operands {
  func check(_ operands: [ByteString], of command: CommandName) throws(UsageError) {
    if operands.count < count.lowerBound { throw .missingOperand(name, command) }
    if operands.count > count.upperBound {
      throw .unexpectedOperand(operands[count.upperBound], command)
    }
  }
}

extension ByteString {
  /// What stands before the first `mark`, and what after; nil where there is none.
  func cut(at mark: Unicode.Scalar) -> (before: ByteString, after: ByteString?) {
    guard let index = bytes.firstIndex(of: UInt8(ascii: mark)) else { return (self, nil) }
    return (ByteString([UInt8](bytes[..<index])), ByteString([UInt8](bytes[(index + 1)...])))
  }
}

// SPDX-License-Identifier: MIT

import Arguments
import Formats

/// What the documents are compared with, as words.
enum Table {
  static let options = Set(OptionName.allCases.map(\.word))
  static let withValue = names { $0.value != nil }
  static let repeatable = names(where: \.isRepeatable)
  static let commands = CommandName.allCases.map(\.rawValue)
  static let letters = Set(Option.all.compactMap(\.letter).map { String($0) })
  static let formats = FormatName.allCases.map(\.rawValue)
  static let echoModes = EchoMode.allCases.map(\.rawValue)
  static let backends = BackendChoice.names
  static let variables = Environment.Variable.allCases.map(\.rawValue)
  static let statuses = Set(ExitStatus.allCases.map { String($0.rawValue) })

  /// Short and long forms, as `p prompt`.
  static let pairs = pairs { _ in true }

  static func names(where condition: (Option) -> Bool) -> Set<String> {
    Set(Option.all.filter(condition).map(\.name.word))
  }

  static func pairs(where condition: (Option) -> Bool) -> Set<String> {
    Set(
      Option.all.filter(condition).compactMap { option in
        option.letter.map { "\($0) \(option.name.word)" }
      })
  }
}

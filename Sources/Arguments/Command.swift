// SPDX-License-Identifier: MIT

internal import Posix

/// What askcred can be told to do, by the word that is typed.
package enum CommandName: String, CaseIterable, Sendable {
  case ask
  case help

  /// What is done where the command line names no command.
  package static let byDefault = CommandName.ask
}

/// A command: a row of the table that the parser and the help text are made from.
package struct Command: Sendable {
  package let name: CommandName
  /// What follows `askcred` on the command line.
  package let synopsis: String
  /// What it does, in one line.
  package let summary: String
  /// What it takes beside options.
  package let operands: Operands
  /// Command lines that show it at work.
  package let examples: [String]

  /// How many operands a command takes.
  package struct Operands: Sendable {
    /// What they are called in messages.
    package let name: String
    package let count: ClosedRange<Int>

    package static let none = Operands(name: "", count: 0...0)
  }

  /// The rows, in the order in which they are shown.
  package static let all = CommandName.allCases.map(\.row)
}

extension CommandName {
  /// The command that a word names, or the error where it names none.
  static func named(
    _ word: ByteString, orElse error: UsageError
  ) throws(UsageError) -> CommandName {
    if let command = word.text.flatMap(CommandName.init(rawValue:)) { return command }
    throw Vocabulary.isPlanned(word) ? .plannedCommand(word) : error
  }

  /// What is known of this command.
  package var row: Command {
    switch self {
    case .ask:
      Command(
        name: self, synopsis: "[ask] [OPTION...]",
        summary: "ask, and answer on standard output, a descriptor or a file; the default",
        operands: .none,
        examples: [
          "token=$(askcred -p 'API token') || exit",
          "askcred --confirm -f json -o login.json",
        ])
    case .help:
      Command(
        name: self, synopsis: "help [COMMAND]",
        summary: "explain askcred, or one of its commands",
        operands: Command.Operands(name: "COMMAND", count: 0...1),
        examples: [])
    }
  }
}

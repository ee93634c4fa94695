// SPDX-License-Identifier: MIT

/// The texts of `--help` and `--version`, made from the tables; every line ends with a newline and has
/// at most 80 columns.
package enum Help {
  package static let version = "askcred \(Version.number)\n"

  /// The help on a command, or on askcred as a whole.
  package static func text(on command: CommandName?) -> String {
    let paragraphs = command.map { onCommand($0.row) } ?? onAll
    let texts = paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return texts.joined(separator: "\n\n") + "\n"
  }

  /// Lines that belong together.
  private typealias Paragraph = [String]

  private static var onAll: [Paragraph] {
    [
      Columns.wrap(
        "askcred asks for an account name and a password on the terminal, and puts the answer where"
          + " the next program reads it."),
      usage(of: Command.all),
      ["Commands:"]
        + Columns(start: 12).lines(Command.all.map { ($0.name.rawValue, $0.summary) }),
    ]
      + options(Option.all)
      + [statuses, examples(of: Command.all), seeAlso]
  }

  private static func onCommand(_ command: Command) -> [Paragraph] {
    [usage(of: [command]), Columns.wrap(command.summary)]
      + options(Option.all.filter { $0.commands.contains(command.name) })
      + [examples(of: [command]), seeAlso]
  }

  private static func usage(of commands: [Command]) -> Paragraph {
    commands.enumerated().map { index, command in
      (index == 0 ? "Usage: " : "       ") + "askcred " + command.synopsis
    }
  }

  private static func options(_ options: [Option]) -> [Paragraph] {
    Option.Section.allCases.map { section in
      let rows = options.filter { $0.section == section }.map { option in
        ((option.letter.map { "-\($0), " } ?? "    ") + option.synopsis, option.summary)
      }
      return rows.isEmpty ? [] : ["\(section.rawValue):"] + Columns(start: 30).lines(rows)
    }
  }

  private static var statuses: Paragraph {
    let rows = ExitStatus.allCases.filter(\.isInUse).map { ("\($0.rawValue)", $0.meaning) }
    return ["Exit statuses:"]
      + Columns(start: 10).lines(rows + [("signal", ExitStatus.signalMeaning)])
  }

  private static func examples(of commands: [Command]) -> Paragraph {
    let examples = commands.flatMap(\.examples)
    return examples.isEmpty ? [] : ["Examples:"] + examples.map { "  " + $0 }
  }

  private static let seeAlso = ["See askcred(1)."]
}

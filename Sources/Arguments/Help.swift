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
        "askcred asks for an account name and a password on the terminal, keeps them encrypted, and"
          + " puts them where the next program reads them."),
      usage(of: Command.all),
      ["Commands:"]
        + Columns(start: 14).lines(Command.all.map { ($0.name.rawValue, $0.summary) }),
    ]
      + options(Option.all)
      + [statuses, examples(of: Command.all), seeAlso]
  }

  private static func onCommand(_ command: Command) -> [Paragraph] {
    [usage(of: [command]), Columns.wrap(command.summary)]
      + options(
        Option.all.filter { $0.isFor(command.name) },
        asking: OptionName.ask.isFor(command.name) ? condition(of: command) : nil)
      + [examples(of: [command]), seeAlso]
  }

  /// Where a command asks for a login that also takes a saved one.
  private static func condition(of command: Command) -> String {
    "with \(OptionName.ask.spelled)"
      + (command.name == .exec ? " or without \(command.operands.name)" : "")
  }

  private static func usage(of commands: [Command]) -> Paragraph {
    commands.enumerated().map { index, command in
      (index == 0 ? "Usage: " : "       ") + "askcred " + command.synopsis
    }
  }

  private static func options(
    _ options: [Option], asking condition: String? = nil
  ) -> [Paragraph] {
    Option.Section.allCases.flatMap { section in
      let rows = options.filter { $0.section == section }
      guard let condition else { return [paragraph(section.rawValue, rows)] }
      return [
        paragraph(section.rawValue, rows.filter { !$0.name.isForQuestionsAlone }),
        paragraph(
          "\(section.rawValue), \(condition)",
          rows.filter(\.name.isForQuestionsAlone)),
      ]
    }
  }

  private static func paragraph(_ title: String, _ options: [Option]) -> Paragraph {
    let rows = options.map { option in
      ((option.letter.map { "-\($0), " } ?? "    ") + option.synopsis, option.summary)
    }
    return rows.isEmpty ? [] : ["\(title):"] + Columns(start: 30).lines(rows)
  }

  private static var statuses: Paragraph {
    let rows = ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) }
    return ["Exit statuses:"]
      + Columns(start: 10).lines(rows + [("signal", ExitStatus.signalMeaning)])
  }

  private static func examples(of commands: [Command]) -> Paragraph {
    let examples = commands.flatMap(\.examples)
    return examples.isEmpty ? [] : ["Examples:"] + examples.map { "  " + $0 }
  }

  private static let seeAlso = ["See askcred(1)."]
}

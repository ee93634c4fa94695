// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct HelpTextTests {
  private let help = Document(text: Help.text(on: nil))

  @Test func `help names the options of the table and no others`() {
    #expect(Set(help.captures(#/(?m)^  (?:-[a-z], |    )--([a-z-]+)/#)) == Table.options)
    #expect(help.pairs(#/(?m)^  -([a-z]), --([a-z-]+)/#) == Table.pairs)
  }

  @Test func `help names the commands and the statuses of the table and no others`() {
    #expect(section("Commands:").captures(#/(?m)^  ([a-z]+) /#) == Table.commands)
    #expect(Set(section("Exit statuses:").captures(#/(?m)^  (\d+) /#)) == Table.statuses)
  }

  @Test func `help on a command names its options and no others`() {
    for command in CommandName.allCases {
      let text = Document(text: Help.text(on: command))
      #expect(
        Set(text.captures(#/(?m)^  (?:-[a-z], |    )--([a-z-]+)/#))
          == Table.names { $0.commands.contains(command) })
    }
  }

  private func section(_ title: String) -> Document {
    let lines = help.lines.drop { $0 != title }.dropFirst().prefix { !$0.isEmpty }
    return Document(text: lines.joined(separator: "\n"))
  }
}

// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct ManualTests {
  private let manual: Document

  init() throws {
    manual = try Document("man/askcred.1")
  }

  @Test func `the manual names the options of the table and no others`() {
    let long = flags.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
    #expect(Set(long) == Table.options)
    // `.Fl nq` is `-nq`.
    let letters = flags.filter { !$0.hasPrefix("-") }.joined()
    #expect(Set(letters.map { String($0) }) == Table.letters)
  }

  @Test func `the manual lists the statuses of the table and no others`() {
    let items = section("EXIT STATUS").filter { $0.hasPrefix(".It ") }
    let numbers = items.compactMap { $0.split(separator: " ").last { Int($0) != nil } }
    #expect(Set(numbers.map { String($0) }) == Table.statuses)
  }

  @Test func `the manual names every variable, format, way of echo and command`() {
    let words =
      Table.variables + Table.formats + Table.echoModes + Table.commands + Table.backends
    for word in words { #expect(manual.contains(word: word), "\(word)") }
  }

  @Test func `each command has a section of its own`() {
    let sections = Document(text: section("COMMANDS").joined(separator: "\n"))
    #expect(sections.captures(#/(?m)^\.Ss (.*)$/#) == Table.commands)
  }

  @Test func `the manual of the store names commands and variables of the table alone`() throws {
    let store = try Document("man/askcred-store.5")
    let commands = store.captures(#/(?:Nm askcred Cm|\$ askcred|\naskcred) ([a-z]+)/#)
    #expect(!commands.isEmpty && Set(commands).isSubset(of: Table.commands))
    let variables = store.captures(#/(ASKCRED_[A-Z]+)/#)
    #expect(!variables.isEmpty && Set(variables).isSubset(of: Table.variables))
  }

  /// The arguments of mdoc(7)'s `Fl`: `p` for `-p`, `-prompt` for `--prompt`.
  private var flags: [String] {
    manual.lines.filter { $0.hasPrefix(".") }.flatMap { line in
      var flags: [String] = []
      var isFlag = false
      for word in line.dropFirst().split(separator: " ") {
        if word.wholeMatch(of: #/[A-Z][a-z]/#) != nil {
          isFlag = word == "Fl"
        } else if isFlag, word.contains(where: \.isLetter) {
          flags.append(String(word))
        }
      }
      return flags
    }
  }

  private func section(_ title: String) -> [Substring] {
    Array(
      manual.lines.drop { $0 != ".Sh \(title)" }.dropFirst().prefix { !$0.hasPrefix(".Sh") })
  }
}

// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct ManualTests {
  private let manual: Document

  init() throws {
    manual = try Document("man/askcred.1")
  }

  @Test func `the manual names the options of the table and no others`() {
    #expect(longFlags(of: manual) == Table.options)
    // `.Fl nq` is `-nq`.
    let letters = flags(of: manual).filter { !$0.hasPrefix("-") }.joined()
    #expect(Set(letters.map { String($0) }) == Table.letters)
  }

  @Test func `the manual lists the statuses of the table and no others`() {
    let items = manual.section("EXIT STATUS").lines.filter { $0.hasPrefix(".It ") }
    let numbers = items.compactMap { $0.split(separator: " ").last { Int($0) != nil } }
    #expect(Set(numbers.map { String($0) }) == Table.statuses)
  }

  @Test func `the manual names every variable, format, way of echo and command`() {
    let words =
      Table.variables + Table.formats + Table.echoModes + Table.commands + Table.backends
    for word in words { #expect(manual.contains(word: word), "\(word)") }
  }

  @Test func `each command has a section of its own`() {
    #expect(manual.section("COMMANDS").subsections == Table.commands)
  }

  @Test func `the manual lists the formats in their order`() {
    let items = manual.section("FORMATS").captures(#/(?m)^\.It Cm (.*)$/#)
    #expect(items == Table.formats)
  }

  @Test func `the manual lists the backends under their option and no others`() throws {
    let start = try #require(manual.lines.firstIndex { $0.hasPrefix(".It Fl b ") })
    let end = try #require(manual.lines[start...].firstIndex(of: ".El"))
    let list = Document(text: manual.lines[(start + 1)..<end].joined(separator: "\n"))
    let names = list.captures(#/(?m)^(?:\.It )?\.?Cm ([a-z-]+) (?:Ns Oo )?: Ns/#)
    #expect(Set(names) == Set(Table.backends))
  }

  @Test func `the manual of the formats has a section for each and no others`() throws {
    let formats = try Document("man/askcred-formats.5")
    #expect(formats.section("FORMATS").subsections == Table.formats)
    let others = Table.backends.filter { !Table.formats.contains($0) && $0 != "store" }
    #expect(formats.section("OTHER FILES").subsections == others)
  }

  @Test func `a section of the formats says how a file is named where there is a backend`() throws {
    let formats = try Document("man/askcred-formats.5")
    for name in Table.formats + ["systemd-creds"] {
      let text = formats.section(name, macro: ".Ss").text
      #expect(
        text.contains(".Pq Fl b Cm \(name) : Ns Ar path") == Table.backends.contains(name),
        "\(name)")
    }
  }

  @Test func `a section of the formats says in its first sentence who can read it`() throws {
    let formats = try Document("man/askcred-formats.5")
    for name in Table.formats + ["systemd-creds"] {
      let lines = formats.section(name, macro: ".Ss").lines
      let end = try #require(lines.firstIndex { $0.hasSuffix(".") }, "\(name)")
      let sentence = lines[...end].joined(separator: " ")
      #expect(sentence.contains("plain text") == (name != "systemd-creds"), "\(name)")
      #expect(
        sentence.contains("not plain text") == (name == "htpasswd")
          && sentence.contains("encrypted") == (name == "systemd-creds"), "\(name)")
    }
  }

  @Test func `the manual of the formats names commands and options of the table alone`() throws {
    let formats = try Document("man/askcred-formats.5")
    let commands = formats.captures(#/(?:Nm askcred Cm|[$#(] ?askcred|\naskcred) ([a-z]+)/#)
    #expect(!commands.isEmpty && Set(commands).isSubset(of: Table.commands))
    let options = longFlags(of: formats)
    #expect(!options.isEmpty && options.isSubset(of: Table.options))
  }

  @Test func `the manual of the store names commands and variables of the table alone`() throws {
    let store = try Document("man/askcred-store.5")
    let commands = store.captures(#/(?:Nm askcred Cm|\$ askcred|\naskcred) ([a-z]+)/#)
    #expect(!commands.isEmpty && Set(commands).isSubset(of: Table.commands))
    let variables = store.captures(#/(ASKCRED_[A-Z]+)/#)
    #expect(!variables.isEmpty && Set(variables).isSubset(of: Table.variables))
  }

  private func longFlags(of manual: Document) -> Set<String> {
    Set(flags(of: manual).filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) })
  }

  /// The arguments of mdoc(7)'s `Fl`: `p` for `-p`, `-prompt` for `--prompt`.
  private func flags(of manual: Document) -> [String] {
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
}

extension Document {
  /// What stands under a heading of mdoc(7), up to the next of its kind or of a higher one.
  fileprivate func section(_ title: String, macro: String = ".Sh") -> Document {
    let rest = lines.drop { $0 != "\(macro) \(title)" }.dropFirst()
    let section = rest.prefix { !$0.hasPrefix(".Sh") && !$0.hasPrefix(macro) }
    return Document(text: section.joined(separator: "\n"))
  }

  fileprivate var subsections: [String] { captures(#/(?m)^\.Ss (.*)$/#) }
}

// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct CompletionTests {
  @Test(arguments: ["askcred.bash", "_askcred"])
  func `bash and zsh are told the options of the table and no others`(name: String) throws {
    let file = try completion(name)
    #expect(Set(file.captures(#/--([a-z][a-z-]*)/#)) == Table.options)
  }

  @Test func `fish is told the options of the table and no others`() throws {
    let fish = try completion("askcred.fish")
    #expect(Set(fish.captures(#/ -l ([a-z-]+)/#)) == Table.options)
  }

  @Test func `short forms are those of the table`() throws {
    let zsh = try completion("_askcred")
    #expect(zsh.pairs(#/\{-([a-z])\+?,--([a-z-]+)=?\}/#) == Table.pairs)
    let fish = try completion("askcred.fish")
    #expect(fish.pairs(#/ -s ([a-z]) -l ([a-z-]+)/#) == Table.pairs)
    // bash completes long names alone, and has to know which letters take the word that follows.
    let bash = try completion("askcred.bash")
    #expect(bash.pairs(#/-([a-z]) \| --([a-z-]+)/#) == Table.pairs { $0.value != nil })
  }

  @Test func `options that take a value are those of the table`() throws {
    let zsh = try completion("_askcred")
    #expect(Set(zsh.captures(#/--([a-z-]+)=/#)) == Table.withValue)
    let fish = try completion("askcred.fish")
    #expect(Set(fish.captures(#/ -l ([a-z-]+) -[xr]/#)) == Table.withValue)
    let bash = try completion("askcred.bash")
    let outsideOfLists = Document(text: bash.text.replacing(#/'[^']*'/#, with: ""))
    #expect(Set(outsideOfLists.captures(#/--([a-z][a-z-]*)/#)) == Table.withValue)
  }

  @Test func `options that repeat are those of the table`() throws {
    let zsh = try completion("_askcred")
    #expect(Set(zsh.captures(#/'\*--([a-z-]+)/#)) == Table.repeatable)
  }

  @Test func `help is told its own options`() throws {
    let own = Table.names { $0.commands.contains(.help) }
    let bash = try completion("askcred.bash")
    let list = try #require(bash.captures(#/help:-\*\) words='([^']*)'/#).first)
    #expect(Set(Document(text: list).captures(#/--([a-z-]+)/#)) == own)
    let fish = try completion("askcred.fish")
    let unconditional = fish.lines.filter { !$0.contains(" -n ") }.joined(separator: "\n")
    #expect(Set(Document(text: unconditional).captures(#/ -l ([a-z-]+)/#)) == own)
    let zsh = try completion("_askcred")
    let general = try #require(zsh.captures(#/(?s)general=\((.*?)\n  \)/#).first)
    #expect(Set(Document(text: general).captures(#/--([a-z-]+)/#)) == own)
  }

  @Test(arguments: ["askcred.bash", "_askcred", "askcred.fish"])
  func `formats, ways of echo and commands are those of the table`(name: String) throws {
    let text = try completion(name).text
    for (words, start) in [
      (Table.formats, "lines "), (Table.echoModes, "hidden "), (Table.commands, "ask help"),
    ] {
      let list = words.joined(separator: " ")
      #expect(text.contains("'\(list)'") || text.contains("(\(list))"), "\(name): \(start)")
    }
  }

  /// A completion file without its comments.
  private func completion(_ name: String) throws -> Document {
    let lines = try Document("completions/" + name).lines
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("#") }
    return Document(text: code.joined(separator: "\n"))
  }
}

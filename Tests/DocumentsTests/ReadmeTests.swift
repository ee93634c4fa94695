// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct ReadmeTests {
  private let readme: Document

  init() throws {
    readme = try Document("README.md")
  }

  @Test func `the README names the options of the table and no others`() {
    #expect(Set(options.captures(#/(?:^|[^\w-])--([a-z][a-z-]*)/#)) == Table.options)
    #expect(readme.pairs(#/`-([a-z])`, `--([a-z-]+)/#) == Table.pairs)
  }

  @Test func `the README lists the statuses of the table and no others`() {
    #expect(Set(readme.captures(#/(?m)^\| *`?(\d+)`? *\|/#)) == Table.statuses)
  }

  @Test func `the README names every variable`() {
    for word in Table.variables { #expect(readme.contains(word: word), "\(word)") }
  }

  @Test func `the README's tables have the formats and backends and no others`() {
    let formats = rows(below: "| format | what is written | refuses |")
    #expect(formats.captures(#/`([^`]+)`/#) == Table.formats)
    let backends = rows(below: "| backend | what it is | how it is kept |")
    #expect(Set(backends.captures(#/`([a-z-]+)(?:\[?:[A-Z]+\]?)`/#)) == Set(Table.backends))
  }

  /// The first cells of a table.
  private func rows(below head: String) -> Document {
    let table = readme.lines.drop { $0 != head }.dropFirst(2).prefix { $0.hasPrefix("|") }
    return Document(
      text: table.map { $0.split(separator: " | ")[0] }.joined(separator: "\n"))
  }

  /// The code that shows askcred's own options: an option by itself, and what stands behind
  /// `askcred` on a command line. Other programs have options, too, those that `exec` runs among them.
  private var options: Document {
    let spans = readme.captures(#/`(-[^`\n]+)`/#)
    let calls = readme.captures(#/askcred((?: [^|;&)`\n]*)?)/#).map { call in
      String(call.prefix(upTo: call.firstRange(of: " -- ")?.lowerBound ?? call.endIndex))
    }
    return Document(text: (spans + calls).joined(separator: "\n"))
  }
}

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
    let fish = try completion("askcred.fish").starting(with: "complete ")
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
    let list = try #require(fish.captures(#/(?s)set -l valued (.*?[^\\])\n/#).first)
    let names = list.split { " \\\n".contains($0) }.map { String($0) }
    #expect(
      Set(names)
        == Table.withValue.union(
          Option.all.filter { $0.value != nil }.compactMap(\.letter).map { "-\($0)" }))
    let bash = try completion("askcred.bash")
    let valued = try #require(bash.captures(#/(?s)takes_value\(\) \{(.*?)\n\}/#).first)
    #expect(Set(Document(text: valued).captures(#/--([a-z][a-z-]*)/#)) == Table.withValue)
  }

  @Test func `options that repeat are those of the table`() throws {
    let zsh = try completion("_askcred")
    #expect(Set(zsh.captures(#/'\*--([a-z-]+)/#)) == Table.repeatable)
  }

  @Test(arguments: ["askcred.bash", "_askcred", "askcred.fish"])
  func `formats, ways of echo and commands are those of the table`(name: String) throws {
    // Long lists are written in several lines.
    let text = try completion(name).text.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").replacing("( ", with: "(").replacing(" )", with: ")")
    for (words, start) in [
      (Table.formats, "lines "), (Table.echoModes, "hidden "), (Table.commands, "ask "),
      (Table.backends, "store "),
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

struct CompletingTests {
  @Test(arguments: CompletingShell.allCases, CommandName.allCases)
  func `a command is offered its options and no others`(
    shell: CompletingShell, command: CommandName
  ) throws {
    try Self.require(shell)
    let own = Table.names { $0.isFor(command) }
    let questions = Table.names { $0.name.isForQuestionsAlone }
    let line = "askcred \(command.rawValue)"
    if command == .exec {
      // Without a service the login is asked for.
      #expect(try shell.options(after: line) == own)
      #expect(try shell.options(after: line + " db") == own.subtracting(questions))
      #expect(try shell.options(after: line + " --ask db") == own)
    } else if OptionName.ask.isFor(command) {
      #expect(try shell.options(after: line) == own.subtracting(questions))
      #expect(try shell.options(after: line + " --ask") == own)
    } else {
      #expect(try shell.options(after: line) == own)
    }
  }

  @Test(arguments: CompletingShell.allCases)
  func `without a command the options are those of ask`(shell: CompletingShell) throws {
    try Self.require(shell)
    let own = Table.names { $0.isFor(.ask) }
    #expect(try shell.options(after: "askcred") == own)
    // The value of an option is no command.
    #expect(try shell.options(after: "askcred -p lock") == own)
    #expect(try shell.options(after: "askcred --title lock") == own)
    #expect(try shell.options(after: "askcred -qnp lock") == own)
    #expect(
      try shell.options(after: "askcred --title=x -q lock") == Table.names { $0.isFor(.lock) })
  }

  /// zsh offers what it is told by functions that only run at its prompt.
  @Test(arguments: [CompletingShell.bash, .fish])
  func `words are offered where they belong`(shell: CompletingShell) throws {
    try Self.require(shell)
    #expect(try shell.offers("askcred re") == ["recipients"])
    #expect(try shell.offers("askcred -q re") == ["recipients"])
    #expect(try shell.offers("askcred lock re") == [])
    #expect(try shell.offers("askcred -- re") == [])
    #expect(try shell.offers("askcred help re") == ["recipients"])
    #expect(try shell.offers("askcred recipients ") == ["add", "remove"])
    #expect(try shell.offers("askcred recipients add ") == [])
    #expect(try shell.offers("askcred -f js") == ["json"])
    #expect(try shell.offers("askcred -nqf js") == ["json"])
    #expect(try shell.offers("askcred --echo m") == ["masked"])
    #expect(try shell.offers("askcred get --part p") == ["password"])
    #expect(try shell.offers("askcred list -b st") == ["store"])
    #expect(try shell.offers("askcred copy --from netrc --to pg") == ["pgpass"])
    #expect(try shell.offers("askcred list ") == [])
    #expect(try shell.offers("askcred exec --fd 0 db -- askcre").contains("askcred"))
    #expect(try shell.offers("askcred exec -- cat /etc/hostn") == ["/etc/hostname"])
  }

  @Test(arguments: [CompletingShell.bash, .fish])
  func `files are offered behind a backend's colon`(shell: CompletingShell) throws {
    try Self.require(shell)
    for option in ["-b ", "-b", "--backend ", "--backend="] {
      // Of a word with a mark in it, readline replaces what follows that.
      let start = shell == .bash ? "" : (option.hasSuffix(" ") ? "" : option) + "json:"
      #expect(
        try shell.offers("askcred get \(option)json:/etc/hostn") == [start + "/etc/hostname"])
    }
    let start = shell == .bash ? "" : "netrc:"
    #expect(
      try shell.offers("askcred copy --from netrc:/etc/hostn") == [start + "/etc/hostname"])
  }

  @Test(arguments: CompletingShell.allCases)
  func `saved services are offered once`(shell: CompletingShell) throws {
    try Self.require(shell)
    let blank = shell == .bash ? "db\\ two" : "db two"
    for command in [
      "get", "save", "erase", "exec", "exec --fd 3", "get -u alice", "get -b store:/x -n", "get --",
    ] {
      #expect(
        try shell.saved("services", after: "askcred " + command) == [
          "db", blank, "https://h.example", "https://h.example:8443/x",
        ], "\(command)")
    }
    #expect(try shell.saved("services", after: "askcred get db") == [])
    #expect(try shell.saved("services", after: "askcred unlock") == [])
    #expect(try shell.saved("services", after: "askcred exec db") == [])
  }

  @Test(arguments: CompletingShell.allCases)
  func `accounts are those of the service on the line`(shell: CompletingShell) throws {
    try Self.require(shell)
    let all = try shell.saved("accounts", after: "askcred get -u")
    #expect(Set(all) == ["alice", "bob", "a@b"])
    #expect(try shell.saved("accounts", after: "askcred get https://h.example -u") == ["a@b"])
    #expect(try shell.saved("accounts", after: "askcred erase db --account") == ["alice"])
    #expect(try shell.saved("accounts", after: "askcred get nothing -u") == [])
  }

  @Test(arguments: [CompletingShell.bash, .fish])
  func `a service is completed from its beginning`(shell: CompletingShell) throws {
    try Self.require(shell)
    // Of a word with a mark in it, readline replaces what follows that.
    let start = shell == .bash ? "" : "https:"
    #expect(
      try shell.offers("askcred get https://h.example:") == [
        shell == .bash ? "8443/x" : "https://h.example:8443/x"
      ])
    #expect(
      try shell.offers("askcred get https://") == [
        start + "//h.example", start + "//h.example:8443/x",
      ])
    #expect(try shell.offers("askcred get q") == [])
    #expect(try shell.offers("askcred get [") == [])
  }

  @Test(.enabled(if: CompletingShell.bash.isInstalled, "not installed: bash"))
  func `bash replaces no more than readline does`() throws {
    let bash = CompletingShell.bash
    #expect(try Set(bash.offers("askcred get --account=a")) == ["alice", "a@b"])
    #expect(try bash.offers("askcred get --account=a@") == ["@b"])
    #expect(try bash.offers("askcred get -ub") == ["-ubob"])
    #expect(try bash.offers("askcred --format=j") == ["json"])
  }

  private static func require(_ shell: CompletingShell) throws {
    if !shell.isInstalled { try Test.cancel("not installed: \(shell.rawValue)") }
  }
}

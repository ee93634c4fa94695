// SPDX-License-Identifier: MIT

internal import Posix

/// What askcred can be told to do, by the word that is typed.
package enum CommandName: String, CaseIterable, Sendable {
  case ask
  case save
  case get
  case list
  case erase
  case copy
  case exec
  case initialise = "init"
  case unlock
  case lock
  case passwd
  case recipients
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
    /// Whether one is needed depends on the backend.
    static let service = Operands(name: "SERVICE", count: 0...1)
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
    case .save:
      Command(
        name: self, synopsis: "save [OPTION...] SERVICE",
        summary: "ask, and keep the login; where one is saved already, Enter keeps what it has",
        operands: .service,
        examples: [
          "askcred save https://git.example.com",
          "askcred save -p 'API token' --expires +90d api.example.com",
        ])
    case .get:
      Command(
        name: self, synopsis: "get [OPTION...] SERVICE",
        summary: "print a saved password, or more of the login",
        operands: .service,
        examples: [
          "password=$(askcred get https://git.example.com) || exit",
          "askcred get -f json -u alice https://git.example.com",
        ])
    case .list:
      Command(
        name: self, synopsis: "list [OPTION...] [PATTERN]",
        summary: "print saved services and accounts, never secrets; PATTERN is a glob",
        operands: Command.Operands(name: "PATTERN", count: 0...1),
        examples: ["askcred list 'https://*.example.com*'"])
    case .erase:
      Command(
        name: self, synopsis: "erase [OPTION...] SERVICE",
        summary: "erase a saved login",
        operands: .service,
        examples: ["askcred erase -u alice https://git.example.com"])
    case .copy:
      Command(
        name: self, synopsis: "copy [OPTION...] [SERVICE] --from BACKEND [--to BACKEND]",
        summary: "copy saved logins from one backend to another, or move them",
        operands: .service,
        examples: ["askcred copy --all --from git-credentials --move"])
    case .exec:
      Command(
        name: self, synopsis: "exec [OPTION...] [SERVICE] -- COMMAND [ARG...]",
        summary: "run a command that gets a login: a saved one, or one that is asked for",
        operands: .service,
        examples: [
          "askcred exec --env PGUSER=account --env PGPASSWORD=password db -- psql",
          "sudo askcred exec -f userpass --fd 0 -- chpasswd",
        ])
    case .initialise:
      Command(
        name: self, synopsis: "init [OPTION...]",
        summary: "make the store and its key",
        operands: .none,
        examples: ["askcred init --no-passphrase"])
    case .unlock:
      Command(
        name: self, synopsis: "unlock [OPTION...]",
        summary: "ask for the store's passphrase, so that no read asks for a while",
        operands: .none,
        examples: ["askcred unlock --keep 8h"])
    case .lock:
      Command(
        name: self, synopsis: "lock [OPTION...]",
        summary: "end what unlock began",
        operands: .none,
        examples: [])
    case .passwd:
      Command(
        name: self, synopsis: "passwd [OPTION...]",
        summary: "change the store's passphrase",
        operands: .none,
        examples: [])
    case .recipients:
      Command(
        name: self, synopsis: "recipients [OPTION...] [add KEY... | remove KEY...]",
        summary: "print whom the logins are encrypted to, or change that",
        operands: Command.Operands(name: "KEY", count: 0...Int.max),
        examples: [])
    case .help:
      Command(
        name: self, synopsis: "help [COMMAND]",
        summary: "explain askcred, or one of its commands",
        operands: Command.Operands(name: "COMMAND", count: 0...1),
        examples: [])
    }
  }
}

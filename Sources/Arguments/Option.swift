// SPDX-License-Identifier: MIT

/// An option of the command line.
package enum OptionName: UInt8, CaseIterable, Sendable {
  case prompt, account, suggest, noAccount, noPassword, field, secretField, set, title, message,
    accountLabel, passwordLabel, echo, confirm, attempts, allowEmpty, check, multiline, timeout,
    tty, stdin, noInput, output, outputFd, format, part, env, fd, file, noNewline, backend, from,
    to, ask,
    expires,
    mode, all, move, force, json, renamed, keep, identity, noPassphrase, quiet, verbose, help,
    version

  /// Its long name without the dashes.
  package var word: String {
    switch self {
    case .prompt: "prompt"
    case .account: "account"
    case .suggest: "suggest"
    case .noAccount: "no-account"
    case .noPassword: "no-password"
    case .field: "field"
    case .secretField: "secret-field"
    case .set: "set"
    case .title: "title"
    case .message: "message"
    case .accountLabel: "account-label"
    case .passwordLabel: "password-label"
    case .echo: "echo"
    case .confirm: "confirm"
    case .attempts: "attempts"
    case .allowEmpty: "allow-empty"
    case .check: "check"
    case .multiline: "multiline"
    case .timeout: "timeout"
    case .tty: "tty"
    case .stdin: "stdin"
    case .noInput: "no-input"
    case .output: "output"
    case .outputFd: "output-fd"
    case .format: "format"
    case .part: "part"
    case .env: "env"
    case .fd: "fd"
    case .file: "file"
    case .noNewline: "no-newline"
    case .backend: "backend"
    case .from: "from"
    case .to: "to"
    case .ask: "ask"
    case .expires: "expires"
    case .mode: "mode"
    case .all: "all"
    case .move: "move"
    case .force: "force"
    case .json: "json"
    case .renamed: "as"
    case .keep: "keep"
    case .identity: "identity"
    case .noPassphrase: "no-passphrase"
    case .quiet: "quiet"
    case .verbose: "verbose"
    case .help: "help"
    case .version: "version"
    }
  }

  /// The name as it is typed.
  package var spelled: String { "--" + word }

  /// The option of that name.
  static func named(_ text: String) -> OptionName? {
    allCases.first { $0.word == text }
  }
}

/// An option: a row of the table that the parser and the help text are made from, and that the
/// manual and the completions are compared with.
package struct Option: Sendable {
  package let name: OptionName
  /// Its short form, without the dash.
  package let letter: Unicode.Scalar?
  /// What its value is called in the help text; nil where it takes none.
  package let value: String?
  package let isRepeatable: Bool
  /// Where the help text shows it.
  package let section: Section
  let summaryLater: Later<String>
  let contradictsLater: Later<[OptionName]>

  /// What is made on demand, as the parser passes by many rows and needs this of few.
  typealias Later<Value> = @Sendable () -> Value

  /// What it does, in one line.
  package var summary: String { summaryLater() }
  /// The options that it cannot stand beside.
  package var contradicts: [OptionName] { contradictsLater() }

  /// The option as it is typed, with its value.
  package var synopsis: String {
    value.map { "\(name.spelled) \($0)" } ?? name.spelled
  }

  /// The commands that have a use for it.
  package var commands: [CommandName] { CommandName.allCases.filter(isFor) }

  /// Whether a command has a use for it.
  package func isFor(_ command: CommandName) -> Bool { name.isFor(command) }

  /// Whether its value is a text for people, which may have blanks in it.
  var takesText: Bool { value == "TEXT" || value == "LABEL" }

  /// What an option is about.
  package enum Section: String, CaseIterable, Sendable {
    case asking = "Asking"
    case writing = "Writing"
    case keeping = "Saved logins"
    case keys = "The store's keys"
    case general = "General"
  }

  /// The rows, in the order in which they are shown.
  package static var all: [Option] { OptionName.allCases.map(\.row) }

  /// The option that has this short form.
  static func named(_ letter: Unicode.Scalar) -> Option? {
    for name in OptionName.allCases {
      let row = name.row
      if row.letter == letter { return row }
    }
    return nil
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
private import Formats
internal import Posix

/// What can be said to somebody who mistyped.
enum Hint {
  static let help = "run: askcred \(OptionName.help.spelled)"

  static func help(on command: CommandName) -> String { "run: askcred help \(command.rawValue)" }

  static func usage(of option: OptionName) -> String {
    "usage: " + option.row.synopsis
  }

  /// A hint on a word that is no command, and on the option whose text it may be a part of.
  static func forCommand(_ word: ByteString, after option: OptionName?) -> String {
    if let option { return "to make it a part of '\(option.spelled)', quote the whole text" }
    if let command = commandMeant(by: word) { return question(command) }
    if word.isURLWithPassword { return forPassword }
    return isPlain(word) ? "for a saved login: askcred get \(word.visible)" : help
  }

  static func forTopic(_ word: ByteString) -> String {
    commandMeant(by: word).map(question) ?? help
  }

  static func forOption(_ spelled: ByteString) -> String {
    let word = (spelled.text ?? "").dropFirst(2).lowercased()
    if Vocabulary.passwordOptions.contains(word) {
      return "no option takes a password; one can be piped in with '\(OptionName.stdin.spelled)'"
    }
    if let own = Vocabulary.options[word] { return question(own) }
    if let mode = EchoMode(rawValue: word) {
      return question("\(OptionName.echo.spelled) \(mode.rawValue)")
    }
    if let format = FormatName(rawValue: word) {
      return question("\(OptionName.format.spelled) \(format.rawValue)")
    }
    let names = OptionName.allCases.map(\.word)
    guard let near = Spelling.nearest(to: word, among: names) else { return help }
    return question("--" + near)
  }

  /// A hint on an option that a command has no use for.
  static func forOption(_ option: OptionName, of command: CommandName) -> String {
    switch option {
    case .json where OptionName.format.isFor(command): question("\(OptionName.format.spelled) json")
    case .format where OptionName.json.isFor(command): question(OptionName.json.spelled)
    case .fd where OptionName.outputFd.isFor(command): question(OptionName.outputFd.spelled)
    case .outputFd where OptionName.fd.isFor(command): question(OptionName.fd.spelled)
    case .file where OptionName.output.isFor(command): question(OptionName.output.spelled)
    default: help(on: command)
    }
  }

  /// A hint on an option that another one has to stand beside.
  static func forNeeded(_ option: OptionName) -> String {
    "add '\(option.spelled)': \(option.row.summary)"
  }

  static var formatsWithVariables: String {
    "add '\(OptionName.format.spelled)'; formats with variables: "
      + Wording.choice(FormatName.allCases.filter(\.hasVariableNames).map(\.rawValue))
  }

  /// A hint on an option that says something only of a service, where there is none.
  static func forServiceless(_ option: OptionName) -> String {
    switch option {
    case .ask: "without SERVICE, the login is asked for, and not kept"
    default: "without SERVICE, no saved login is looked for"
    }
  }

  private static let forPassword =
    "passwords are asked for, or piped in with '\(OptionName.stdin.spelled)'"

  static func forExcess(of command: CommandName) -> String {
    switch command {
    case .save, .initialise, .unlock, .passwd: forPassword
    case .get, .erase, .exec: "an account is named with '-u ACCOUNT'"
    default: help(on: command)
    }
  }

  static func forOperand(of command: CommandName) -> String {
    switch command {
    case .get, .erase: "'askcred \(CommandName.list.rawValue)' shows which there are"
    case .save: "such as: askcred save https://git.example.com"
    case .exec: "such as: askcred exec --env PGPASSWORD=password db -- psql"
    default: help(on: command)
    }
  }

  /// A hint on what cannot be done to the recipients.
  static func forChange(_ word: ByteString) -> String {
    if word.hasPrefix("age1") {
      return "to add it: askcred \(CommandName.recipients.rawValue) add \(word.visible)"
    }
    let words = [RecipientsRequest.addition, RecipientsRequest.removal]
    if let own = word.text.flatMap({ Vocabulary.changes[$0.lowercased()] }) { return question(own) }
    return nearest(to: word, among: words) ?? help(on: .recipients)
  }

  /// A hint on an unknown letter in a word of short options, which may be a long one with a dash too
  /// few.
  static func forLetter(_ letter: ByteString, in word: ByteString) -> String {
    let name = word.cut(at: "=").before.text?.dropFirst()
    if let option = name.flatMap({ OptionName.named(String($0)) }) {
      return question(option.spelled)
    }
    return letter.text.flatMap { Vocabulary.letters[$0] }.map(question) ?? help
  }

  static func forValue(_ value: ByteString, of option: OptionName) -> String {
    switch option {
    case .echo: choice(value, EchoMode.allCases.map(\.rawValue))
    case .format: choice(value, FormatName.allCases.map(\.rawValue))
    case .attempts:
      "a number from \(AskingOptions.attemptsRange.lowerBound)"
        + " to \(AskingOptions.attemptsRange.upperBound)"
    case .outputFd: "the number of an open descriptor, such as 3"
    case .fd: usage(of: option) + ", where N is 0, or 3 or more"
    case .env, .file:
      usage(of: option) + ", where VARIABLE is [A-Za-z_][A-Za-z0-9_]*"
    case .backend, .from, .to:
      argument(of: value)
        ?? nearest(to: value.cut(at: ":").before, among: BackendChoice.names)
        ?? "backends: " + BackendChoice.names.joined(separator: ", ")
    case .expires: "a time such as 2030-12-31T23:59:59Z, or from now on: +30m, +12h, +90d"
    case .timeout, .keep: "more than 0, in seconds or with a unit: 30s, 10m, 8h, 90d"
    default: usage(of: option)
    }
  }

  /// What follows the colon of a backend, where nothing does.
  private static func argument(of value: ByteString) -> String? {
    let (name, argument) = value.cut(at: ":")
    guard argument?.isEmpty == true, let text = name.text, BackendChoice.names.contains(text)
    else { return nil }
    return "write '\(text):PATH'"
  }

  static func forFieldName(_ name: ByteString) -> String {
    if let text = name.text, FieldName.reserved.contains(text) {
      return "that word has a meaning of its own in a login"
    }
    return "a name has small letters, digits and '_', and begins with a letter"
  }

  static func forAbsent(_ part: Part) -> String {
    switch part {
    case .account:
      "an account is asked for without '\(OptionName.noAccount.spelled)' and"
        + " '\(OptionName.prompt.spelled)'"
    case .password:
      "a password is asked for without '\(OptionName.noPassword.spelled)'"
    case .field(let name):
      "add '\(OptionName.field.spelled) \(name.text)' or"
        + " '\(OptionName.set.spelled) \(name.text)=VALUE'"
    }
  }

  private static func question(_ word: String) -> String { "did you mean '\(word)'?" }

  private static func choice(_ value: ByteString, _ words: [String]) -> String {
    nearest(to: value, among: words) ?? Wording.choice(words)
  }

  private static func nearest(to word: ByteString, among words: [String]) -> String? {
    word.text.flatMap { Spelling.nearest(to: $0, among: words) }.map(question)
  }

  private static func commandMeant(by word: ByteString) -> String? {
    guard let text = word.text?.lowercased() else { return nil }
    let words = CommandName.allCases.map(\.rawValue) + Vocabulary.plannedCommands
    return Vocabulary.commands[text] ?? Spelling.nearest(to: text, among: words)
  }

  /// Whether a shell takes the word as it stands.
  private static func isPlain(_ word: ByteString) -> Bool {
    !word.isEmpty
      && word.bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-_.,:/@%+".utf8.contains(byte)
        }
      }
  }
}

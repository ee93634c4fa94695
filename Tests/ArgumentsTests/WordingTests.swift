// SPDX-License-Identifier: MIT

@testable import Arguments
import Posix
import Testing

struct WordingTests {
  /// A command line, what is said about it, and the hint.
  struct Saying: Sendable, CustomTestStringConvertible {
    let words: [ByteString]
    let message: String
    let hint: String

    init(_ words: ByteString..., message: String, hint: String) {
      self.words = words
      self.message = message
      self.hint = hint
    }

    var testDescription: String { words.map(\.visible).joined(separator: " ") }
  }

  @Test(arguments: [
    Saying("unlok", message: "unknown command 'unlok'", hint: "did you mean 'unlock'?"),
    Saying("db", message: "unknown command 'db'", hint: "for a saved login: askcred get db"),
    Saying(
      "mail.example.com", message: "unknown command 'mail.example.com'",
      hint: "for a saved login: askcred get mail.example.com"),
    Saying("my db", message: "unknown command 'my db'", hint: "run: askcred --help"),
    Saying("", message: "unknown command ''", hint: "run: askcred --help"),
    Saying("a\u{1B}[2J", message: "unknown command 'a^[[2J'", hint: "run: askcred --help"),
    Saying("-", message: "unknown command '-'", hint: "did you mean '--stdin'?"),
    Saying("aks", message: "unknown command 'aks'", hint: "did you mean 'ask'?"),
    Saying("HELP", message: "unknown command 'HELP'", hint: "did you mean 'help'?"),
    Saying(
      "backends", message: "'backends' is not in this version", hint: "run: askcred --help"),
    Saying(
      "list", "-b", "json:", message: "'json:' is no value for '--backend'",
      hint: "write 'json:PATH'"),
    Saying("copy", message: "'copy' needs '--from'", hint: "usage: --from NAME[:ARGUMENT]"),
    Saying(
      "help", "backends", message: "'backends' is not in this version",
      hint: "run: askcred --help"),
    Saying("help", "unlok", message: "no help on 'unlok'", hint: "did you mean 'unlock'?"),
    Saying("help", "db", message: "no help on 'db'", hint: "run: askcred --help"),
    Saying(
      "--title", "Server", "Password", message: "unknown command 'Password'",
      hint: "to make it a part of '--title', quote the whole text"),
    Saying(
      "-f", "json", "unlok", message: "unknown command 'unlok'", hint: "did you mean 'unlock'?"),
    Saying(
      "ask", "x", message: "unexpected operand 'x' for 'ask'", hint: "run: askcred help ask"),
    Saying(
      "help", "ask", "x", message: "unexpected operand 'x' for 'help'",
      hint: "run: askcred help help"),
    Saying("get", message: "'get' needs SERVICE", hint: "'askcred list' shows which there are"),
    Saying("erase", message: "'erase' needs SERVICE", hint: "'askcred list' shows which there are"),
    Saying(
      "erase", "--all", message: "'erase' needs SERVICE",
      hint: "'askcred list' shows which there are"),
    Saying(
      "save", message: "'save' needs SERVICE",
      hint: "such as: askcred save https://git.example.com"),
    Saying(
      "get", "a", "b", message: "unexpected operand 'b' for 'get'",
      hint: "an account is named with '-u ACCOUNT'"),
    Saying(
      "exec", "--env", "P=password", "psql", message: "'exec' needs '--' before the command",
      hint: "such as: askcred exec --env PGPASSWORD=password db -- psql"),
    Saying(
      "exec", "--env", "P=password", "db", "--", message: "'exec' needs COMMAND after '--'",
      hint: "such as: askcred exec --env PGPASSWORD=password db -- psql"),
    Saying(
      "exec", "--env", "P=password", "a", "b", "--", "c",
      message: "unexpected operand 'b' for 'exec'", hint: "an account is named with '-u ACCOUNT'"),
    Saying(
      "exec", "db", "--", "psql",
      message: "'exec' needs '--env', '--fd' or '--file': the command would not get the login",
      hint: "such as: askcred exec --env PGPASSWORD=password db -- psql"),
    Saying(
      "list", "a", "b", message: "unexpected operand 'b' for 'list'",
      hint: "run: askcred help list"),
    Saying(
      "recipients", "rm", "x", message: "'rm' is neither 'add' nor 'remove'",
      hint: "did you mean 'remove'?"),
    Saying(
      "recipients", "age1xyz", message: "'age1xyz' is neither 'add' nor 'remove'",
      hint: "to add it: askcred recipients add age1xyz"),
    Saying(
      "recipients", "ad", "x", message: "'ad' is neither 'add' nor 'remove'",
      hint: "did you mean 'add'?"),
    Saying(
      "recipients", "list", message: "'list' is neither 'add' nor 'remove'",
      hint: "run: askcred help recipients"),
    Saying(
      "recipients", "add", message: "'recipients' needs KEY after 'add'",
      hint: "run: askcred help recipients"),
    Saying(
      "help", "--title", "x", message: "option '--title' is not for 'help'",
      hint: "run: askcred help help"),
  ])
  func `a mistaken command is answered with the right one`(saying: Saying) {
    expect(saying)
  }

  @Test(arguments: [
    Saying("--titel=x", message: "unknown option '--titel'", hint: "did you mean '--title'?"),
    Saying(
      "--noaccount", message: "unknown option '--noaccount'", hint: "did you mean '--no-account'?"),
    Saying("--acc", message: "unknown option '--acc'", hint: "did you mean '--account'?"),
    Saying("--Confirm", message: "unknown option '--Confirm'", hint: "did you mean '--confirm'?"),
    Saying("--lines", message: "unknown option '--lines'", hint: "did you mean '--format lines'?"),
    Saying(
      "--json", message: "option '--json' is not for 'ask'", hint: "did you mean '--format json'?"),
    Saying(
      "list", "-f", "json", message: "option '--format' is not for 'list'",
      hint: "did you mean '--json'?"),
    Saying(
      "save", "-o", "x", "s", message: "option '--output' is not for 'save'",
      hint: "run: askcred help save"),
    Saying(
      "get", "--title", "x", "s", message: "option '--title' needs '--ask'",
      hint: "add '--ask': where nothing is saved: ask, save and go on"),
    Saying(
      "get", "--env", "X=password", "s", message: "option '--env' needs '--format'",
      hint: "add '--format'; formats with variables: sh, systemd-env, docker-env or dotenv"),
    Saying(
      "exec", "--ask", "--fd", "0", "--", "cat", message: "option '--ask' needs SERVICE",
      hint: "without SERVICE, the login is asked for, and not kept"),
    Saying(
      "exec", "-b", "store", "--fd", "0", "--", "cat", message: "option '--backend' needs SERVICE",
      hint: "without SERVICE, no saved login is looked for"),
    Saying(
      "exec", "--output-fd", "3", "s", "--", "cat",
      message: "option '--output-fd' is not for 'exec'", hint: "did you mean '--fd'?"),
    Saying(
      "--fd", "3", message: "option '--fd' is not for 'ask'", hint: "did you mean '--output-fd'?"),
    Saying(
      "--file", "x", message: "option '--file' is not for 'ask'", hint: "did you mean '--output'?"),
    Saying(
      "exec", "-f", "json", "--fd", "3=password", "s", "--", "cat",
      message: "option '--format' needs '--fd' or '--file' without a part",
      hint: "a part is handed over as it is"),
    Saying("--masked", message: "unknown option '--masked'", hint: "did you mean '--echo masked'?"),
    Saying("--xyzzy", message: "unknown option '--xyzzy'", hint: "run: askcred --help"),
    Saying("-title", message: "unknown option '-t'", hint: "did you mean '--title'?"),
    Saying("-nv", message: "unknown option '-v'", hint: "did you mean '--verbose'?"),
    Saying("-V", message: "unknown option '-V'", hint: "did you mean '--version'?"),
    Saying("-né", message: "unknown option '-é'", hint: "run: askcred --help"),
    Saying(
      ByteString([0x2D, 0xFF]), message: "unknown option '-\\xFF'", hint: "run: askcred --help"),
    Saying("--title", message: "option '--title' needs a value", hint: "usage: --title TEXT"),
    Saying("-np", message: "option '--prompt' needs a value", hint: "usage: --prompt LABEL"),
    Saying(
      "--confirm=yes", message: "option '--confirm' takes no value", hint: "usage: --confirm"),
    Saying("--confirm=", message: "option '--confirm' takes no value", hint: "usage: --confirm"),
    Saying(
      "-nn", message: "option '--no-newline' is given twice", hint: "leave out one of the two"),
    Saying(
      "-u", "x", "-p", "y", message: "options '--account' and '--prompt' contradict each other",
      hint: "leave out one of the two"),
  ])
  func `a mistaken option is answered with the right one`(saying: Saying) {
    expect(saying)
  }

  @Test(arguments: [
    Saying("-u", "", message: "the value of '--account' is empty", hint: "usage: --account NAME"),
    Saying("-f", "jsn", message: "'jsn' is no value for '--format'", hint: "did you mean 'json'?"),
    Saying(
      "-f", "xml", message: "'xml' is no value for '--format'",
      hint: "lines, nul, json, sh, userpass, curl, netrc, pgpass, mycnf, git-credentials, git, "
        + "htpasswd, cifs, systemd-env, docker-env, dotenv, aws or kubernetes"),
    Saying(
      "--echo", "stars", message: "'stars' is no value for '--echo'",
      hint: "hidden, masked or plain"),
    Saying(
      "--attempts", "0", message: "'0' is no value for '--attempts'",
      hint: "a number from 1 to 1000"),
    Saying(
      "--output-fd", "x", message: "'x' is no value for '--output-fd'",
      hint: "the number of an open descriptor, such as 3"),
    Saying(
      "--timeout", "0", message: "'0' is no value for '--timeout'",
      hint: "more than 0, in seconds or with a unit: 30s, 10m, 8h, 90d"),
    Saying(
      "save", "--expires", "soon", "s", message: "'soon' is no value for '--expires'",
      hint: "a time such as 2030-12-31T23:59:59Z, or from now on: +30m, +12h, +90d"),
    Saying(
      "unlock", "--keep", "0", message: "'0' is no value for '--keep'",
      hint: "more than 0, in seconds or with a unit: 30s, 10m, 8h, 90d"),
    Saying(
      "list", "-b", "vault:x", message: "'vault:x' is no value for '--backend'",
      hint: "backends: " + BackendChoice.names.joined(separator: ", ")),
    Saying(
      "list", "-b", "stroe:x", message: "'stroe:x' is no value for '--backend'",
      hint: "did you mean 'store'?"),
    Saying(
      "get", "--part", "Domain", "s", message: "'Domain' is no part of a login",
      hint: "a part is account, password or the name of a field"),
    Saying("--set", "x", message: "'x' is no value for '--set'", hint: "usage: --set NAME=VALUE"),
    Saying(
      "--env", "1=x", message: "'1=x' is no value for '--env'",
      hint: "usage: --env VARIABLE=PART, where VARIABLE is [A-Za-z_][A-Za-z0-9_]*"),
    Saying(
      "exec", "--fd", "1", "s", "--", "cat", message: "'1' is no value for '--fd'",
      hint: "usage: --fd N[=PART], where N is 0, or 3 or more"),
    Saying(
      "exec", "--file", "1=password", "s", "--", "cat",
      message: "'1=password' is no value for '--file'",
      hint: "usage: --file VARIABLE[=PART], where VARIABLE is [A-Za-z_][A-Za-z0-9_]*"),
    Saying(
      "exec", "--fd", "3", "--fd", "3=account", "s", "--", "cat",
      message: "the descriptor 3 is given twice", hint: "a descriptor is read once"),
    Saying(
      "exec", "--env", "X=password", "--file", "X", "s", "--", "cat",
      message: "the variable 'X' is given twice", hint: "a variable holds one part"),
    Saying(
      "--field", "account", message: "'account' is no name for a field",
      hint: "that word has a meaning of its own in a login"),
    Saying(
      "--field", "Domain", message: "'Domain' is no name for a field",
      hint: "a name has small letters, digits and '_', and begins with a letter"),
    Saying(
      "--no-account", "--no-password", message: "there is nothing to ask and nothing to write",
      hint: "leave out '--no-account' or '--no-password', or add '--field'"),
    Saying(
      "--env", "X=password", message: "the format 'lines' has no variables for '--env'",
      hint: "formats that have: sh, systemd-env, docker-env or dotenv"),
    Saying(
      "-f", "sh", "--env", "X=domain", message: "'domain' is neither asked for nor given",
      hint: "add '--field domain' or '--set domain=VALUE'"),
    Saying(
      "-p", "PIN", "-f", "sh", "--env", "X=account",
      message: "'account' is neither asked for nor given",
      hint: "an account is asked for without '--no-account' and '--prompt'"),
  ])
  func `a mistaken value is answered with what is possible`(saying: Saying) {
    expect(saying)
  }

  @Test func `a bad variable is named with its value`() {
    let error = UsageError.badVariable(.timeout, "soon")
    #expect(error.message == "'soon' is no value for the variable 'ASKCRED_TIMEOUT'")
    #expect(error.hint == "more than 0, in seconds or with a unit: 30s, 10m, 8h, 90d")
    let backend = UsageError.badVariable(.backend, "elsewhere")
    #expect(backend.message == "'elsewhere' is no value for the variable 'ASKCRED_BACKEND'")
    #expect(backend.hint == "backends: " + BackendChoice.names.joined(separator: ", "))
  }

  /// What is typed to such an option is a password, and must not be repeated on the screen.
  @Test(arguments: ["--pass", "--password", "--passphrase", "--secret"])
  func `no option takes a password, and the message does not show it`(option: String) {
    let error = refusal(ByteString(option + "=hunter2"))
    #expect(error?.message == "unknown option '\(option)'")
    #expect(error?.hint == "no option takes a password; one can be piped in with '--stdin'")
    #expect(refusal("-xhunter2")?.message == "unknown option '-x'")
  }

  /// Who types a password there is told that it is wrong, and not shown it.
  @Test(arguments: ["save s", "init", "unlock", "passwd"])
  func `a word too many that may be a password is not shown`(line: String) {
    let words = line.split(separator: " ").map { ByteString(String($0)) } + ["hunter2"]
    let error = #expect(throws: UsageError.self) { try read(words) }
    #expect(
      error?.message == "unexpected operand for '\(line.split(separator: " ").first ?? "")'")
    #expect(error?.hint == "passwords are asked for, or piped in with '--stdin'")
  }

  @Test(arguments: [
    Saying(
      "https://bob:hunter2@h.example", message: "unknown command (a URL with a password in it)",
      hint: "passwords are asked for, or piped in with '--stdin'"),
    Saying(
      "help", "https://bob:hunter2@h.example", message: "no help on (a URL with a password in it)",
      hint: "run: askcred --help"),
    Saying(
      "get", "h.example", "https://bob:hunter2@h.example",
      message: "unexpected operand (a URL with a password in it) for 'get'",
      hint: "an account is named with '-u ACCOUNT'"),
    Saying(
      "get", "https://bob:hunter2@h.example", message: "the service has a password in it",
      hint: "leave it out: others see a command line, and the password is asked for"),
    Saying(
      "get", "--as", "https://bob:hunter2@h.example", "s",
      message: "option '--as': the service has a password in it",
      hint: "leave it out: others see a command line, and the password is asked for"),
    Saying(
      "recipients", "https://bob:hunter2@h.example",
      message: "(a URL with a password in it) is neither 'add' nor 'remove'",
      hint: "run: askcred help recipients"),
  ])
  func `a password in a URL is not shown`(saying: Saying) {
    expect(saying)
  }

  private func expect(_ saying: Saying) {
    let error = #expect(throws: UsageError.self) { try read(saying.words) }
    #expect(error?.message == saying.message)
    #expect(error?.hint == saying.hint)
  }
}

struct VocabularyTests {
  @Test(arguments: [
    "add": "save", "login": "save", "store": "save", "set": "save", "show": "get",
    "print": "get", "fetch": "get", "ls": "list", "rm": "erase", "delete": "erase",
    "remove": "erase", "cat": "get", "run": "exec", "version": "--version",
  ])
  func `a command of other programs is answered with askcred's own`(word: String, own: String) {
    #expect(refusal(ByteString(word))?.hint == "did you mean '\(own)'?")
  }

  @Test(arguments: [
    "user": "--account", "username": "--account", "login": "--account", "name": "--account",
    "label": "--prompt", "out": "--output", "silent": "--quiet", "mask": "--echo masked",
    "visible": "--echo plain", "show": "--echo plain", "verify": "--confirm",
    "repeat": "--confirm", "tries": "--attempts",
    "expiry": "--expires", "store": "--backend", "everything": "--all",
  ])
  func `an option of other programs is answered with askcred's own`(word: String, own: String) {
    #expect(refusal(ByteString("--" + word))?.hint == "did you mean '\(own)'?")
  }

  @Test func `a word that askcred has itself is no foreign one`() {
    for command in CommandName.allCases {
      #expect(Vocabulary.commands[command.rawValue] == nil)
      #expect(!Vocabulary.plannedCommands.contains(command.rawValue))
    }
    for option in OptionName.allCases {
      #expect(Vocabulary.options[option.word] == nil)
      #expect(!Vocabulary.passwordOptions.contains(option.word))
    }
    for letter in Option.all.compactMap(\.letter) {
      #expect(Vocabulary.letters[String(letter)] == nil)
    }
    #expect(Vocabulary.passwordOptions.allSatisfy { Vocabulary.options[$0] == nil })
  }

  @Test func `what is offered for a foreign word is there, or is to come`() {
    let options = Set(OptionName.allCases.map(\.spelled))
    let commands = Set(CommandName.allCases.map(\.rawValue) + Vocabulary.plannedCommands)
    for own in Vocabulary.commands.values {
      #expect(commands.contains(own) || options.contains(own), "\(own)")
    }
    for own in Vocabulary.options.values {
      let words = own.split(separator: " ").map(String.init)
      #expect(options.contains(words[0]), "\(own)")
      if words.count == 2 { #expect(refusal(ByteString(words[0]), ByteString(words[1])) == nil) }
    }
    #expect(Vocabulary.letters.values.allSatisfy(options.contains))
  }
}

struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("unlok", "unlock", 1), ("lsit", "list", 1),
    ("ca", "abc", 3), ("kitten", "sitting", 3), ("abcd", "acbd", 1), ("abcd", "badc", 2),
    ("é", "e", 1),
  ])
  func `a slip is a letter left out, added, changed or swapped`(
    first: String, second: String, distance: Int
  ) {
    #expect(Spelling.distance(first, second) == distance)
    #expect(Spelling.distance(second, first) == distance)
  }

  @Test func `a long word forgives more slips than a short one`() {
    #expect(Spelling.nearest(to: "gte", among: ["get"]) == "get")
    #expect(Spelling.nearest(to: "gxx", among: ["get"]) == nil)
    #expect(Spelling.nearest(to: "acount", among: ["account"]) == "account")
    #expect(Spelling.nearest(to: "pasword-lable", among: ["password-label"]) == "password-label")
    #expect(Spelling.nearest(to: "x", among: ["get", "ask"]) == nil)
  }

  @Test func `a beginning stands for the shortest word that has it`() {
    let words = ["account-label", "account", "attempts"]
    #expect(Spelling.nearest(to: "acc", among: words) == "account")
    #expect(Spelling.nearest(to: "account-", among: words) == "account-label")
    #expect(Spelling.nearest(to: "a", among: words) == nil)
  }
}

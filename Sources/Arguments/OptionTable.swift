// SPDX-License-Identifier: MIT

private import Formats

extension OptionName {
  /// What is known of this option.
  package var row: Option {
    switch self {
    case .prompt:
      asking(
        "p", "LABEL", "ask for one secret and nothing else",
        contradicts: [
          .account, .suggest, .noAccount, .noPassword, .accountLabel, .passwordLabel, .field,
          .secretField,
        ])
    case .account:
      asking(
        "u", "NAME", "the account is NAME, and not asked for",
        contradicts: [.prompt, .suggest, .noAccount, .accountLabel, .all])
    case .suggest:
      asking(
        nil, "NAME", "a default for the account: Enter takes it",
        contradicts: [.prompt, .account, .noAccount])
    case .noAccount:
      asking(
        nil, nil, "the login has no account, and none is asked for",
        contradicts: [.prompt, .account, .suggest, .accountLabel, .all])
    case .noPassword:
      asking(
        nil, nil, "do not ask for a password",
        contradicts: [.prompt, .passwordLabel, .confirm, .allowEmpty, .check, .multiline])
    case .field:
      asking(
        nil, "NAME[=LABEL]", "ask for one more line, such as a domain; repeatable",
        isRepeatable: true, contradicts: [.prompt])
    case .secretField:
      asking(
        nil, "NAME[=LABEL]", "ask for one more secret, such as a one-time code; repeatable",
        isRepeatable: true, contradicts: [.prompt])
    case .set:
      asking(
        nil, "NAME=VALUE", "a field that is not asked for, never a secret; repeatable",
        isRepeatable: true)
    case .title:
      asking(nil, "TEXT", "a heading above the questions")
    case .message:
      asking(nil, "TEXT", "one line under the heading")
    case .accountLabel:
      asking(
        nil, "LABEL", "default '\(AskingOptions.defaultAccountLabel)'",
        contradicts: [.prompt, .account, .noAccount])
    case .passwordLabel:
      asking(
        nil, "LABEL", "default '\(AskingOptions.defaultPasswordLabel)'",
        contradicts: [.prompt, .noPassword])
    case .echo:
      asking(
        nil, "hidden|masked|plain",
        "what typing a secret shows; default \(EchoMode.byDefault.rawValue)")
    case .confirm:
      asking(nil, nil, "ask for the password twice", contradicts: [.noPassword])
    case .attempts:
      asking(
        nil, "N",
        "how many answers may be given at each question; default \(AskingOptions.defaultAttempts)")
    case .allowEmpty:
      asking(nil, nil, "an empty password is an answer", contradicts: [.noPassword])
    case .check:
      asking(
        nil, "COMMAND",
        "run by 'sh -c' with the password on its standard input; status 0 accepts it",
        contradicts: [.noPassword])
    case .multiline:
      asking(
        nil, nil, "the password is many lines, ended by end of file", contradicts: [.noPassword])
    case .timeout:
      asking(
        nil, "DURATION",
        "for all the questions together, such as 30s, 10m or 8h; default"
          + " $\(Environment.Variable.timeout.rawValue), else none")
    case .tty:
      asking(
        nil, "PATH", "ask on another terminal than \(AskingOptions.defaultTerminal)",
        contradicts: [.stdin])
    case .stdin:
      asking(
        nil, nil, "no terminal: read the answers from standard input, one line each",
        contradicts: [.tty])
    case .noInput:
      asking(nil, nil, "never ask: fail where a question would be needed")

    case .output:
      writing("o", "PATH", "write to a file instead of standard output", contradicts: [.outputFd])
    case .outputFd:
      writing(
        nil, "N", "write to descriptor N instead of standard output", contradicts: [.output])
    case .format:
      writing(
        "f", "NAME",
        "\(Wording.choice(FormatName.allCases.map(\.rawValue)));"
          + " default \(OutputOptions.defaultFormat.rawValue), for get and exec the password alone",
        contradicts: [.part])
    case .part:
      writing(
        nil, "NAME", "print that part alone: account, password or a field",
        contradicts: [.format, .env])
    case .env:
      writing(
        nil, "VARIABLE=PART",
        "the name of a part's variable, in "
          + Wording.choice(FormatName.allCases.filter(\.hasVariableNames).map(\.rawValue))
          + "; for exec, a variable of the command; repeatable",
        isRepeatable: true, contradicts: [.part])
    case .fd:
      writing(
        nil, "N[=PART]", "the part, or the login in the format, behind descriptor N; repeatable",
        isRepeatable: true)
    case .file:
      writing(
        nil, "VARIABLE[=PART]",
        "the same in a file in memory, whose path is put into VARIABLE; repeatable",
        isRepeatable: true)
    case .noNewline:
      writing("n", nil, "no newline after the last value")

    case .backend:
      keeping(
        "b", "NAME[:ARGUMENT]",
        "where logins are kept: store[:DIR], or NAME[:PATH] of a file, see askcred-formats(5);"
          + " default $\(Environment.Variable.backend.rawValue), else \(BackendChoice.byDefault)")
    case .from:
      keeping(nil, "NAME[:ARGUMENT]", "the backend that logins are copied from")
    case .to:
      keeping(nil, "NAME[:ARGUMENT]", "the backend that they are copied to; default as for -b")
    case .ask:
      keeping(nil, nil, "where nothing is saved: ask, save and go on")
    case .expires:
      keeping(
        nil, "TIME", "a time such as 2030-12-31T23:59:59Z, or from now on, such as +12h or +90d")
    case .mode:
      keeping(nil, "MODE", "of a new file, such as 640; default 600")
    case .all:
      keeping(
        nil, nil, "with erase the logins of all accounts, with copy all logins",
        contradicts: [.account, .noAccount])
    case .move:
      keeping(nil, nil, "erase each login where it was once the other backend has it")
    case .force:
      keeping(nil, nil, "replace a login that differs")
    case .json:
      keeping(nil, nil, "list as JSON, for programs")
    case .renamed:
      keeping(nil, "SERVICE", "its name where it is written to, where that must be another")

    case .keep:
      keys(
        "DURATION",
        "how long unlocking lasts, such as 30s, 10m or 8h; default 10m")
    case .identity:
      keys("FILE", "take the key in FILE, as age-keygen or age made it")
    case .noPassphrase:
      keys(nil, "ask nothing: the key lies in plain text beside the logins")

    case .quiet:
      general("q", "less on standard error", contradicts: [.verbose])
    case .verbose:
      general(nil, "more on standard error, never a secret", contradicts: [.quiet])
    case .help:
      general("h", "print this help")
    case .version:
      general(nil, "print the version")
    }
  }

  /// An option of the commands that ask.
  private func asking(
    _ letter: Unicode.Scalar?, _ value: String?,
    _ summary: @escaping @autoclosure Option.Later<String>, isRepeatable: Bool = false,
    contradicts: @escaping @autoclosure Option.Later<[OptionName]> = []
  ) -> Option {
    Option(
      name: self, letter: letter, value: value, isRepeatable: isRepeatable, section: .asking,
      summaryLater: summary, contradictsLater: contradicts)
  }

  /// An option of the commands that write a login out.
  private func writing(
    _ letter: Unicode.Scalar?, _ value: String?,
    _ summary: @escaping @autoclosure Option.Later<String>, isRepeatable: Bool = false,
    contradicts: @escaping @autoclosure Option.Later<[OptionName]> = []
  ) -> Option {
    Option(
      name: self, letter: letter, value: value, isRepeatable: isRepeatable, section: .writing,
      summaryLater: summary, contradictsLater: contradicts)
  }

  /// An option of the commands that work on saved logins.
  private func keeping(
    _ letter: Unicode.Scalar?, _ value: String?,
    _ summary: @escaping @autoclosure Option.Later<String>,
    contradicts: @escaping @autoclosure Option.Later<[OptionName]> = []
  ) -> Option {
    Option(
      name: self, letter: letter, value: value, isRepeatable: false, section: .keeping,
      summaryLater: summary, contradictsLater: contradicts)
  }

  /// An option of the commands that work on the store's keys.
  private func keys(
    _ value: String?, _ summary: @escaping @autoclosure Option.Later<String>
  ) -> Option {
    Option(
      name: self, letter: nil, value: value, isRepeatable: false, section: .keys,
      summaryLater: summary, contradictsLater: { [] })
  }

  private func general(
    _ letter: Unicode.Scalar?, _ summary: @escaping @autoclosure Option.Later<String>,
    contradicts: @escaping @autoclosure Option.Later<[OptionName]> = []
  ) -> Option {
    Option(
      name: self, letter: letter, value: nil, isRepeatable: false, section: .general,
      summaryLater: summary, contradictsLater: contradicts)
  }
}

// SPDX-License-Identifier: MIT

extension OptionName {
  /// Whether a command has a use for it.
  package func isFor(_ command: CommandName) -> Bool {
    switch self {
    case .prompt, .suggest, .noPassword, .field, .secretField, .set, .title, .message,
      .accountLabel, .passwordLabel, .echo, .confirm, .attempts, .allowEmpty, .check, .multiline:
      command.asksForLogin
    case .account, .noAccount: command.asksForLogin || command == .erase || command == .copy
    case .timeout, .tty, .noInput: command.asksForLogin || command.asksForPassphrase
    case .stdin:
      command.asksForLogin
        || command.asksForPassphrase && command != .recipients && command != .copy

    case .output, .outputFd: command == .ask || command == .get
    case .format, .noNewline: command == .ask || command == .get || command == .exec
    case .env: command == .ask || command == .copy || command.usesBackend && command != .list
    case .fd, .file: command == .exec
    case .part: command == .get
    case .ask: command == .get || command == .exec
    case .renamed: command == .get || command == .copy || command == .exec
    case .from, .to, .move, .force: command == .copy

    case .backend: command.usesBackend
    case .expires: command == .save
    case .mode: command == .save || command == .copy
    case .all: command == .erase || command == .copy
    case .json: command == .list

    case .keep: command == .unlock
    case .identity, .noPassphrase: command == .initialise

    case .quiet, .verbose: command != .help
    case .help, .version: true
    }
  }

  /// Whether it is about the questions for a login, which some commands ask only under `--ask` (or, as
  /// exec does, where no service is named).
  ///
  /// Others are about the account of a saved login, or the passphrase of the store, too.
  package var isForQuestionsAlone: Bool {
    switch self {
    case .account, .noAccount, .timeout, .tty, .noInput: false
    default: row.section == .asking
    }
  }
}

extension CommandName {
  fileprivate var asksForLogin: Bool {
    self == .ask || self == .save || self == .get || self == .exec
  }

  /// Whether it asks for the store's passphrase and for nothing else.
  fileprivate var asksForPassphrase: Bool {
    self == .initialise || self == .unlock || self == .passwd || self == .recipients
      || self == .copy
  }

  fileprivate var usesBackend: Bool {
    self == .save || self == .get || self == .list || self == .erase || self == .exec
  }
}

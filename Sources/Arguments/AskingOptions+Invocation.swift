// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

extension AskingOptions {
  /// What an invocation says of asking, with the defaults for what it does not say. `account` is the
  /// login's, where that is known already; where accounts are not kept, none is asked for.
  init(
    _ invocation: Invocation, _ environment: Environment, account: ByteString? = nil,
    keepsAccounts: Bool = true
  ) throws(UsageError) {
    if let account {
      self.account = .given(account)
    } else if !keepsAccounts {
      self.account = .none
    } else {
      self.account = try Account(invocation)
    }
    self.password = try Password(invocation)
    self.fields = try Self.fields(invocation)
    self.suggestion = try invocation.optionalValue(of: .suggest)?.asAccount

    self.title = invocation.optionalValue(of: .title)
    self.message = invocation.optionalValue(of: .message)
    self.echo = try EchoMode(invocation)
    self.confirms = invocation.has(.confirm)
    self.attempts =
      try invocation.number(of: .attempts, in: Self.attemptsRange) ?? Self.defaultAttempts
    self.allowsEmpty = invocation.has(.allowEmpty)
    self.check = try invocation.filledValue(of: .check)
    self.isMultiline = invocation.has(.multiline)
    self.timeout = try Self.timeout(invocation, environment)
    self.terminal = try invocation.filledValue(of: .tty) ?? ByteString(Self.defaultTerminal)
    self.readsStandardInput = invocation.has(.stdin)
    self.neverAsks = invocation.has(.noInput)

    if parts.isEmpty { throw .emptyLogin }
  }

  /// The fields of all three options in one order, which is that of the questions.
  private static func fields(_ invocation: Invocation) throws(UsageError) -> [Field] {
    var fields: [Field] = []
    for occurrence in invocation.occurrences {
      guard let field = try Field(occurrence) else { continue }
      if fields.contains(where: { $0.name == field.name }) { throw .fieldTwice(field.name) }
      fields.append(field)
    }
    return fields
  }

  static func timeout(
    _ invocation: Invocation, _ environment: Environment
  ) throws(UsageError) -> Duration? {
    if let value = invocation.value(of: .timeout) {
      guard let span = Duration(argument: value), span > .zero else {
        throw .badValue(.timeout, value)
      }
      return span
    }
    guard let value = environment[.timeout] else { return nil }
    guard let span = Duration(argument: value), span > .zero else {
      throw .badVariable(.timeout, value)
    }
    return span
  }
}

extension AskingOptions.Account {
  fileprivate init(_ invocation: Invocation) throws(UsageError) {
    if invocation.has(.noAccount) || invocation.has(.prompt) {
      self = .none
    } else if let name = try invocation.filledValue(of: .account) {
      self = .given(try name.asAccount)
    } else {
      let label = try invocation.filledValue(of: .accountLabel)
      self = .asked(label: label ?? ByteString(AskingOptions.defaultAccountLabel))
    }
  }
}

extension AskingOptions.Password {
  fileprivate init(_ invocation: Invocation) throws(UsageError) {
    if invocation.has(.noPassword) {
      self = .none
    } else if let label = try invocation.filledValue(of: .prompt) {
      self = .asked(label: label)
    } else {
      let label = try invocation.filledValue(of: .passwordLabel)
      self = .asked(label: label ?? ByteString(AskingOptions.defaultPasswordLabel))
    }
  }
}

extension AskingOptions.Field {
  /// What `--field`, `--secret-field` or `--set` says; nil for any other option.
  fileprivate init?(_ occurrence: OptionOccurrence) throws(UsageError) {
    let option = occurrence.option
    guard option == .field || option == .secretField || option == .set,
      let value = occurrence.value
    else { return nil }
    let (before, after) = value.cut(at: "=")
    guard let name = before.text.flatMap(FieldName.init) else { throw .badFieldName(before) }
    if option == .set {
      guard let after else { throw .badValue(option, value) }
      self = .set(name, after)
    } else {
      let label = after ?? ByteString(name.defaultLabel)
      if label.isEmpty { throw .badValue(option, value) }
      self = .asked(name, label: label, isSecret: option == .secretField)
    }
  }
}

extension FieldName {
  /// The name as a person would write it: `one_time_code` is `One time code`.
  fileprivate var defaultLabel: String {
    text.prefix(1).uppercased() + text.dropFirst().map { $0 == "_" ? " " : $0 }
  }
}

extension EchoMode {
  fileprivate init(_ invocation: Invocation) throws(UsageError) {
    guard let value = invocation.value(of: .echo) else {
      self = .byDefault
      return
    }
    guard let mode = value.text.flatMap(EchoMode.init(rawValue:)) else {
      throw .badValue(.echo, value)
    }
    // Nothing else that is typed is a secret.
    if invocation.has(.noPassword), !invocation.has(.secretField) {
      throw .contradiction(.noPassword, .echo)
    }
    self = mode
  }
}

extension ByteString {
  /// The same, refused where it cannot be an account: those are UTF-8.
  var asAccount: ByteString {
    get throws(UsageError) {
      if text == nil { throw .accountNotText(self) }
      return self
    }
  }
}

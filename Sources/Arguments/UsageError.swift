// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
package import Posix

/// What is wrong with a command line.
package enum UsageError: Error, Equatable, Sendable {
  /// A word where a command was expected, and the option whose text it followed, if it did.
  case unknownCommand(ByteString, after: OptionName?)
  /// A command that is to come in a later version.
  case plannedCommand(ByteString)
  /// A word after `help` that names no command.
  case unknownTopic(ByteString)
  case unexpectedOperand(ByteString, CommandName)
  /// An operand, by what it is called, is not there.
  case missingOperand(String, CommandName)

  /// Nothing says where the command that is to be run begins.
  case missingDashes

  /// A long option as it was typed, without its value.
  case unknownOption(ByteString)
  /// A word of short options, and where in it the unknown one stands.
  case unknownLetter(ByteString, at: Int)
  case notForCommand(OptionName, CommandName)
  case givenTwice(OptionName)
  case contradiction(OptionName, OptionName)
  /// An option that says something only beside another.
  case needs(OptionName, OptionName)
  /// An option that says something only of a service.
  case needsService(OptionName)

  /// A command that says something only with that option.
  case commandNeeds(CommandName, OptionName)
  case missingValue(OptionName)
  case unexpectedValue(OptionName)
  case emptyValue(OptionName)
  case badValue(OptionName, ByteString)
  case badVariable(Environment.Variable, ByteString)

  case badService(ServiceError)
  /// An option whose value is to name a service.
  case badName(OptionName, ServiceError)
  /// An option whose value names a service, and an account in it.
  case accountInName(OptionName)
  /// A service that names an account, and an option that says something else of it.
  case accountInService(OptionName)
  /// A backend that is a file and has no usual place.
  case backendNeedsPath(String)
  /// `--mode` beside a backend that is no file.
  case modeWithoutFile
  /// A mode with which the readers of a format's files do not take them, and the widest that they take.
  case modeTooWide(UInt32, widest: UInt32, FormatName)
  /// A format that names the service, where the login has none.
  case formatNeedsService(FormatName)
  /// What is to be done to the recipients.
  case unknownChange(ByteString)

  case accountNotText(ByteString)
  case badFieldName(ByteString)
  case fieldTwice(FieldName)
  /// Nothing is asked for, and nothing is given either.
  case emptyLogin

  /// `--env` beside a format that has no names of variables.
  case noVariables(FormatName)
  /// `--env` for a backend that has none.
  case noVariablesKept
  case variableTwice(String)
  case descriptorTwice(CInt)
  /// The command that is to be run would get nothing of the login.
  case nothingHandedOver
  /// A format that nothing is handed over in.
  case unusedFormat
  case unknownPart(ByteString)
  /// A part that the login is not going to have.
  case absentPart(Part)

  package var status: ExitStatus {
    if case .accountNotText = self { .inputRefused } else { .usage }
  }
}

extension UsageError {
  /// One line that says what is wrong.
  package var message: String {
    switch self {
    case .unknownCommand(let word, _):
      "unknown command \(Self.shown(word))"
    case .plannedCommand(let word):
      "'\(word.visible)' is not in this version"
    case .unknownTopic(let word):
      "no help on \(Self.shown(word))"
    case .unexpectedOperand(let word, let command):
      command.takesPassword
        ? "unexpected operand for '\(command.rawValue)'"
        : "unexpected operand \(Self.shown(word)) for '\(command.rawValue)'"
    case .missingOperand(let name, let command):
      "'\(command.rawValue)' needs \(name)"
    case .missingDashes:
      "'exec' needs '--' before the command"
    case .unknownOption(let spelled):
      "unknown option '\(spelled.visible)'"
    case .unknownLetter(let word, let index):
      "unknown option '-\(Self.letter(of: word, at: index).visible)'"
    case .notForCommand(let option, let command):
      "option '\(option.spelled)' is not for '\(command.rawValue)'"
    case .givenTwice(let option):
      "option '\(option.spelled)' is given twice"
    case .contradiction(let first, let second):
      "options '\(first.spelled)' and '\(second.spelled)' contradict each other"
    case .needs(let option, let other):
      "option '\(option.spelled)' needs '\(other.spelled)'"
    case .commandNeeds(let command, let option):
      "'\(command.rawValue)' needs '\(option.spelled)'"
    case .needsService(let option):
      "option '\(option.spelled)' needs SERVICE"
    case .missingValue(let option):
      "option '\(option.spelled)' needs a value"
    case .unexpectedValue(let option):
      "option '\(option.spelled)' takes no value"
    case .emptyValue(let option):
      "the value of '\(option.spelled)' is empty"
    case .badValue(let option, let value):
      "'\(value.visible)' is no value for '\(option.spelled)'"
    case .badVariable(let variable, let value):
      "'\(value.visible)' is no value for the variable '\(variable.rawValue)'"
    case .badService(let error):
      error.message
    case .badName(let option, let error):
      "option '\(option.spelled)': \(error.message)"
    case .accountInName(let option):
      "the value of '\(option.spelled)' has an account in it"
    case .accountInService(let option):
      "option '\(option.spelled)' and the account in the service contradict each other"
    case .backendNeedsPath(let name):
      "backend '\(name)' needs the path of a file"
    case .modeWithoutFile:
      "option '\(OptionName.mode.spelled)' needs a backend that is a file"
    case .modeTooWide(let mode, _, let format):
      "mode \(Self.octal(mode)) is too wide for '\(format.rawValue)': its readers ignore such a file"
    case .formatNeedsService(let format):
      "format '\(format.rawValue)' needs a service, which an answer that is not kept does not have"
    case .unknownChange(let word):
      "\(Self.shown(word)) is neither '\(RecipientsRequest.addition)' nor"
        + " '\(RecipientsRequest.removal)'"
    case .accountNotText(let account):
      "the account '\(account.visible)' is not UTF-8"
    case .badFieldName(let name):
      "'\(name.visible)' is no name for a field"
    case .fieldTwice(let name):
      "the field '\(name.text)' is given twice"
    case .emptyLogin:
      "there is nothing to ask and nothing to write"
    case .noVariablesKept:
      "the backend has no names of variables for '\(OptionName.env.spelled)'"
    case .noVariables(let format):
      "the format '\(format.rawValue)' has no variables for '\(OptionName.env.spelled)'"
    case .variableTwice(let name):
      "the variable '\(name)' is given twice"
    case .descriptorTwice(let number):
      "the descriptor \(number) is given twice"
    case .nothingHandedOver:
      "'exec' needs '\(OptionName.env.spelled)', '\(OptionName.fd.spelled)' or"
        + " '\(OptionName.file.spelled)': the command would not get the login"
    case .unusedFormat:
      "option '\(OptionName.format.spelled)' needs '\(OptionName.fd.spelled)' or"
        + " '\(OptionName.file.spelled)' without a part"
    case .unknownPart(let name):
      "'\(name.visible)' is no part of a login"
    case .absentPart(let part):
      "'\(part.name)' is neither asked for nor given"
    }
  }

  /// What to do about it, in one line.
  package var hint: String? {
    switch self {
    case .unknownCommand(let word, let option): Hint.forCommand(word, after: option)
    case .plannedCommand: Hint.help
    case .unknownTopic(let word): Hint.forTopic(word)
    case .unknownOption(let spelled): Hint.forOption(spelled)
    case .unknownLetter(let word, let index):
      Hint.forLetter(Self.letter(of: word, at: index), in: word)
    case .notForCommand(let option, let command): Hint.forOption(option, of: command)
    case .unexpectedOperand(_, let command): Hint.forExcess(of: command)
    case .missingOperand(_, let command): Hint.forOperand(of: command)
    case .missingDashes, .nothingHandedOver: Hint.forOperand(of: .exec)
    case .givenTwice, .contradiction, .accountInService: "leave out one of the two"
    case .needs(.env, .format): Hint.formatsWithVariables
    case .needs(_, let other): Hint.forNeeded(other)
    case .commandNeeds(_, let option): Hint.usage(of: option)
    case .needsService(let option): Hint.forServiceless(option)
    case .missingValue(let option), .unexpectedValue(let option), .emptyValue(let option):
      Hint.usage(of: option)
    case .badValue(let option, let value): Hint.forValue(value, of: option)
    case .badVariable(let variable, let value): Hint.forValue(value, of: variable.option)
    case .badService(let error), .badName(_, let error): error.hint
    case .accountInName: "leave it out: the account is that of the login"
    case .backendNeedsPath(let name): "write '-b \(name):PATH'"
    case .modeWithoutFile: "choose such a backend with '-b NAME:PATH'"
    case .modeTooWide(_, let widest, _): "the widest that they take is \(Self.octal(widest))"
    case .formatNeedsService: "formats that name one are for 'save', 'get' and 'exec'"
    case .noVariablesKept:
      "backends that have: "
        + Wording.choice(
          FormatName.allCases.filter { $0.hasVariableNames && $0.loginFile != nil }
            .map(\.rawValue))
    case .unknownChange(let word): Hint.forChange(word)
    case .accountNotText: "an account is text in UTF-8, whatever the locale"
    case .badFieldName(let name): Hint.forFieldName(name)
    case .fieldTwice: "every field of a login has a name of its own"
    case .emptyLogin:
      "leave out '\(OptionName.noAccount.spelled)' or '\(OptionName.noPassword.spelled)',"
        + " or add '\(OptionName.field.spelled)'"
    case .noVariables:
      "formats that have: "
        + Wording.choice(FormatName.allCases.filter(\.hasVariableNames).map(\.rawValue))
    case .variableTwice: "a variable holds one part"
    case .descriptorTwice: "a descriptor is read once"
    case .unusedFormat: "a part is handed over as it is"
    case .unknownPart: "a part is account, password or the name of a field"
    case .absentPart(let part): Hint.forAbsent(part)
    }
  }

  private static func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }

  /// A word for a message, but where it has a password in it.
  private static func shown(_ word: ByteString) -> String {
    word.isURLWithPassword ? "(a URL with a password in it)" : "'\(word.visible)'"
  }

  /// The character that begins at a byte of a word; one byte where it is no UTF-8.
  private static func letter(of word: ByteString, at index: Int) -> ByteString {
    let rest = word.bytes[index...]
    return ByteString([UInt8](rest.prefix(Visible.scalarLength(startingWith: rest[index]))))
  }
}

extension CommandName {
  /// Whether a word too many is likely to be a password.
  var takesPassword: Bool {
    switch self {
    case .save, .initialise, .unlock, .passwd: true
    default: false
    }
  }
}

extension ByteString {
  var isURLWithPassword: Bool {
    do throws(ServiceError) {
      _ = try Service.read(self)
      return false
    } catch {
      return error == .password
    }
  }
}

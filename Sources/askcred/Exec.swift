// SPDX-License-Identifier: MIT

internal import Arguments
internal import Credentials
internal import Formats
internal import Posix
internal import Prompting

/// `askcred exec`: becomes a command that gets a login.
struct Exec {
  private let request: ExecRequest
  private let setting: Setting

  init(_ request: ExecRequest, _ setting: Setting) {
    self.request = request
    self.setting = setting
  }

  /// Returns by a failure alone.
  func run() throws(Failure) {
    do throws(Failure) {
      throw try becomeCommand()
    } catch {
      // The command is likely to have a status 1 of its own.
      guard case .message(let message, let hint, .failed) = error else { throw error }
      throw .message(message, hint: hint, status: .notStarted)
    }
  }

  /// Gives the reason why the command could not be run.
  private func becomeCommand() throws(Failure) -> Failure {
    try checkFormats()
    let command: Successor
    do throws(Errno) {
      command = try Successor(request.command)
    } catch {
      return cannotRun(error)
    }
    let handover = try Handover(of: request.deliveries, options)
    let variables = try fill(handover, from: try login(for: handover))
    try endStandardInput()
    return variables.withBytes { variables in
      failure(
        by: command.takeOver(
          variables: variables, placements: handover.placements,
          closed: setting.closedDescriptors, inheritance: setting.inheritance))
    }
  }

  /// Fails where no answer could make a login that the command can get.
  private func checkFormats() throws(Failure) {
    guard let asking = request.source.asking else { return }
    var outline = LoginOutline(asking)
    outline.service = request.renamed
    if request.renamed == nil, case .saved(let wanted) = request.source {
      outline.service = wanted.service.orNone
    }
    for case .login(let name) in request.deliveries.compactMap(\.content) {
      try failing { () throws(FormatError) in try name.format.check(outline, options) }
    }
  }

  private var options: FormatOptions {
    FormatOptions(
      endsWithNewline: request.endsWithNewline, kubernetesRequest: client.request)
  }

  private var client: KubernetesClient {
    for case .login(let format) in request.deliveries.compactMap(\.content) {
      return KubernetesClient(reading: format)
    }
    return KubernetesClient(reading: .lines)
  }

  private func login(for handover: borrowing Handover) throws(Failure) -> Credential {
    switch request.source {
    case .saved(let wanted):
      return try SavedLogin(wanted, for: client, setting).get { (login) throws(Failure) in
        let service = login.service
        login.service = request.renamed ?? service?.orNone
        defer { login.service = service }
        try handover.check(login)
      }
    case .asked(let asking):
      try client.checkAsking(asking)
      return try Asker(asking, setting, request.verbosity).answer(Questions(asking))
    }
  }

  /// The command does not get what the answers came from, nor what is left there where a saved login
  /// was found: an input at its end. A terminal stays what it is.
  private func endStandardInput() throws(Failure) {
    guard let asking = request.source.asking, asking.readsStandardInput,
      !setting.closedDescriptors.contains(0), !Descriptor.isTerminal(0)
    else { return }
    for case .descriptor(0, _) in request.deliveries { return }
    try failing { () throws(PromptError) in
      try Questions(asking).discardStandardInput(
        until: asking.timeout.map(Deadline.after) ?? .never)
    }
    do throws(Errno) {
      try Descriptor.endStandardInput()
    } catch {
      throw Failure(SystemError("cannot end standard input", error))
    }
  }

  /// Afterwards, what the command gets is all that is left of the login.
  private func fill(
    _ handover: borrowing Handover, from login: consuming Credential
  ) throws(Failure) -> Secret {
    login.service = request.renamed ?? login.service?.orNone
    return try handover.fill(from: login)
  }

  private func failure(by obstacle: Successor.Obstacle) -> Failure {
    switch obstacle {
    case .notReady(let error): Failure(error)
    case .refused(let error): cannotRun(error)
    case .noInterpreter(let error):
      cannotRun(error, hint: "the file is there, but not the interpreter that runs it")
    }
  }

  private func cannotRun(_ error: Errno, hint: String? = nil) -> Failure {
    let reason = SystemError("cannot run '\(request.command[0].visible)'", error)
    return .message(
      reason.message, hint: hint ?? (error.isTooLong ? lengthHint : nil),
      status: error.isMissingFile ? .noCommand : .cannotRun)
  }

  /// What to do where the command's words and its environment are too long together.
  private var lengthHint: String? {
    for case .variable in request.deliveries {
      return "with the variables of '\(OptionName.env.spelled)' its environment is too long:"
        + " '\(OptionName.fd.spelled)' and '\(OptionName.file.spelled)' hand over longer values"
    }
    return nil
  }
}

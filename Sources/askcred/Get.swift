// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Formats
internal import Posix
internal import Prompting

/// `askcred get`: prints a saved password, or more of the login.
struct Get {
  private let request: GetRequest
  private let setting: Setting
  private let access: BackendAccess

  init(_ request: GetRequest, _ setting: Setting) throws(Failure) {
    self.request = request
    self.setting = setting
    self.access = try BackendAccess(request.backend, request.passphrase, setting)
  }

  func run() throws(Failure) {
    let output = try failing { () throws(FileError) in
      try Output(Output.Destination(request.destination), closed: setting.closedDescriptors)
    }
    var credential = try login()
    if let renamed = request.renamed { credential.service = renamed }
    let text = try text(of: &credential)
    try failing { () throws(FileError) in try output.write(text) }
  }

  /// The login that is saved; with `--ask`, what is asked for where there is none, or where the check
  /// refuses the one that there is.
  private func login() throws(Failure) -> Credential {
    guard let saving = SaveRequest(of: request) else { return try find() }
    do throws(Failure) {
      let found = try find()
      if try accepts(found, saving.asking) { return found }
    } catch {
      if error.status != .noLogin { throw error }
    }
    try client.checkAsking(saving.asking)
    // What was typed is at hand: it is not read back, which could need a passphrase.
    if let saved = try Save(saving, setting).login() { return saved }
    return try find()
  }

  private func accepts(
    _ credential: borrowing Credential, _ asking: AskingOptions
  ) throws(Failure) -> Bool {
    let dialogue = Dialogue(
      Questions(asking), until: asking.timeout.map(Deadline.after) ?? .never,
      inheritance: setting.inheritance)
    return try failing { () throws(PromptError) in
      switch credential.password {
      case .some(let password):
        try dialogue.accepts(password, account: credential.account)
      case .none: true
      }
    }
  }

  private func find() throws(Failure) -> Credential {
    let found = try access.using { () throws(BackendError) in
      try Lookup(in: access.backend).login(
        of: request.service, WantedAccount(request.account), now: Clock.seconds)
    }
    let key = found.key
    var credential = found.takeCredential()
    if credential.service == nil {
      if request.verbosity != .quiet {
        Report.say(
          "the login for '\(key.service.name.visible)' does not say whose it is: made by hand, or by "
            + "another program")
      }
      credential.service = key.service
    }
    if credential.account == nil { credential.account = key.account }
    return credential
  }

  private var client: KubernetesClient {
    guard case .login(let format) = request.content else {
      return KubernetesClient(reading: .lines)
    }
    return KubernetesClient(reading: format)
  }

  /// What is printed: the password alone, a part, or the login in a format.
  private func text(of credential: inout Credential) throws(Failure) -> Secret {
    let options = FormatOptions(
      variables: request.variables, endsWithNewline: request.endsWithNewline,
      kubernetesRequest: client.request)
    switch request.content {
    case .password: return try part(.password, of: &credential)
    case .part(let part): return try self.part(part, of: &credential)
    case .login(let name):
      return try failing { () throws(FormatError) in
        try name.format.encode(credential, options)
      }
    }
  }

  /// One value as it is, and a newline where that is wanted.
  private func part(_ part: Part, of credential: inout Credential) throws(Failure) -> Secret {
    do {
      guard var value = try credential.take(part) else {
        throw Failure.message(
          "the login has no \(part.name)", hint: nil, status: .noLogin)
      }
      if request.endsWithNewline { try value.append(0x0A) }
      return value
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(BackendError.memory(.noMemory(bytes: 1)))
    }
  }
}

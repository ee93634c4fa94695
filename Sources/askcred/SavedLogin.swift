// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Posix
internal import Prompting

/// The saved login that a command works with; with `--ask`, one that is asked for and saved where there
/// is none, or where the check refuses the one that there is.
struct SavedLogin {
  private let wanted: WantedLogin
  private let setting: Setting
  private let client: KubernetesClient
  private let access: BackendAccess

  /// `client` can forbid to ask.
  init(
    _ wanted: WantedLogin, for client: KubernetesClient, _ setting: Setting
  ) throws(Failure) {
    self.wanted = wanted
    self.setting = setting
    self.client = client
    self.access = try BackendAccess(wanted.backend, wanted.passphrase, setting)
  }

  /// A login that was asked for is not saved where `isUsable` throws.
  func get(
    _ isUsable: (inout Credential) throws(Failure) -> Void
  ) throws(Failure) -> Credential {
    guard let saving = SaveRequest(inPlaceOf: wanted) else { return try find() }
    do throws(Failure) {
      let found = try find()
      if try accepts(found, saving.asking) { return found }
    } catch {
      if error.status != .noLogin { throw error }
    }
    try client.checkAsking(saving.asking)
    // What was typed is at hand: it is not read back, which could need a passphrase.
    if let saved = try Save(saving, setting).login(isUsable) { return saved }
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
        of: wanted.service, WantedAccount(wanted.account), now: Clock.seconds)
    }
    let key = found.key
    var credential = found.takeCredential()
    if credential.service == nil {
      if wanted.verbosity != .quiet {
        Report.say(
          "the login for '\(key.service.name.visible)' does not say whose it is: made by hand, or by "
            + "another program")
      }
      credential.service = key.service
    }
    if credential.account == nil { credential.account = key.account }
    return credential
  }
}

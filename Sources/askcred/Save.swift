// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Formats
internal import Posix
internal import Prompting

/// `askcred save`: asks, and keeps the login. What is saved already is offered.
struct Save {
  private let request: SaveRequest
  private let setting: Setting
  private let access: BackendAccess

  init(_ request: SaveRequest, _ setting: Setting) throws(Failure) {
    self.request = request
    self.setting = setting
    self.access = try BackendAccess(request.backend, request.passphrase, setting)
  }

  func run() throws(Failure) {
    _ = try login { (_) throws(Failure) in }
  }

  /// Asks and saves; gives the login, or nil where what is saved was kept as it is, unread.
  ///
  /// Nothing is saved where `isUsable` throws: what nobody could use is not kept.
  func login(
    _ isUsable: (inout Credential) throws(Failure) -> Void
  ) throws(Failure) -> Credential? {
    let newStore = try newStore()
    let saved = try check(newStore)
    var questions = Questions(request.asking)
    // Enter would keep what cannot be had back for another account.
    if access.backend.canRead { questions.offer(saved) }
    var credential = try Asker(request.asking, setting, request.verbosity).answer(questions)
    credential.service = request.service
    credential.expires = request.expires
    if credential.password != nil {
      try keepFields(for: &credential)
      try isUsable(&credential)
    }
    if let newStore {
      try checkNames(of: credential, newStore)
      try make(newStore)
    }
    // Whether it was kept by Enter or not asked for: nothing that is saved is lost.
    if credential.password == nil {
      guard try keepSaved(saved, for: &credential, isUsable) else { return nil }
    } else {
      try save(credential)
    }
    return credential
  }

  private var outline: LoginOutline {
    var outline = LoginOutline(request.asking)
    outline.expires = request.expires != nil
    return outline
  }

  /// The store, where that is the backend and the first save makes it, for which somebody has to be
  /// asked for its passphrase.
  private func newStore() throws(Failure) -> StoreAccess? {
    guard let store = access.store else { return nil }
    let isThere = try failing { () throws(StoreError) in try store.folder.exists() }
    if isThere { return nil }
    if request.asking.readsStandardInput || request.asking.neverAsks {
      throw Failure(StoreError.none(store.folder.path))
    }
    return store
  }

  /// Fails where the login cannot be kept; gives those of the service that are there.
  private func check(_ newStore: StoreAccess?) throws(Failure) -> [LoginKey] {
    if let newStore {
      try failing { () throws(StoreError) in try StoreSetup(newStore.keys).checkAbsence() }
      try failing { () throws(BackendError) in
        try newStore.backend.checkNames(outline, of: request.service)
      }
      return []
    }
    return try failing { () throws(BackendError) in
      try access.backend.check(outline, of: request.service)
      return try access.backend.logins(of: request.service)
    }
  }

  /// No store is made for a login that it cannot keep.
  private func checkNames(
    of credential: borrowing Credential, _ store: StoreAccess
  ) throws(Failure) {
    var outline = outline
    outline.known[.account] = credential.account
    try failing { () throws(BackendError) in
      try store.backend.checkNames(outline, of: request.service)
    }
  }

  private func make(_ store: StoreAccess) throws(Failure) {
    let message = "A new store is made; a passphrase protects its key."
    let passphrase = try store.passphrases.choose(ByteString(message))
    try store.using { () throws(StoreError) in
      let identities = try StoreSetup.newIdentities()
      try StoreSetup(store.keys).make(
        identities, passphrase: passphrase, now: Expiry(seconds: Clock.seconds)?.text ?? "")
    }
    store.reportPlainKey(request.verbosity)
  }

  private func save(_ credential: borrowing Credential) throws(Failure) {
    try access.using { () throws(BackendError) in try access.backend.save(credential) }
  }

  /// Saves the login with the password, and the fields that were not asked for, of the one that is
  /// there. An account that was changed takes the place of the former one, which goes last.
  ///
  /// False where nothing was to be changed.
  private func keepSaved(
    _ saved: [LoginKey], for credential: inout Credential,
    _ isUsable: (inout Credential) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let wasAsked = request.asking.password != .none
    let same = saved.first { $0.account == credential.account }
    guard let former = same ?? (wasAsked ? saved.first : nil) else {
      try isUsable(&credential)
      try save(credential)
      return true
    }
    let isUnchanged =
      former.account == credential.account && credential.fields.isEmpty && request.expires == nil
    if isUnchanged {
      try failing { () throws(BackendError) in try access.backend.renew(former) }
      return false
    }
    let found = try access.using { () throws(BackendError) in try access.backend.get(former) }
    guard var old = consume found else {
      throw Failure(BackendError.noSuchLogin(former.service, .any))
    }
    credential.password = old.password.take()
    credential.takeFields(of: &old)
    if credential.expires == nil { credential.expires = old.expires }
    try isUsable(&credential)
    if former.account != credential.account { try checkRenaming(former, to: credential.account) }
    try save(credential)
    if former.account != credential.account {
      try access.using { () throws(BackendError) in _ = try access.backend.erase(former) }
    }
    return true
  }
}

extension Save {
  /// Takes over the fields that were not asked for of a login that gets a new password. Those of the
  /// embedded store are not read for it: writing there needs no unlocking.
  private func keepFields(for credential: inout Credential) throws(Failure) {
    if access.store != nil || !access.backend.canRead { return }
    let key = LoginKey(request.service, credential.account)
    let found = try? access.backend.get(key)
    guard var old = found ?? nil else { return }
    credential.takeFields(of: &old)
  }

  /// Fails where a renamed login would take something with it that was not read, or take the place of one
  /// that another run has saved since the questions.
  private func checkRenaming(
    _ former: LoginKey, to account: ByteString?
  ) throws(Failure) {
    let key = LoginKey(request.service, account)
    do throws(BackendError) {
      try access.backend.checkErasing([former])
      if try access.backend.logins(of: key.service).contains(key) { throw .changed(key) }
    } catch {
      throw Failure(error, hint: "erase it, and save it under the other account")
    }
  }
}

extension Questions {
  /// Offers what is saved: the only account as the suggestion, several to be completed.
  mutating func offer(_ keys: [LoginKey]) {
    saved = keys.map(\.account)
    if suggestion == nil, keys.count == 1, case .asked = account { suggestion = keys[0].account }
  }
}

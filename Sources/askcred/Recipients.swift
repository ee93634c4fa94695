// SPDX-License-Identifier: MIT

internal import Age
internal import Arguments
internal import Backends
internal import Credentials
internal import Posix

/// `askcred recipients`: whom the store's logins are encrypted to.
struct Recipients {
  private let request: RecipientsRequest
  private let setting: Setting
  private let store: StoreAccess

  init(_ request: RecipientsRequest, _ setting: Setting) throws(Failure) {
    self.request = request
    self.setting = setting
    self.store = try StoreAccess(request.store, request.passphrase)
  }

  func run() throws(Failure) {
    let setup = StoreSetup(store.keys)
    switch request.change {
    case .none:
      let recipients = try failing { () throws(StoreError) in try setup.recipients() }
      try setting.print(recipients.map { $0.text + "\n" }.joined())
    case .add(let keys):
      let added = try Self.recipients(keys)
      try change { (identities) throws(StoreError) in try setup.add(added, opening: identities) }
    case .remove(let keys):
      let removed = try Self.recipients(keys)
      try change { (identities) throws(StoreError) in
        try setup.remove(removed, opening: identities)
      }
    }
  }

  private func change(
    _ change: (borrowing UniqueList<AgeIdentity>) throws(StoreError) -> Int
  ) throws(Failure) {
    let count = try store.using { () throws(StoreError) in
      try change(store.unlocking.identities())
    }
    if request.verbosity != .quiet {
      Report.say("\(count) \(count == 1 ? "login" : "logins") encrypted anew")
    }
  }

  private static func recipients(_ keys: [ByteString]) throws(Failure) -> [AgeRecipient] {
    var recipients: [AgeRecipient] = []
    for key in keys {
      do {
        recipients.append(try AgeRecipient(parsing: key))
      } catch {
        throw .message(error.message, hint: error.hint, status: .usage)
      }
    }
    return recipients
  }
}

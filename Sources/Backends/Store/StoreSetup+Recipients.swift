// SPDX-License-Identifier: MIT

package import Age
package import Credentials
internal import Posix

extension StoreSetup {
  /// Whom logins are encrypted to.
  package func recipients() throws(StoreError) -> [AgeRecipient] {
    try folder.check()
    return try StoreRecipients(reading: folder.recipients).all
  }

  /// Adds recipients, who can read every login from now on; says how many logins were encrypted anew.
  package func add(
    _ added: [AgeRecipient], opening identities: borrowing UniqueList<AgeIdentity>
  ) throws(StoreError) -> Int {
    try change(opening: identities) { (recipients) throws(StoreError) in
      recipients += added.filter { !recipients.contains($0) }
    }
  }

  /// Takes recipients away, who can read no login from now on but those that they have copies of.
  package func remove(
    _ removed: [AgeRecipient], opening identities: borrowing UniqueList<AgeIdentity>
  ) throws(StoreError) -> Int {
    try change(opening: identities) { (recipients) throws(StoreError) in
      for recipient in removed where !recipients.contains(recipient) {
        throw .unknownRecipient(ByteString(recipient.text))
      }
      recipients.removeAll { removed.contains($0) }
      if recipients.isEmpty { throw .lastRecipient }
      var isReadable = false
      for index in identities.indices where recipients.contains(identities[index].recipient) {
        isReadable = true
      }
      if !isReadable { throw .ownRecipient }
    }
  }

  private func change(
    opening identities: borrowing UniqueList<AgeIdentity>,
    _ change: (inout [AgeRecipient]) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    try folder.locked { () throws(StoreError) in
      var recipients = try StoreRecipients(reading: folder.recipients).all
      try change(&recipients)
      let changed = StoreRecipients(recipients)
      // A login that cannot be read is told of before anything is changed.
      try forEachLogin { (path) throws(StoreError) in
        _ = try StoreFile.decrypt(StoreFile.read(path), path, with: identities)
      }
      // So many that their header would be too long are refused here too.
      try Self.tryOut(changed, folder.recipients)
      // Last, so that a run that breaks off can be made again, and says nothing that is not so.
      let count = try encryptAnew(to: changed, opening: identities)
      try changed.write(to: folder.recipients)
      return count
    }
  }

  private static func tryOut(
    _ recipients: StoreRecipients, _ path: ByteString
  ) throws(StoreError) {
    do {
      _ = try AgeFile.encrypt(Secret(), to: recipients.all)
    } catch let error as AgeError {
      throw .recipients(path, error)
    } catch {
      throw .recipients(path, .memory(.noMemory(bytes: 1)))
    }
  }

  /// Each login keeps its time, which says when it was last saved.
  private func encryptAnew(
    to recipients: StoreRecipients, opening identities: borrowing UniqueList<AgeIdentity>
  ) throws(StoreError) -> Int {
    var count = 0
    try forEachLogin { (path) throws(StoreError) in
      let text = try StoreFile.decrypt(StoreFile.read(path), path, with: identities)
      let anew = try StoreFile.encrypt(text, path, to: recipients)
      try StoreFile.write(anew.span, to: path, keepingTime: true)
      count += 1
    }
    return count
  }

  private func forEachLogin(
    _ body: (ByteString) throws(StoreError) -> Void
  ) throws(StoreError) {
    for name in try names(in: folder.logins) {
      let place = folder.logins.appending(name)
      guard let service = EntryName.service(ofFolder: name) else { continue }
      for file in try names(in: place) where EntryName.login(of: service, inFile: file) != nil {
        try body(place.appending(file))
      }
    }
  }

  private func names(in folder: ByteString) throws(StoreError) -> [ByteString] {
    do {
      return try Folder.names(in: folder)
    } catch {
      // What is no folder holds no logins.
      if error.isAbsence { return [] }
      throw .system(SystemError("cannot list '\(folder.visible)'", error))
    }
  }
}

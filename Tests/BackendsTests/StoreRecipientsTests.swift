// SPDX-License-Identifier: MIT

import Age
import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

/// Whom the store's logins are encrypted to.
@Suite struct StoreRecipientsTests {
  private let store: MadeStore
  private let own: String
  private let other: AgeIdentityText

  init() throws {
    store = try MadeStore.plain()
    own = try store.recipients.all[0].text
    other = try AgeIdentityText()
  }

  /// The password of `db` as the owner of `other` reads it; nil where they cannot.
  private func asOther() throws -> String? {
    try store.write(other.text.utf8, to: "other.txt")
    defer { try? store.remove("other.txt") }
    let backend = store.backend(identity: store.path("other.txt"))
    do {
      return try backend.password("db", "alice")
    } catch BackendError.store(.age(_, .noMatch)) {
      return nil
    }
  }

  private func setRecipients(_ text: String) throws {
    try store.write(text.utf8, to: "logins/.age-recipients")
  }

  // MARK: The file

  @Test func `comments, empty lines and ends of lines of either kind are no recipients`() throws {
    try setRecipients(
      "# who\r\n\r\n\(own)\r\n \t\n#\(other.recipient)\n\(other.recipient) \t\n\(own)")
    #expect(try store.setup.recipients().map(\.text) == [own, other.recipient])
    try store.backend.save(login("db", "alice", "pw"))
    #expect(try store.backend.password("db", "alice") == "pw")
    #expect(try asOther() == "pw")
  }

  @Test(arguments: [
    ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 a@b", "unsupported recipient type 'ssh-ed25519'"),
    ("ssh-rsa AAAAB3 a@b", "unsupported recipient type 'ssh-rsa'"),
    ("age1", "malformed recipient 'age1'"), ("hunter2", "malformed recipient"),
    (" age1", "malformed recipient"),
    (
      "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX",
      "an identity, which is secret, in the place of a recipient"
    ),
  ])
  func `a recipient that is not supported is told by its line, and nothing is saved`(
    line: String, why: String
  ) throws {
    try store.backend.save(login("db", "alice", "pw"))
    try setRecipients("# who\n\(own)\n\(line)\n")
    let before = try store.files
    let expected =
      "cannot use '\(store.path("logins/.age-recipients").visible)': line 3: \(why)"
    let outline = LoginOutline(parts: [.password])
    #expect(message { try store.backend.save(login("db", "alice", "new")) } == expected)
    #expect(message { try store.backend.check(outline, of: service("db")) } == expected)
    #expect(message { _ = try store.backend.get(LoginKey(service("db"), "alice")) } == expected)
    let added = try AgeRecipient(other.recipient)
    #expect(
      message { _ = try store.setup.add([added], opening: store.identities()) } == expected)
    #expect(try store.files == before)
  }

  @Test(arguments: ["", "\n", "# nobody\n\r\n"])
  func `a file without recipients is an error, not a login for nobody`(text: String) throws {
    try setRecipients(text)
    let path = store.path("logins/.age-recipients")
    #expect(throws: BackendError.store(.noRecipients(path))) {
      try store.backend.save(login("db", "alice", "pw"))
    }
    #expect(try store.backend.list() == [])
  }

  // MARK: Changing them

  @Test func `who is added reads what was saved before and after, who is removed nothing more`()
    throws
  {
    try store.backend.save(login("db", "alice", "pw"))
    try store.backend.save(login("db2", nil, "pw"))
    #expect(try asOther() == nil)
    let recipient = try AgeRecipient(other.recipient)
    #expect(try store.setup.add([recipient], opening: store.identities()) == 2)
    #expect(try store.setup.recipients().map(\.text) == [own, other.recipient])
    #expect(try asOther() == "pw")
    #expect(try store.backend.password("db", "alice") == "pw")
    try store.backend.save(login("db", "alice", "new"))
    #expect(try asOther() == "new")
    #expect(try store.setup.remove([recipient], opening: store.identities()) == 2)
    #expect(try store.setup.recipients().map(\.text) == [own])
    #expect(try asOther() == nil)
    #expect(try store.backend.password("db", "alice") == "new")
    #expect(try store.backend.password("db2", nil) == "pw")
  }

  @Test func `files that are encrypted anew keep their times, modes and nothing beside them`()
    throws
  {
    try store.backend.save(login("db", "alice", "pw"))
    let path = store.path("logins/db/alice.age")
    let past = timeval(tv_sec: 1_000_000_000, tv_usec: 123_456)
    let times = [past, past]
    #expect(unsafe path.withCString { unsafe utimes($0, times) } == 0)
    let before = try store.files
    let recipient = try AgeRecipient(other.recipient)
    #expect(try store.setup.add([recipient], opening: store.identities()) == 1)
    let status = try FileStatus(of: path)
    #expect(status.modified == 1_000_000_000_123_456_000)
    #expect(status.mode == 0o600)
    #expect(try store.files.keys == before.keys)
    #expect(try store.files["logins/db/alice.age"] != before["logins/db/alice.age"])
  }

  @Test func `one who is there already is not added again`() throws {
    try store.backend.save(login("db", "alice", "pw"))
    #expect(try store.setup.add([AgeRecipient(own)], opening: store.identities()) == 1)
    #expect(try store.setup.recipients().map(\.text) == [own])
  }

  @Test func `who is no recipient cannot be removed, nor the last one`() throws {
    try store.backend.save(login("db", "alice", "pw"))
    let before = try store.files
    #expect(throws: StoreError.unknownRecipient(ByteString(other.recipient))) {
      try store.setup.remove([AgeRecipient(other.recipient)], opening: store.identities())
    }
    #expect(throws: StoreError.lastRecipient) {
      try store.setup.remove([AgeRecipient(own)], opening: store.identities())
    }
    #expect(try store.files == before)
  }

  @Test func `one's own key cannot be removed while others stay`() throws {
    _ = try store.setup.add([AgeRecipient(other.recipient)], opening: store.identities())
    let before = try store.files
    #expect(throws: StoreError.ownRecipient) {
      try store.setup.remove([AgeRecipient(own)], opening: store.identities())
    }
    #expect(try store.files == before)
  }

  @Test func `recipients that no header has room for are refused, and saving goes on`() throws {
    var many: [AgeRecipient] = []
    for _ in 0..<700 { many.append(try AgeIdentity.generate().recipient) }
    let before = try store.files
    #expect(throws: StoreError.recipients(store.path("logins/.age-recipients"), .headerTooLong)) {
      try store.setup.add(many, opening: store.identities())
    }
    #expect(try store.files == before)
    try store.backend.save(login("db", "alice", "pw"))
    #expect(try store.backend.password("db", "alice") == "pw")
  }

  @Test func `a login that cannot be read is told of before anything is changed`() throws {
    for name in ["a", "m", "z"] as [ByteString] { try store.backend.save(login(name, "x", "pw")) }
    try store.write("x".utf8, to: "logins/m/x.age")
    let before = try store.files
    #expect(throws: StoreError.age(store.path("logins/m/x.age"), .notAge)) {
      try store.setup.add([AgeRecipient(other.recipient)], opening: store.identities())
    }
    #expect(try store.files == before)
  }
}

/// An identity as text, and its public side.
struct AgeIdentityText {
  let text: String
  let recipient: String

  init() throws {
    let identity = try AgeIdentity.generate()
    text = try identity.encoded().text
    recipient = identity.recipient.text
  }
}

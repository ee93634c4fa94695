// SPDX-License-Identifier: MIT

import Age
import Credentials
import Posix
import TestSupport
import Testing

@testable import Backends

/// What opens the store, wherever it lies. (A passphrase is worked on for most of a second each time.)
@Suite struct StoreKeysTests {
  private let now = "2026-01-01T00:00:00Z"

  /// The password of `db` of who has the identities in a file with this text.
  private func password(
    _ store: MadeStore, with text: some Collection<UInt8>
  ) throws -> String? {
    try store.write(text, to: "other.txt")
    defer { try? store.remove("other.txt") }
    return try store.backend(identity: store.path("other.txt")).password("db", "alice")
  }

  // MARK: Plain

  @Test func `the identity is written as age-keygen writes it`() throws {
    let store = try MadeStore.plain()
    let lines = String(decoding: try store.read("identity.txt"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "# created: 2026-01-01T00:00:00Z")
    #expect(try lines[1] == "# public key: \(store.recipients.all[0].text)")
    #expect(lines[2].hasPrefix("AGE-SECRET-KEY-1"))
    #expect(try store.read("logins/.age-recipients") == Array(lines[1].dropFirst(14).utf8) + [0x0A])
  }

  @Test func `one of several identities opens it, comments and ends of lines aside`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    let own = try store.identities()[0].encoded().text
    let others = try (0..<3).map { _ in try AgeIdentityText().text }
    let text = "# one\r\n\(others[0])\r\n\n\(others[1])\n\(own)\n#\n\(others[2])"
    #expect(try password(store, with: text.utf8) == "pw")
    #expect(throws: BackendError.self) { try password(store, with: others.joined().utf8) }
    #expect(
      throws: BackendError.store(
        .age(store.path("logins/db/alice.age"), .noMatch(types: ["X25519"])))
    ) { try password(store, with: others[0].utf8) }
  }

  @Test(arguments: [
    ("", "no identity in it"), ("# nothing\n", "no identity in it"),
    ("\nhunter2\n", "malformed identity in line 2"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----\n", "unsupported identity type 'PRIVATE KEY'"),
  ])
  func `a file without a usable identity is told by its name`(text: String, why: String) throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    #expect(
      message { _ = try password(store, with: text.utf8) }
        == "cannot read '\(store.path("other.txt").visible)': \(why)")
  }

  @Test func `a named identity that is not there is told by its name`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    #expect(
      message { _ = try store.backend(identity: store.path("gone")).password("db", "alice") }
        == "cannot read '\(store.path("gone").visible)': No such file or directory")
  }

  @Test func `a store without any identity says so`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try store.remove("identity.txt")
    #expect(throws: BackendError.store(.noIdentity(store.path("identity.txt")))) {
      try store.backend.password("db", "alice")
    }
    // Saving needs none.
    try store.backend.save(login("db", "bob", "pw"))
    #expect(try store.backend.list().count == 2)
  }

  @Test(.program("age-keygen")) func `an identity that age-keygen made is used`() throws {
    let made = try RunningProgram.run(try #require(RunningProgram.path(of: "age-keygen")))
    let identities = try IdentityFile.identities(in: Secret(copying: made.output))
    let store = try MadeStore(identities)
    try store.backend.save(login("db", "alice", "pw"))
    #expect(try store.backend.password("db", "alice") == "pw")
    #expect(try password(store, with: made.output) == "pw")
  }

  // MARK: Making it

  @Test func `a store that is there is not made again`() throws {
    let store = try MadeStore.plain()
    let before = try store.files
    #expect(throws: StoreError.exists(store.folder.path)) {
      try store.setup.make(StoreSetup.newIdentities(), passphrase: Secret(), now: now)
    }
    #expect(try store.files == before)
  }

  @Test(arguments: ["identity.txt", "identity.age"] as [ByteString])
  func `a key that is there is never written over by a new one`(name: ByteString) throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    let own = try store.read("identity.txt")
    try store.remove("logins/.age-recipients")
    try store.remove("identity.txt")
    try store.write(own, to: name)
    let before = try store.files
    #expect(throws: StoreError.keyExists(store.path(name))) {
      try store.setup.checkAbsence()
    }
    #expect(throws: StoreError.keyExists(store.path(name))) {
      try store.setup.make(StoreSetup.newIdentities(), passphrase: Secret(), now: now)
    }
    #expect(try store.files == before)
  }

  @Test func `the key that is there is taken where it is named, and opens what was saved`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try store.remove("logins/.age-recipients")
    let path = store.path("identity.txt")
    let identities = try StoreSetup.identities(in: path, asking: nil)
    try store.setup.make(identities, from: path, passphrase: Secret(), now: now)
    #expect(try store.backend.password("db", "alice") == "pw")
  }

  // MARK: Passphrases

  @Test func `the passphrase changes from none to one and back, and the logins stay as they are`()
    throws
  {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    let logins = try store.files.filter { $0.key.hasPrefix("logins") }
    try store.setup.changePassphrase(
      of: store.identities(), to: Secret(copying: "correct horse".utf8), now: now)
    #expect(try Folder.names(in: store.folder.path) == ["identity.age", "logins"])
    #expect(try FileStatus(of: store.path("identity.age")).mode == 0o600)
    #expect(throws: BackendError.store(.locked(store.path("identity.age")))) {
      try store.backend.password("db", "alice")
    }

    let wrong = TypedPassphrases("correct hors")
    let before = try store.files
    #expect(throws: StoreError.wrongPassphrase(store.path("identity.age"))) {
      _ = try store.setup.identities(asking: wrong)
    }
    #expect(try store.files == before)

    let right = TypedPassphrases("correct horse")
    let identities = try store.setup.identities(asking: right)
    #expect(right.tried == 1)
    try store.setup.changePassphrase(of: identities, to: Secret(), now: now)
    #expect(try Folder.names(in: store.folder.path) == ["identity.txt", "logins"])
    #expect(try store.backend.password("db", "alice") == "pw")
    #expect(try store.files.filter { $0.key.hasPrefix("logins") } == logins)
  }

  @Test func `the environment's identity is read, and never takes the place of the store's`() throws
  {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try store.write(AgeIdentityText().text.utf8, to: "other.txt")
    let named = StoreSetup(StoreKeys(store.folder, override: store.path("other.txt")))
    try named.changePassphrase(of: named.identities(asking: nil), to: Secret(), now: now)
    #expect(try store.backend.password("db", "alice") == "pw")
  }

  @Test func `several identities behind a passphrase open what any of them does`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    let text = try AgeIdentityText().text + "\n" + store.identities()[0].encoded().text + "\n"
    let file = try AgeFile.encrypt(
      Secret(copying: text.utf8), passphrase: Secret(copying: "abc".utf8), workFactor: 10)
    try store.remove("identity.txt")
    try store.write(file, to: "identity.age")
    let identities = try store.setup.identities(asking: TypedPassphrases("abd", "abc"))
    #expect(identities.count == 2)
    try store.setup.changePassphrase(of: identities, to: Secret(), now: now)
    #expect(try store.identities().count == 2)
    #expect(try store.backend.password("db", "alice") == "pw")
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips where a program that judges is absent.
  static func program(_ name: String) -> Self {
    .enabled(if: RunningProgram.path(of: name) != nil, "not installed: \(name)")
  }
}

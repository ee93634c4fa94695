// SPDX-License-Identifier: MIT

import Age
import CSandbox
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

/// The store's folders and files: what lies where, what is trusted, and what is left alone.
@Suite struct StoreFilesTests {
  @Test func `every login is a file that its owner alone can read`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("https://h.example", "alice", "pw"))
    try store.backend.save(login("db", nil, "pw"))
    #expect(
      Set(try store.files.keys) == [
        "identity.txt", "logins", "logins/.age-recipients", "logins/https:%2F%2Fh.example",
        "logins/https:%2F%2Fh.example/alice.age", "logins/db", "logins/db/%.age",
      ])
    for name in try store.files.keys {
      let status = try FileStatus(of: store.path(name))
      #expect(status.mode == (status.kind == .folder ? 0o700 : 0o600))
    }
  }

  @Test func `no name leads out of the store`() throws {
    let store = try MadeStore.plain()
    for name in ["..", "../..", "/etc", "../evil", ".", ".age-recipients"] as [ByteString] {
      try store.backend.save(login(name, name, "pw"))
    }
    #expect(try Folder.names(in: store.place) == ["store"])
    #expect(try Folder.names(in: store.folder.path) == ["identity.txt", "logins"])
    #expect(try StoreRecipients(reading: store.folder.recipients) == store.recipients)
    #expect(try store.backend.list().count == 6)
  }

  @Test func `files and folders that the store would not name so are left alone`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    for name in [
      "logins/.git", "logins/empty", "logins/a%2fb", "logins/%64", "logins/%",
      "logins/folder",
    ] as [ByteString] { try store.makeFolder(name) }
    try store.makeFolder("logins/db/folder")
    for name in [
      "logins/README", "logins/.git/x.age", "logins/a%2fb/x.age", "logins/%/x.age",
      "logins/db/notes.txt", "logins/db/.hidden.age", "logins/db/.age", "logins/db/a%2fb.age",
      "logins/db/alice.age~", "logins/db/alice.age.bak", "logins/db/%%%.age", "notes",
    ] as [ByteString] { try store.write("x".utf8, to: name) }
    let before = try store.files
    #expect(try store.backend.list() == [LoginKey(service("db"), "alice")])
    #expect(try store.backend.logins(of: service("db")) == [LoginKey(service("db"), "alice")])
    #expect(try store.backend.values("README", nil) == nil)
    #expect(try store.setup.add([AgeRecipient(other)], opening: store.identities()) == 1)
    #expect(try store.backend.erase(LoginKey(service("db"), "alice")))
    var expected = before
    expected["logins/db/alice.age"] = nil
    expected["logins/.age-recipients"] = try store.read("logins/.age-recipients")
    #expect(try store.files == expected)
  }

  @Test func `a write takes away what a killed one left, and nobody else's`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try store.write("x".utf8, to: "logins/db/.alice.age.askcred-000000001x2y0")
    try store.write("x".utf8, to: "logins/db/.bob.age.askcred-000000001x2y0")
    try store.backend.save(login("db", "alice", "pw2"))
    #expect(
      try Folder.names(in: store.path("logins/db")) == [
        ".bob.age.askcred-000000001x2y0", "alice.age",
      ])
    #expect(try store.backend.password("db", "alice") == "pw2")
  }

  @Test func `what is erased leaves nothing of a killed write behind`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try store.write("x".utf8, to: "logins/db/.alice.age.askcred-000000001x2y0")
    #expect(try store.backend.erase(LoginKey(service("db"), "alice")))
    #expect(try Folder.names(in: store.folder.logins) == [".age-recipients"])
  }

  @Test func `before there is a store nothing is there, and nothing is kept`() throws {
    let store = try MadeStore()
    #expect(try store.backend.list() == [])
    #expect(try store.backend.values("db", "alice") == nil)
    #expect(try !store.backend.erase(LoginKey(service("db"), "alice")))
    #expect(throws: BackendError.store(.none(store.folder.path))) {
      try store.backend.save(login("db", "alice", "pw"))
    }
    #expect(try Folder.names(in: store.place) == [])
  }

  // MARK: Trust

  private static let trusted: [ByteString] = ["", "logins", "logins/.age-recipients"]

  @Test(arguments: trusted, [0o020, 0o002] as [UInt32])
  func `what others can write to is refused, with its name`(
    name: ByteString, more: UInt32
  ) throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    let place = name.isEmpty ? store.folder.path : store.path(name)
    let mode = try FileStatus(of: place).mode
    try store.change(mode: mode | more, of: name)
    let error = BackendError.store(.writableByOthers(place))
    #expect(throws: error) { try store.backend.list() }
    #expect(throws: error) { try store.backend.logins(of: service("db")) }
    #expect(throws: error) { try store.backend.values("db", "alice") }
    #expect(throws: error) { try store.backend.save(login("db", "alice", "new")) }
    #expect(throws: error) { try store.backend.erase(LoginKey(service("db"), "alice")) }
    try store.change(mode: mode, of: name)
    #expect(try store.backend.password("db", "alice") == "pw")
  }

  @Test func `a service's folder that others can write to is refused`() throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try store.change(mode: 0o770, of: "logins/db")
    let error = BackendError.store(.writableByOthers(store.path("logins/db")))
    #expect(throws: error) { try store.backend.values("db", "alice") }
    #expect(throws: error) { try store.backend.save(login("db", "alice", "new")) }
  }

  @Test(.root, arguments: trusted)
  func `what belongs to somebody else is refused`(name: ByteString) throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    let place = name.isEmpty ? store.folder.path : store.path(name)
    try store.change(owner: 65_534, of: name)
    let error = BackendError.store(.foreign(place))
    #expect(throws: error) { try store.backend.list() }
    #expect(throws: error) { try store.backend.values("db", "alice") }
    #expect(throws: error) { try store.backend.save(login("db", "alice", "new")) }
  }

  @Test(.root) func `root's store that only root can write is read by others`() async throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try openToRead(store)
    let before = try store.files
    await #expect(processExitsWith: .success) { [path = store.folder.path.visible as String] in
      try #require(sandbox_become(65_534) == 0)
      let folder = try StoreFolder(ByteString(path))
      let unlocking = StoreUnlocking(StoreKeys(folder, override: nil), asking: nil)
      let backend = StoreBackend(folder, unlocking)
      #expect(try backend.list() == [LoginKey(service("db"), "alice")])
      #expect(try backend.password("db", "alice") == "pw")
      #expect(
        message { try backend.save(login("db", "alice", "new")) }
          == "cannot write '\(path)/logins/db/alice.age': Permission denied")
      #expect(throws: (any Error).self) { try backend.erase(LoginKey(service("db"), "alice")) }
    }
    #expect(try store.files == before)
  }

  @Test(.root) func `what may not be looked at is not taken for absent`() async throws {
    let store = try MadeStore.plain()
    try store.backend.save(login("db", "alice", "pw"))
    try openToRead(store)
    for name in ["logins", "logins/db"] as [ByteString] {
      try store.change(mode: 0o700, of: name)
      await #expect(processExitsWith: .success) { [path = store.folder.path.visible as String] in
        try #require(sandbox_become(65_534) == 0)
        let folder = try StoreFolder(ByteString(path))
        let unlocking = StoreUnlocking(StoreKeys(folder, override: nil), asking: nil)
        let backend = StoreBackend(folder, unlocking)
        func fails(_ body: () throws -> Void) {
          let message = message(of: body)
          #expect(message?.contains("'\(path)/logins") == true)
          #expect(message?.hasSuffix(": Permission denied") == true)
        }
        fails { _ = try backend.list() }
        fails { _ = try backend.logins(of: service("db")) }
        fails { _ = try backend.values("db", "alice") }
        fails { _ = try backend.erase(LoginKey(service("db"), "alice")) }
        fails { try backend.save(login("db", "alice", "new")) }
      }
      try store.change(mode: 0o755, of: name)
    }
  }

  private func openToRead(_ store: MadeStore) throws {
    _ = try retrying { unsafe store.place.withCString { unsafe chmod($0, 0o755) } }
    for name in try store.files.keys {
      let isFolder = try FileStatus(of: store.path(name)).kind == .folder
      try store.change(mode: isFolder ? 0o755 : 0o644, of: name)
    }
    try store.change(mode: 0o755, of: "")
  }
}

/// A recipient whose identity nobody has.
private let other = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"

extension AgeRecipient {
  init(_ text: String) throws { try self.init(parsing: ByteString(text)) }
}

extension MadeStore {
  var recipients: StoreRecipients {
    get throws {
      let identities = try identities()
      return StoreRecipients([identities[0].recipient])
    }
  }
}

// SPDX-License-Identifier: MIT

import Age
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

/// What the store makes of files that are not as it wrote them.
@Suite struct StoreReadingTests {
  private let store: MadeStore

  init() throws {
    store = try MadeStore.plain()
    try store.backend.save(login("https://github.example", "alice", "pw"))
  }

  private let file: ByteString = "logins/https:%2F%2Fgithub.example/alice.age"

  /// Puts a text into the store that is encrypted as its own files are.
  private func put(_ text: String, as name: ByteString) throws {
    let file = try AgeFile.encrypt(Secret(copying: text.utf8), to: store.recipients.all)
    try store.makeFolder(store.path(name).folder.without(store.folder.path))
    try store.write(file, to: name)
  }

  // MARK: Whose it is

  // The layout of passage
  @Test func `a file that was copied to another service is refused`() throws {
    try store.makeFolder("logins/evil.example")
    try store.write(store.read(file), to: "logins/evil.example/alice.age")
    let path = store.path("logins/evil.example/alice.age")
    let owner = LoginKey(try service("https://github.example"), "alice")
    #expect(throws: BackendError.otherLogin(path, owner)) {
      try store.backend.values("evil.example", "alice")
    }
    #expect(try store.backend.password("https://github.example", "alice") == "pw")
    // Saved under that name, it is one.
    try store.backend.save(login("evil.example", "alice", "new"))
    #expect(try store.backend.password("evil.example", "alice") == "new")
  }

  @Test(arguments: ["bob.age", "%.age", "%%.age", "Alice.age"] as [ByteString])
  func `a file that was copied to another account is refused`(name: ByteString) throws {
    let copy = ByteString("logins/https:%2F%2Fgithub.example").appending(name)
    try store.write(store.read(file), to: copy)
    let service = try service("https://github.example")
    let key = try #require(EntryName.login(of: service, inFile: name))
    #expect(throws: BackendError.otherLogin(store.path(copy), LoginKey(service, "alice"))) {
      try store.backend.values("https://github.example", key.account)
    }
  }

  @Test func `the file of the bare host is not that of https`() throws {
    try store.makeFolder("logins/github.example")
    try store.write(store.read(file), to: "logins/github.example/alice.age")
    #expect(throws: BackendError.self) { try store.backend.values("github.example", "alice") }
  }

  @Test func `a file made by hand is given as one that does not say whose it is`() throws {
    try put("by hand\n", as: "logins/db/alice.age")
    let values = try #require(try store.backend.values("db", "alice"))
    #expect(values.service == nil)
    #expect(values.password == Array("by hand".utf8))
    #expect(try store.backend.list().contains(LoginKey(service("db"), "alice")))
  }

  @Test func `half of what says whose it is does not bind it`() throws {
    try put("pw\nusername: alice\n", as: "logins/db/alice.age")
    #expect(try #require(try store.backend.values("db", "alice")).service == nil)
    try put("pw\nusername: bob\n", as: "logins/db/alice.age")
    let db = try service("db")
    let path = store.path("logins/db/alice.age")
    #expect(throws: BackendError.otherLogin(path, LoginKey(db, "bob"))) {
      try store.backend.values("db", "alice")
    }
    try put("pw\nservice: db\n", as: "logins/db/alice.age")
    #expect(throws: BackendError.otherLogin(path, LoginKey(db, nil))) {
      try store.backend.values("db", "alice")
    }
  }

  // MARK: Damage

  @Test func `a file that was cut off anywhere is refused with its name`() throws {
    let whole = try store.read(file)
    for length in 0..<whole.count {
      try store.write(whole.prefix(length), to: file)
      let message = message { _ = try store.backend.get(key) }
      let start = "cannot read '\(store.path(file).visible)': "
      #expect(message?.hasPrefix(start) == true, "\(length) bytes: \(message ?? "read")")
    }
    #expect(try store.backend.list() == [key])
    try store.write(whole, to: file)
    #expect(try store.backend.values("https://github.example", "alice") != nil)
  }

  private var key: LoginKey {
    get throws { LoginKey(try service("https://github.example"), "alice") }
  }

  @Test func `a file with any byte changed is refused with its name`() throws {
    let whole = try store.read(file)
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x01
      try store.write(changed, to: file)
      let message = message { _ = try store.backend.get(key) }
      let start = "cannot read '\(store.path(file).visible)': "
      #expect(message?.hasPrefix(start) == true, "byte \(index): \(message ?? "read")")
    }
  }

  @Test func `bytes after the end are damage`() throws {
    try store.write(store.read(file) + [0], to: file)
    #expect(
      message { _ = try store.backend.get(key) }
        == "cannot read '\(store.path(file).visible)': the content is damaged or cut short")
  }

  @Test func `a foreign file is refused with its name, and says what it is`() throws {
    let stranger = try AgeIdentity.generate().recipient
    let theirs = try AgeFile.encrypt(Secret(copying: [0x61]), to: [stranger])
    let protected = try AgeFile.encrypt(
      Secret(copying: [0x61]), passphrase: Secret(copying: [0x62]), workFactor: 1)
    let start = "cannot read '\(store.path(file).visible)': "
    for (bytes, why) in [
      ([], "not an age file"), (Array("pw\n".utf8), "not an age file"),
      (Array("-----BEGIN PGP MESSAGE-----\n".utf8), "not an age file"),
      (Array("age-encryption.org/v2\n".utf8), "unsupported version of the age format 'v2'"),
      (theirs, "no identity matches; it is encrypted to X25519"),
      (protected, "no identity matches; it is encrypted to scrypt"),
    ] {
      try store.write(bytes, to: file)
      #expect(message { _ = try store.backend.get(key) } == start + why)
    }
    // It is the user's to replace and to erase.
    try store.backend.save(login("https://github.example", "alice", "new"))
    #expect(try store.backend.password("https://github.example", "alice") == "new")
    try store.write([], to: file)
    #expect(try store.backend.erase(key))
  }

  @Test func `an armored file is read`() throws {
    let base64 = try AgeFileText.armored(store.read(file))
    try store.write(base64.utf8, to: file)
    #expect(try store.backend.password("https://github.example", "alice") == "pw")
  }

  @Test(arguments: [
    (
      "\npassword-base64: ?\nservice: db\nusername: alice\n",
      "the value of 'password-base64' is not base64"
    ),
    (
      "pw\nservice: db\nusername: alice\nexpires: tomorrow\n",
      "the value of 'expires' is no time such as 2026-12-31T23:59:59Z"
    ),
    ("pw\nservice: https://bob@h.example\n", "the value of 'service' names no service"),
  ])
  func `a text that is not right is refused with the file's name and without the text`(
    text: String, why: String
  ) throws {
    try put(text, as: "logins/db/alice.age")
    let db = LoginKey(try service("db"), "alice")
    #expect(
      message { _ = try store.backend.get(db) }
        == "cannot use '\(store.path("logins/db/alice.age").visible)': \(why)")
  }

  @Test func `a folder in the place of a login is refused with its name`() throws {
    try store.remove(file)
    try store.makeFolder(file)
    #expect(
      message { _ = try store.backend.get(key) }
        == "cannot read '\(store.path(file).visible)': Is a directory")
    #expect(
      message { try store.backend.save(login("https://github.example", "alice", "new")) }
        == "cannot write '\(store.path(file).visible)': it is a folder")
  }

  @Test func `a pipe that nobody writes to is not waited for`() throws {
    try store.remove(file)
    let path = store.path(file)
    #expect(unsafe path.withCString { unsafe mkfifo($0, 0o600) } == 0)
    #expect(
      message { _ = try store.backend.get(key) }
        == "cannot read '\(path.visible)': not an age file")
    try store.backend.save(login("https://github.example", "alice", "new"))
    #expect(try store.backend.password("https://github.example", "alice") == "new")
  }

  @Test func `a file that is larger than any login is refused`() throws {
    try store.write([UInt8](repeating: 0x61, count: (16 << 20) + 1), to: file)
    #expect(
      message { _ = try store.backend.get(key) }
        == "cannot read '\(store.path(file).visible)': it is larger than 16777216 bytes")
  }
}

extension ByteString {
  /// The path below `folder`, which it begins with.
  fileprivate func without(_ folder: ByteString) -> ByteString {
    ByteString(Array(bytes.dropFirst(folder.bytes.count + 1)))
  }
}

/// The other way to write an age file.
private enum AgeFileText {
  static func armored(_ file: [UInt8]) throws -> String {
    var base64 = try Secret()
    try base64.append(base64Of: file.span)
    var (lines, rest) = ([String](), Substring(base64.text))
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    let marks = ("-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----")
    return ([marks.0] + lines + [marks.1]).joined(separator: "\n") + "\n"
  }
}

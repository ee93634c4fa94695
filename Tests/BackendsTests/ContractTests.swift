// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// What every backend does that reads and lists.
@Suite struct BackendContractTests {
  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `what was saved is had back whole`(subject: BackendUnderTest) throws {
    let kept = try subject.make()
    var credential = try login("https://h.example", "alice", " p#:\t")
    credential.expires = Expiry("2026-12-31T23:59:59Z")
    let fields = [
      ("realm", " a: b ", false), ("code", "123456", true), ("note", "", false),
      ("key", "line 1\nline 2\r\n", true),
    ]
    for (name, value, isSecret) in fields {
      credential.fields.append(
        Credential.Field(
          name: try #require(FieldName(name)), value: try Secret(copying: value.utf8),
          isSecret: isSecret))
    }
    try kept.open().check(LoginOutline(parts: [.account, .password]), of: service("h.example"))
    try kept.open().save(credential)
    let values = try #require(try kept.open().values("https://h.example", "alice"))
    #expect(values.service?.name == "https://h.example")
    #expect(values.account == "alice")
    #expect(values.password == Array(" p#:\t".utf8))
    #expect(values.expires == Expiry("2026-12-31T23:59:59Z"))
    #expect(
      values.fields
        == fields.map { name, value, isSecret in
          LoginValues.Field(name: name, value: Array(value.utf8), isSecret: isSecret)
        })
  }

  @Test(arguments: BackendUnderTest.allCases)
  func `a plain login is kept, replaced, listed and erased`(subject: BackendUnderTest) throws {
    let kept = try subject.make()
    let (name, other) = (subject.name("db"), subject.name("db2"))
    #expect(try kept.open().list() == [])
    try kept.open().check(LoginOutline(parts: [.account, .password]), of: service(name))
    try kept.open().save(login(name, "alice", " p#:\"'\\$ "))
    try kept.open().save(login(other, "alice", "another's"))
    #expect(try kept.open().password(name, "alice") == " p#:\"'\\$ ")
    try kept.open().save(login(name, "alice", "new"))
    #expect(try kept.open().password(name, "alice") == "new")
    #expect(try kept.open().password(other, "alice") == "another's")
    #expect(try kept.open().password(name, "bob") == nil)
    #expect(try kept.open().password(subject.name("db3"), "alice") == nil)
    let keys = [LoginKey(try service(name), "alice"), LoginKey(try service(other), "alice")]
    #expect(try kept.open().list() == keys)
    #expect(try kept.open().logins(of: service(name)) == [keys[0]])
    #expect(try kept.open().erase(keys[0]))
    #expect(try !kept.open().erase(keys[0]))
    #expect(try kept.open().list() == [keys[1]])
  }

  @Test(arguments: BackendUnderTest.allCases)
  func `a login that is no longer what it was is not erased`(subject: BackendUnderTest) throws {
    let kept = try subject.make()
    let name = subject.name("db")
    let key = LoginKey(try service(name), "alice")
    try kept.open().save(login(name, "alice", "old"))
    let old = try login(name, "alice", "old")
    try kept.open().save(login(name, "alice", "new"))
    #expect(throws: BackendError.changed(key)) { try kept.open().erase(key, ifStill: old) }
    #expect(try kept.open().password(name, "alice") == "new")
    try kept.open().checkErasing([key])
    let new = try login(name, "alice", "new")
    try kept.open().erase(key, ifStill: new)
    #expect(try kept.open().list() == [])
    // It is gone already, which is what was wanted.
    try kept.open().erase(key, ifStill: new)
  }

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `a login takes the place of the former one, all of it`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    var old = try login(account: "alice", password: [1], fields: [("realm", [2])])
    old.service = try service("db")
    old.expires = Expiry(seconds: 1)
    try backend.save(old)
    try backend.save(login("db", "alice", "new"))
    let values = try #require(try backend.values("db", "alice"))
    #expect(values.password == Array("new".utf8))
    #expect(values.fields == [])
    #expect(values.expires == nil)
    #expect(try backend.list() == [LoginKey(service("db"), "alice")])
  }

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `several accounts of a service are several logins`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    for account: ByteString? in ["bob", "", nil, "alice", "Alice"] {
      try backend.save(login("db", account, "\(account?.visible ?? "-")'s"))
    }
    try backend.save(login("db2", "alice", "another's"))
    let accounts: [ByteString?] = [nil, "", "Alice", "alice", "bob"]
    #expect(try backend.logins(of: service("db")).map(\.account) == accounts)
    #expect(try backend.password("db", nil) == "-'s")
    #expect(try backend.password("db", "") == "'s")
    #expect(try backend.password("db", "Alice") == "Alice's")
    #expect(try backend.password("db", "alice") == "alice's")
    #expect(try backend.password("db", "bob") == "bob's")
    #expect(try backend.password("db2", "alice") == "another's")
  }

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `the list has every login, in the order of its bytes`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    let names: [(ByteString, ByteString?)] = [
      ("b", "x"), ("a", "y"), ("a", nil), ("https://a", "x"), ("a", "x"), ("B", "x"), ("é", nil),
    ]
    for (name, account) in names { try backend.save(login(name, account, "pw")) }
    #expect(
      try backend.list().map { [$0.service.name, $0.account ?? "none"] } == [
        ["B", "x"], ["a", "none"], ["a", "x"], ["a", "y"], ["b", "x"], ["https://a", "x"],
        ["é", "none"],
      ])
  }

  @Test(arguments: BackendUnderTest.all(with: .severalAccounts))
  func `what is erased is gone, and nothing else`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    for account in ["alice", "bob"] as [ByteString] {
      try backend.save(login(subject.name("db"), account, "pw"))
    }
    try backend.save(login(subject.name("db2"), "alice", "pw"))
    #expect(try backend.erase(LoginKey(service(subject.name("db")), "alice")))
    #expect(try !backend.erase(LoginKey(service(subject.name("db")), "alice")))
    #expect(try backend.password(subject.name("db"), "alice") == nil)
    #expect(try backend.password(subject.name("db"), "bob") == "pw")
    #expect(try backend.erase(LoginKey(service(subject.name("db")), "bob")))
    #expect(try backend.logins(of: service(subject.name("db"))) == [])
    #expect(try backend.list() == [LoginKey(service(subject.name("db2")), "alice")])
    try backend.save(login(subject.name("db"), "alice", "again"))
    #expect(try backend.password(subject.name("db"), "alice") == "again")
  }

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `what is not there is absent`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    #expect(try backend.list() == [])
    #expect(try backend.logins(of: service("db")) == [])
    #expect(try backend.values("db", "alice") == nil)
    #expect(try !backend.erase(LoginKey(service("db"), "alice")))
    try backend.save(login("db", "alice", "pw"))
    for account: ByteString? in ["Alice", "alic", "alicee", "", nil, "alice.age", "alice "] {
      #expect(try backend.values("db", account) == nil)
      #expect(try !backend.erase(LoginKey(service("db"), account)))
    }
    for name in ["DB", "d", "dbb", "https://db", "db/"] as [ByteString] {
      #expect(try backend.values(name, "alice") == nil)
      #expect(try backend.logins(of: service(name)) == [])
    }
    #expect(try backend.password("db", "alice") == "pw")
  }

  /// Names that mean something to a file system, a shell or a reader of either; each is another's
  /// neighbour.
  private static let odd: [ByteString] = [
    ".", "..", "...", "../..", "../x", "/", "//", "/etc/passwd", "a/b", "a/../b", "%", "%%",
    "%2F", "%2f", "a%2Fb", "a%", "%.age", ".age", "x.age", "x", "X", ".x", ".age-recipients",
    ".git", "-", "--", "-u", "*", "?", "~", "$HOME", "`id`", "a b", " a", "a ", "a\\", "\"", "'",
    "日本語", "é", "e\u{301}", "É", "👩‍💻", "\u{202E}x", ByteString([0xFF]), ByteString([0xC3, 0x28]),
    ByteString([0x61, 0x80]), ByteString([0xED, 0xA0, 0x80]),
  ]

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `odd names are names as others are, each its own`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    let controls: [ByteString] = ["\n", "\r", "a\nb", "\t", "\u{1B}[2J", "\u{7F}", "\u{0}"]
    var keys = try Self.odd.map { LoginKey(try service($0), "alice") }
    keys += try (Self.odd + controls).map { LoginKey(try service("db"), $0) }
    for (number, key) in keys.enumerated() {
      try backend.save(login(key.service.name, key.account, "\(number)"))
    }
    #expect(try backend.list() == keys.sorted())
    for (number, key) in keys.enumerated() {
      let values = try #require(try backend.values(key.service.name, key.account))
      #expect(values.password == Array("\(number)".utf8))
      #expect(values.service == key.service)
      #expect(values.account == key.account)
    }
    for key in keys { #expect(try backend.erase(key)) }
    #expect(try backend.list() == [])
  }

  @Test(
    arguments: BackendUnderTest.all(with: .anything),
    [100, 200, 250, 251, 252, 255, 256, 1000, 5000])
  func `a long name is kept whole or refused`(subject: BackendUnderTest, length: Int) throws {
    let backend = try subject.make().open()
    let long = ByteString(String(repeating: "n", count: length))
    let far = ByteString(String(repeating: "/", count: length))
    for (name, account) in [("db", long), (long, "alice"), ("db", far), (far, "alice")] {
      do {
        try backend.save(login(name, account, "pw"))
        #expect(try backend.password(name, account) == "pw")
        #expect(try backend.list() == [LoginKey(service(name), account)])
        #expect(try backend.erase(LoginKey(service(name), account)))
      } catch let error as BackendError {
        guard case .nameTooLong = error else { throw error }
        #expect(try backend.list() == [])
      }
    }
  }

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `every byte value arrives in a password and a field`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    let all = Array(UInt8.min...UInt8.max)
    let each = all.map { [0x61, $0] }
    let ends: [[UInt8]] = [[], [0], [0x0A], [0x0D], [0x0D, 0x0A], [0x20]]
    for password in [all, all.reversed()] + ends + each {
      var credential = try login(
        account: "alice", password: password, fields: [("key", password)])
      credential.service = try service("db")
      try backend.save(credential)
      let values = try #require(try backend.values("db", "alice"))
      #expect(values.password == password)
      #expect(values.fields.map(\.value) == [password])
    }
  }

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `no password is not an empty one`(subject: BackendUnderTest) throws {
    let backend = try subject.make().open()
    var credential = try login(account: "alice")
    credential.service = try service("db")
    try backend.save(credential)
    #expect(try #require(try backend.values("db", "alice")).password == nil)
    try backend.save(login("db", "alice", ""))
    #expect(try #require(try backend.values("db", "alice")).password == [])
  }

  @Test(arguments: BackendUnderTest.all(with: .anything), [65_535, 65_536, 65_537, 200_000])
  func `a large password and a large field arrive`(subject: BackendUnderTest, length: Int) throws {
    let backend = try subject.make().open()
    // What is at risk is the place where pieces meet, so that no two pieces are alike.
    var arbitrary = ArbitraryBytes(seed: 64)
    let large = (0..<length).map { _ in UInt8.random(in: 0...255, using: &arbitrary) }
    var credential = try login(account: "alice", password: large, fields: [("key", large)])
    credential.service = try service("db")
    try backend.save(credential)
    let values = try #require(try backend.values("db", "alice"))
    #expect(values.password == large)
    #expect(values.fields.map(\.value) == [large])
  }

  @Test(arguments: BackendUnderTest.all(with: .anything))
  func `an expired login is given, listed and erased as others are`(
    subject: BackendUnderTest
  ) throws {
    let backend = try subject.make().open()
    var credential = try login("db", "alice", "pw")
    credential.expires = Expiry(seconds: 1)
    try backend.save(credential)
    #expect(try #require(try backend.values("db", "alice")).expires == Expiry(seconds: 1))
    #expect(try backend.list() == [LoginKey(service("db"), "alice")])
    #expect(try backend.erase(LoginKey(service("db"), "alice")))
  }
}

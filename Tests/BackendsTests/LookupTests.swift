// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct LookupTests {
  private let backend = MemoryBackend()

  /// Later than this, nothing has expired that expires at 1000.
  private static let now = 999

  private func save(
    _ name: ByteString, _ account: ByteString?, expires: Int? = nil
  ) throws {
    let password = "\(account?.visible ?? "-")@\(name.visible)"
    var credential = try login(account: account, password: Array(password.utf8))
    credential.service = try service(name)
    credential.expires = expires.flatMap(Expiry.init(seconds:))
    try backend.save(credential)
  }

  /// The password, which tells the login.
  private func get(_ name: ByteString, _ wanted: WantedAccount = .any) throws -> String? {
    let found = try Lookup(in: backend).login(
      of: try service(name), wanted, now: Self.now)
    #expect(found.key.account == found.credential.account)
    #expect(found.key.service == found.credential.service)
    return LoginValues(of: found.credential).password.map { String(decoding: $0, as: UTF8.self) }
  }

  private func key(_ name: ByteString, _ wanted: WantedAccount = .any) throws -> LoginKey {
    try Lookup(in: backend).key(of: try service(name), wanted)
  }

  private func service(_ name: ByteString) throws -> Service { try Service.read(name).service }

  @Test func `the only login of a service is the one`() throws {
    try save("db", "alice")
    try save("db2", "bob")
    #expect(try get("db") == "alice@db")
    #expect(try get("db", .named("alice")) == "alice@db")
    #expect(try key("db") == LoginKey(service("db"), "alice"))
  }

  @Test(arguments: [.any, .named("alice"), .named("nobody")] as [WantedAccount])
  func `a backend that keeps hashes is not looked through`(wanted: WantedAccount) throws {
    let file = try MadeFile(.htpasswd)
    var credential = try login(account: "alice", password: [0x70])
    credential.service = .unnamed
    try file.backend.save(credential)
    let error = BackendError.keepsHashes(backend: "file '\(file.path)'")
    #expect(throws: error) {
      _ = try Lookup(in: file.backend).login(of: .unnamed, wanted, now: Self.now)
    }
    #expect(throws: error) { _ = try file.backend.get(LoginKey(.unnamed, "alice")) }
    #expect(
      try Lookup(in: file.backend).key(of: .unnamed, .any) == LoginKey(.unnamed, "alice"))
  }

  @Test func `an account chooses among several`() throws {
    for account: ByteString? in ["alice", "Alice", "", nil] { try save("db", account) }
    #expect(try get("db", .named("alice")) == "alice@db")
    #expect(try get("db", .named("Alice")) == "Alice@db")
    #expect(try get("db", .named("")) == "@db")
    #expect(try get("db", .without) == "-@db")
    #expect(try key("db", .named("")) == LoginKey(service("db"), ""))
    #expect(try key("db", .without) == LoginKey(service("db"), nil))
  }

  @Test func `a service or an account that is not there is an error`() throws {
    try save("db", "alice")
    let noService = BackendError.noSuchLogin(try service("dbx"), .any)
    #expect(throws: noService) { try get("dbx") }
    #expect(throws: noService) { try key("dbx") }
    let noAccount = BackendError.noSuchLogin(try service("db"), .named("bob"))
    #expect(throws: noAccount) { try get("db", .named("bob")) }
    #expect(throws: noAccount) { try key("db", .named("bob")) }
    let noneWithout = BackendError.noSuchLogin(try service("db"), .without)
    #expect(throws: noneWithout) { try get("db", .without) }
    #expect(throws: noneWithout) { try key("db", .without) }
  }

  @Test func `several that fit are an error with all of them, expired ones too`() throws {
    try save("db", "bob")
    try save("db", "alice")
    let both = BackendError.severalLogins([
      LoginKey(try service("db"), "alice"), LoginKey(try service("db"), "bob"),
    ])
    #expect(throws: both) { try get("db") }
    #expect(throws: both) { try key("db") }
    try save("db", "alice", expires: 1)
    #expect(throws: both) { try get("db") }
    #expect(throws: both) { try key("db") }
  }

  @Test func `an expired login is an error with its time, and is still found by its key`() throws {
    try save("db", "alice", expires: Self.now)
    let expired = BackendError.expired(
      LoginKey(try service("db"), "alice"), try #require(Expiry(seconds: Self.now)))
    #expect(throws: expired) { try get("db") }
    #expect(throws: expired) { try get("db", .named("alice")) }
    #expect(try key("db") == LoginKey(service("db"), "alice"))
    try save("db", "alice", expires: Self.now + 1)
    #expect(try get("db") == "alice@db")
  }

  @Test func `a bare host answers for https, and the other way round`() throws {
    try save("h.example", "alice")
    #expect(try get("HTTPS://H.example:443/") == "alice@h.example")
    #expect(try get("https://h.example", .named("alice")) == "alice@h.example")
    #expect(try key("https://h.example") == LoginKey(service("h.example"), "alice"))
    try save("https://g.example", nil)
    #expect(try get("g.example") == "-@https://g.example")
    #expect(try get("g.example", .without) == "-@https://g.example")
  }

  @Test func `nothing crosses schemes, ports or paths`() throws {
    try save("h.example", "alice")
    try save("https://g.example", "alice")
    for name: ByteString in [
      "http://h.example", "ssh://h.example", "https://h.example:8443", "https://h.example/x",
      "H.example", "h.example:443", "http://g.example", "g.example/", "https://g.example/x",
      "www.g.example", "example",
    ] {
      let absent = BackendError.noSuchLogin(try service(name), .any)
      #expect(throws: absent) { try get(name) }
      #expect(throws: absent) { try key(name) }
    }
  }

  @Test func `the service itself goes before the other spelling`() throws {
    try save("h.example", "alice")
    try save("https://h.example", "alice")
    #expect(try get("h.example") == "alice@h.example")
    #expect(try get("https://h.example") == "alice@https://h.example")
    #expect(try key("https://h.example").service.name == "https://h.example")
    try save("h.example", "bob")
    #expect(try get("https://h.example") == "alice@https://h.example")
    #expect(try get("https://h.example", .named("bob")) == "bob@h.example")
    #expect(try key("https://h.example", .named("bob")) == LoginKey(service("h.example"), "bob"))
  }

  @Test func `an expired login is not replaced by one of the other spelling`() throws {
    try save("h.example", "alice")
    try save("https://h.example", "alice", expires: 1)
    let expired = BackendError.expired(
      LoginKey(try service("https://h.example"), "alice"), try #require(Expiry(seconds: 1)))
    #expect(throws: expired) { try get("https://h.example") }
    #expect(throws: expired) { try get("https://h.example", .named("alice")) }
  }

  @Test func `several of the other spelling are an error, too`() throws {
    try save("h.example", "alice")
    try save("h.example", nil)
    let both = BackendError.severalLogins([
      LoginKey(try service("h.example"), nil), LoginKey(try service("h.example"), "alice"),
    ])
    #expect(throws: both) { try get("https://h.example") }
  }

  @Test func `a login whose account is known needs no list`() throws {
    try save("h.example", "alice")
    #expect(try get("https://h.example", .named("alice")) == "alice@h.example")
    #expect(backend.listings == 0)
  }
}

@Suite struct LoginKeyTests {
  @Test func `lists go by the bytes of service and account, none first`() throws {
    let sorted = [
      ("A", "z"), ("a", nil), ("a", ""), ("a", "B"), ("a", "b"), ("a", "bb"), ("a", "é"),
      ("a-", "a"),
      ("aa", "a"), ("é", nil),
    ].map { (service: ByteString, account: ByteString?) in
      LoginKey(Service(service) ?? fallback, account)
    }
    #expect(Set(sorted).count == 10)
    for (index, key) in sorted.enumerated() {
      for (otherIndex, other) in sorted.enumerated() {
        #expect((key < other) == (index < otherIndex))
      }
    }
  }

  private let fallback: Service

  init() throws {
    fallback = try Service.read("fallback").service
  }
}

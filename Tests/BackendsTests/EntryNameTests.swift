// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Posix
import TestSupport
import Testing

@Suite struct EntryNameTests {
  private let service: Service

  init() throws {
    service = try Service.read("h.example").service
  }

  private func file(_ account: String?) throws -> ByteString {
    try EntryName.file(of: account.map { ByteString($0) })
  }

  private func folder(_ name: String) throws -> ByteString {
    try EntryName.folder(of: Service.read(ByteString(name)).service)
  }

  @Test(arguments: [
    ("alice", "alice.age"), ("Alice", "Alice.age"), ("a@b.example", "a@b.example.age"),
    ("a.age", "a.age.age"), ("a b", "a b.age"), ("日本語", "日本語.age"), ("é", "é.age"),
    ("-", "-.age"), ("~", "~.age"), ("*?'\"\\", "*?'\"\\.age"),
    (".", "%2E.age"), ("..", "%2E..age"), ("...", "%2E...age"), (".a.b.", "%2Ea.b..age"),
    ("/", "%2F.age"), ("../../etc/x", "%2E.%2F..%2Fetc%2Fx.age"), ("%", "%25.age"),
    ("%2F", "%252F.age"), ("%%", "%25%25.age"), ("a\nb", "a%0Ab.age"), ("\t", "%09.age"),
    ("\u{7F}", "%7F.age"), ("\u{1B}[m", "%1B[m.age"), ("\u{80}", "\u{80}.age"), ("\0", "%00.age"),
    (" ", " .age"),
  ])
  func `an account's file has its name, but for what would act`(
    account: String, name: String
  ) throws {
    #expect(try file(account) == ByteString(name))
    let key = LoginKey(service, ByteString(account))
    #expect(EntryName.login(of: service, inFile: ByteString(name)) == key)
  }

  @Test func `no account and an empty account have files that no other account has`() throws {
    #expect(try file(nil) == "%.age")
    #expect(try file("") == "%%.age")
    #expect(EntryName.login(of: service, inFile: "%.age") == LoginKey(service, nil))
    #expect(EntryName.login(of: service, inFile: "%%.age") == LoginKey(service, ""))
  }

  @Test(
    arguments: [
      ([0x61, 0xFF], "a%FF.age"), ([0xC3], "%C3.age"), ([0xC3, 0x28], "%C3(.age"),
      ([0xE2, 0x82], "%E2%82.age"), ([0xC0, 0xAF], "%C0%AF.age"),
      ([0xED, 0xA0, 0x80], "%ED%A0%80.age"), ([0xF5, 0x80, 0x80, 0x80], "%F5%80%80%80.age"),
      ([0xA9, 0xC3, 0xA9], "%A9é.age"), ([0xF0, 0x9F, 0x98, 0x80], "😀.age"),
      ([0x2E, 0x80], "%2E%80.age"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are encoded`(account: [UInt8], name: String) throws {
    #expect(try EntryName.file(of: ByteString(account)) == ByteString(name))
    let key = LoginKey(service, ByteString(account))
    #expect(EntryName.login(of: service, inFile: ByteString(name)) == key)
  }

  @Test(arguments: [
    ("h.example", "h.example"), ("https://h.example", "https:%2F%2Fh.example"),
    ("https://h.example:8443/a%2fb", "https:%2F%2Fh.example:8443%2Fa%252fb"),
    ("..", "%2E."), (".age-recipients", "%2Eage-recipients"), ("x.age", "x.age"), ("%", "%25"),
    ("日本", "日本"),
  ])
  func `a service's folder has its name, but for what would act`(
    name: String, folder: String
  ) throws {
    #expect(try self.folder(name) == ByteString(folder))
    #expect(EntryName.service(ofFolder: ByteString(folder))?.name == ByteString(name))
  }

  @Test(arguments: [
    "", ".age", "alice", "alice.ag", "alice.age~", "alice.AGE", "age", ".alice.age.askcred-1x",
    "..age", "...age", ".alice.age", "%2e.age", "%2E", "a%2Eb.age", "a%2eb.age", "%61.age",
    "%2f.age", "a/b.age", "/.age", "%0a.age", "%C3%A9.age", "%F0%9F%98%80.age", "%ff.age",
    "%%%.age", "%%41.age", "a%.age", "a%2.age", "a%zz.age", "%20.age", "a\nb.age", "\u{7F}.age",
  ])
  func `a file that the store would not call so is none of its`(name: String) {
    #expect(EntryName.login(of: service, inFile: ByteString(name)) == nil)
  }

  @Test func `a file whose name is not UTF-8 is none of the store's`() {
    #expect(EntryName.login(of: service, inFile: ByteString([0xFF] + Array(".age".utf8))) == nil)
    #expect(EntryName.service(ofFolder: ByteString([0xFF])) == nil)
  }

  @Test(arguments: [
    "", ".", "..", ".git", ".age-recipients", "%", "%%", "%2e.", "a%2F", "https:%2f%2Fh",
    "HTTPS:%2F%2Fh", "https:%2F%2Fh%2F", "https:%2F%2Fh:443", "https:%2F%2Fu@h", "a%0Ab", "a%09",
    "%61", "%C2%80", "a/b",
  ])
  func `a folder that the store would not call so is none of its`(name: String) throws {
    let found = EntryName.service(ofFolder: ByteString(name))
    // `a%2F` is the folder of the word `a/`.
    #expect(found?.name == (name == "a%2F" ? "a/" : nil))
  }

  @Test func `a name may have 255 bytes and no more, the ending included`() throws {
    #expect(try file(String(repeating: "a", count: 251)).bytes.count == 255)
    #expect(throws: BackendError.nameTooLong(.account, bytes: 256, limit: 255)) {
      try file(String(repeating: "a", count: 252))
    }
    // 83 bytes are 249 encoded, and two more make 251.
    #expect(try file("aa" + String(repeating: "/", count: 83)).bytes.count == 255)
    #expect(throws: BackendError.nameTooLong(.account, bytes: 256, limit: 255)) {
      try file("aaa" + String(repeating: "/", count: 83))
    }
    #expect(try file(String(repeating: "é", count: 125) + "a").bytes.count == 255)
    #expect(throws: BackendError.nameTooLong(.account, bytes: 256, limit: 255)) {
      try file(String(repeating: "é", count: 126))
    }
    #expect(try folder(String(repeating: "a", count: 255)).bytes.count == 255)
    #expect(throws: BackendError.nameTooLong(.service, bytes: 256, limit: 255)) {
      try folder(String(repeating: "a", count: 256))
    }
    #expect(throws: BackendError.nameTooLong(.service, bytes: 70_000, limit: 255)) {
      try folder(String(repeating: "a", count: 70_000))
    }
  }

  @Test func `a name that is too long is none of the store's`() {
    let long = ByteString(String(repeating: "a", count: 252) + ".age")
    #expect(EntryName.login(of: service, inFile: long) == nil)
    #expect(EntryName.service(ofFolder: ByteString(String(repeating: "a", count: 256))) == nil)
  }

  @Test func `small names over a nasty alphabet come back, and no two collide`() throws {
    let alphabet = Array("./%2EFeaA".utf8) + [0x00, 0x0A, 0x7F, 0x80, 0xC3, 0xA9, 0xFF]
    var taken: Set<ByteString> = [try file(nil)]
    let accounts = allStrings(over: alphabet, lengths: 0...3)
    for account in accounts {
      let key = LoginKey(service, ByteString(account))
      let name = try EntryName.file(of: key.account)
      try #require(EntryName.login(of: service, inFile: name) == key)
      try #require(!name.bytes.contains(UInt8(ascii: "/")) && name.bytes[0] != UInt8(ascii: "."))
      taken.insert(name)
    }
    #expect(taken.count == accounts.count + 1)
  }

  @Test func `of all small names of files the store takes those that it gives`() throws {
    var taken = 0
    for stem in allStrings(over: Array("./%2EeFA".utf8) + [0x0A, 0xC3, 0xA9], lengths: 0...4) {
      let name = ByteString(stem + Array(".age".utf8))
      guard let key = EntryName.login(of: service, inFile: name) else { continue }
      try #require(try EntryName.file(of: key.account) == name)
      taken += 1
    }
    #expect(taken > 1000)
  }

  @Test func `arbitrary names come back`() throws {
    var arbitrary = ArbitraryBytes(seed: 255)
    for name in arbitrary.strings(3000, upTo: 83) + arbitrary.texts(3000, upTo: 20) {
      let key = LoginKey(service, ByteString(name))
      try #require(EntryName.login(of: service, inFile: EntryName.file(of: key.account)) == key)
      guard let service = Service(ByteString(name)) else { continue }
      try #require(EntryName.service(ofFolder: EntryName.folder(of: service)) == service)
    }
  }
}

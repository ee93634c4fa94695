// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Posix
import TestSupport
import Testing

@Suite struct EntryTests {
  private func text(_ login: borrowing Credential) throws -> String {
    try Entry.text(of: login).text
  }

  private func read(_ text: some Collection<UInt8>) throws -> Credential {
    try Entry.credential(in: Secret(copying: text))
  }

  private func values(in text: String) throws -> LoginValues {
    LoginValues(of: try read(Array(text.utf8)))
  }

  @Test func `more lines with a key than any login has are refused`() throws {
    let most = (0..<4096).map { "\nkey\($0): x" }.joined()
    #expect(try read(Array(most.utf8)).fields.count == 4096)
    #expect(throws: EntryError.tooManyLines(limit: 4096)) {
      _ = try read(Array((most + "\none: more").utf8))
    }
  }

  @Test func `a login is its password and a line for each thing else`() throws {
    var credential = try login(account: "alice", password: Array(" p#: ".utf8))
    credential.service = try Service.read("https://h.example").service
    credential.expires = Expiry("2026-12-31T23:59:59Z")
    for (name, value, isSecret) in [
      ("domain", " x: y ", false), ("otp", "123", true), ("note", "", false), ("pin", "4", true),
    ] {
      credential.fields.append(
        Credential.Field(
          name: try #require(FieldName(name)), value: try Secret(copying: value.utf8),
          isSecret: isSecret))
    }
    #expect(
      try text(credential) == """
         p#:\u{20}
        service: https://h.example
        username: alice
        domain:  x: y\u{20}
        otp: 123
        note:\u{20}
        pin: 4
        secret-fields: otp, pin
        expires: 2026-12-31T23:59:59Z

        """)
    #expect(
      LoginValues(of: try read(Entry.text(of: credential).bytes)) == LoginValues(of: credential))
  }

  @Test func `what the login does not have has no line`() throws {
    #expect(try text(login(password: Array("pw".utf8))) == "pw\n")
    #expect(try text(login(account: "alice")) == "\nusername: alice\n")
    #expect(try text(login()) == "\n")
  }

  @Test func `none is not the same as empty`() throws {
    #expect(try text(login(account: "", password: [])) == "\npassword-base64: \nusername: \n")
    #expect(try values(in: "\npassword-base64: \nusername: \n").password == [])
    #expect(try values(in: "\npassword-base64: \nusername: \n").account == "")
    #expect(try values(in: "\n").password == nil)
    #expect(try values(in: "\n").account == nil)
  }

  @Test(arguments: [
    ("a\nb", "\npassword-base64: YQpi\n"), ("\n", "\npassword-base64: Cg==\n"),
    ("a\r", "\npassword-base64: YQ0=\n"), ("\rb", "\npassword-base64: DWI=\n"),
    ("---", "---\n"), ("password-base64: YQ==", "password-base64: YQ==\n"),
    ("username: bob", "username: bob\n"), (" \t ", " \t \n"), ("@x", "@x\n"), ("\0", "\0\n"),
  ])
  func `a password is line 1, or base64 where it would not be one line`(
    password: String, written: String
  ) throws {
    #expect(try text(login(password: Array(password.utf8))) == written)
    #expect(try values(in: written).password == Array(password.utf8))
  }

  @Test func `an account or a field that is not one line is base64`() throws {
    let both = try login(
      account: "a\nb", password: Array("pw".utf8), fields: [("note", Array("x\r\ny".utf8))])
    #expect(
      try text(both)
        == "pw\nusername-base64: YQpi\nnote-base64: eA0KeQ==\nsecret-fields: note\n")
    #expect(LoginValues(of: try read(Entry.text(of: both).bytes)) == LoginValues(of: both))
  }

  @Test func `small strings over a nasty alphabet come back, wherever they stand`() throws {
    let alphabet = Array("\n\r :-a=".utf8) + [0x00, 0xC3]
    for value in allStrings(over: alphabet, lengths: 0...3) {
      try requireReadBack(login(password: value))
      try requireReadBack(login(account: ByteString(value), password: nil, fields: [("x", value)]))
    }
  }

  @Test func `every byte comes back`() throws {
    for byte in UInt8.min...UInt8.max {
      try requireReadBack(
        login(account: ByteString([byte]), password: [byte], fields: [("x", [byte])]))
      try requireReadBack(login(password: [0x61, byte]))
      try requireReadBack(login(password: [byte, 0x61]))
    }
    try requireReadBack(login(password: Array(UInt8.min...UInt8.max)))
  }

  @Test(arguments: [65_535, 65_536, 200_000])
  func `a long password comes back`(length: Int) throws {
    var bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try requireReadBack(login(account: "a", password: bytes, fields: [("x", bytes)]))
    bytes = bytes.filter { $0 != 0x0A && $0 != 0x0D }
    try requireReadBack(login(account: "a", password: bytes))
  }

  @Test func `arbitrary logins come back`() throws {
    var arbitrary = ArbitraryBytes(seed: 5)
    let services = [nil, "h.example", "https://h.example/a b", "日本"]
    for _ in 0..<2000 {
      let strings = arbitrary.strings(6, upTo: 40)
      var credential = Credential()
      if Bool.random(using: &arbitrary) { credential.account = ByteString(strings[0]) }
      if Bool.random(using: &arbitrary) { credential.password = try Secret(copying: strings[1]) }
      for (name, value) in zip(
        ["a", "otp_2", "url", "z9"].shuffled(using: &arbitrary), strings[2...])
      where Bool.random(using: &arbitrary) {
        credential.fields.append(
          Credential.Field(
            name: try #require(FieldName(name)), value: try Secret(copying: value),
            isSecret: Bool.random(using: &arbitrary)))
      }
      if let name = services[Int.random(in: 0..<4, using: &arbitrary)] {
        credential.service = try Service.read(ByteString(name)).service
        if Bool.random(using: &arbitrary) {
          credential.expires = Expiry(seconds: Int.random(in: Expiry.range, using: &arbitrary))
        }
      } else {
        // No service is no mark of a secret field.
        credential.service = try Service.read("x").service
      }
      try requireReadBack(credential)
    }
  }

  /// The login with a service, as a text without one is taken for handmade.
  private func requireReadBack(_ credential: consuming Credential) throws {
    var credential = credential
    if credential.service == nil { credential.service = try Service.read("s").service }
    let back = try Entry.credential(in: Entry.text(of: credential))
    try #require(LoginValues(of: back) == LoginValues(of: credential))
  }
}

@Suite struct HandmadeEntryTests {
  private func values(in text: String) throws -> LoginValues {
    LoginValues(of: try Entry.credential(in: Secret(copying: text.utf8)))
  }

  private func error(in text: String) -> EntryError? {
    #expect(throws: EntryError.self) { try values(in: text) }
  }

  @Test(arguments: [
    ("pw", "pw"), ("pw\n", "pw"), ("pw\r\n", "pw"), ("pw\r\nusername: a\r\n", "pw"),
    (" pw ", " pw "),
    ("pw\n\n\n", "pw"), ("pw\npassword-base64: YQ==\n", "pw"),
    ("\r\npassword-base64: YQ==\r\n", "a"),
    ("pw\nfree text: with a colon\n-----BEGIN KEY-----\n", "pw"),
  ])
  func `line 1 is the password`(text: String, password: String) throws {
    #expect(try values(in: text).password == Array(password.utf8))
  }

  @Test(arguments: ["", "\n", "\r\n", "\nusername: a\n"])
  func `an empty line 1 is no password`(text: String) throws {
    #expect(try values(in: text).password == nil)
  }

  @Test func `lines that end in CR LF and keys without a blank are read`() throws {
    let read = try values(
      in: "pw\r\nservice:HTTPS://H.example/\r\nusername:alice\r\nurl:  x\r\n"
        + "expires:2026-12-31 23:59:59+00:00")
    #expect(read.service?.name == "https://h.example")
    #expect(read.account == "alice")
    #expect(
      read.fields == [LoginValues.Field(name: "url", value: Array(" x".utf8), isSecret: false)])
    #expect(read.expires?.text == "2026-12-31T23:59:59Z")
  }

  @Test func `lines of other kinds are passed over, and so is a key that came before`() throws {
    let read = try values(
      in: """
        pw
        Some notes, with a colon: x
        User: x
        password: x
        account: x
        :x
        9a: x
        a b: x
        a\u{7F}: x
        é: x
        no colon
        username: alice
        username: bob
        pin: 1
        pin: 2
        ---
        later: yes
        """)
    #expect(read.account == "alice")
    #expect(read.fields.map(\.name) == ["pin", "later"])
    #expect(read.fields.map(\.value) == [[0x31], Array("yes".utf8)])
  }

  @Test func `all fields are secret where no line says the service or which are`() throws {
    #expect(try values(in: "pw\npin: 1\n").fields.map(\.isSecret) == [true])
    #expect(try values(in: "pw\nservice: s\npin: 1\n").fields.map(\.isSecret) == [false])
    let listed = try values(in: "pw\npin: 1\nsecret-fields:a,pin ,, b\nurl: 2\na: 3\n")
    #expect(listed.fields.map(\.isSecret) == [true, false, true])
  }

  @Test(arguments: [
    ("\npassword-base64: YQ\n", "the value of 'password-base64' is not base64"),
    ("pw\notp-base64: YQ== \n", "the value of 'otp-base64' is not base64"),
    ("pw\nusername-base64: %\n", "the value of 'username-base64' is not base64"),
    ("pw\nservice:\n", "the value of 'service' names no service"),
    ("pw\nservice: https://\n", "the value of 'service' names no service"),
    ("pw\nservice: https://bob@h\n", "the value of 'service' names no service"),
    ("pw\nservice: a\tb\n", "the value of 'service' names no service"),
    ("pw\nexpires: soon\n", "the value of 'expires' is no time such as 2026-12-31T23:59:59Z"),
    ("pw\nexpires: 2026-12-31\n", "the value of 'expires' is no time such as 2026-12-31T23:59:59Z"),
  ])
  func `a value that cannot be read is told by its key`(text: String, message: String) {
    #expect(error(in: text)?.message == message)
  }

  @Test(
    arguments: [
      ("pw\nservice: h.example\nusername: alice\n", "h.example", "alice", Entry.Owner.expected),
      ("pw\nservice: h.example\n", "h.example", nil, .expected),
      ("pw\n", "h.example", "alice", .unknown),
      ("pw\n", "h.example", nil, .unknown),
      ("pw\nusername: alice\n", "h.example", "alice", .unknown),
    ] as [(String, ByteString, ByteString?, Entry.Owner)])
  func `an entry belongs to its name where it says so or nothing`(
    text: String, service: ByteString, account: ByteString?, owner: Entry.Owner
  ) throws {
    let key = LoginKey(try #require(Service(service)), account)
    let credential = try Entry.credential(in: Secret(copying: text.utf8))
    #expect(Entry.owner(of: credential, under: key) == owner)
  }

  /// A file that was copied to another name.
  @Test(
    arguments: [
      ("pw\nservice: github.example\nusername: alice\n", "evil.example", "alice"),
      ("pw\nservice: github.example\nusername: alice\n", "github.example", "bob"),
      ("pw\nservice: github.example\nusername: alice\n", "github.example", nil),
      ("pw\nservice: github.example\nusername: alice\n", "https://github.example", "alice"),
      ("pw\nservice: github.example\n", "github.example", ""),
      ("pw\nservice: github.example\n", "github.example", "alice"),
      ("pw\nservice: github.example\nusername:\n", "github.example", nil),
    ] as [(String, ByteString, ByteString?)])
  func `an entry of another login tells whose it is`(
    text: String, service: ByteString, account: ByteString?
  ) throws {
    let credential = try Entry.credential(in: Secret(copying: text.utf8))
    let own = LoginKey(try #require(Service("github.example")), credential.account)
    let key = LoginKey(try #require(Service(service)), account)
    #expect(Entry.owner(of: credential, under: key) == .other(own))
  }

  @Test func `an entry that says another account alone is another's`() throws {
    let credential = try Entry.credential(in: Secret(copying: "pw\nusername: bob\n".utf8))
    let key = LoginKey(try #require(Service("h")), "alice")
    #expect(Entry.owner(of: credential, under: key) == .other(LoginKey(key.service, "bob")))
  }

  @Test(.enabled(if: MemorySearch.isPossible, "the process may not read its own memory"))
  func `no copy of a password stays in memory once entry and login are gone`() throws {
    var password = try Secret()
    for _ in 0..<47 { try password.append(UInt8.random(in: 0x61...0x7A)) }
    for end in ["", "\n"] {
      do {
        var credential = Credential(account: "alice", password: try Secret())
        try credential.password?.append(password)
        try credential.password?.append(end)
        credential.fields.append(
          Credential.Field(
            name: try #require(FieldName("otp")), value: try Secret(), isSecret: true))
        try credential.fields[0].value.append(password)
        let text = try Entry.text(of: credential)
        let back = try Entry.credential(in: text)
        #expect(back.fields[0].value.count == 47)
        // The login, what was read back, and the text, but where that has it as base64.
        #expect(MemorySearch.copies(of: password) == (end.isEmpty ? 6 : 5))
      }
      #expect(MemorySearch.copies(of: password) == 0)
    }
  }
}

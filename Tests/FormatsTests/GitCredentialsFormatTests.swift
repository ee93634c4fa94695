// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct GitCredentialsFormatTests {
  private let file: any LoginFile

  init() throws { file = try #require(FormatName.gitCredentials.loginFile) }

  private func line(_ service: ByteString, _ account: ByteString, _ password: String) throws
    -> String
  {
    try file.encode(login(service: service, account: account, password: Array(password.utf8))).text
  }

  // MARK: Writing

  // git#446
  @Test func `user and password are percent-encoded in lower-case digits`() throws {
    #expect(
      try line("https://h.example", "al:ice", "p@:/%20 é")
        == "https://al%3aice:p%40%3a%2f%2520%20%c3%a9@h.example\n")
    #expect(
      try line("https://h", "aZ09-._~", "!*'();:@&=+$,/?#[]\\\t")
        == "https://aZ09-._~:%21%2a%27%28%29%3b%3a%40%26%3d%2b%24%2c%2f%3f%23%5b%5d%5c%09@h\n")
    #expect(try line("https://h", "", "") == "https://:@h\n")
  }

  @Test(
    arguments: [
      ("HTTPS://H.example:443/", "https://a:b@h.example"),
      ("http://h:8080", "http://a:b@h:8080"), ("https://[::1]:1", "https://a:b@[::1]:1"),
      ("https://h/org/repo.git/", "https://a:b@h/org/repo.git"),
      ("https://h//x%2fy%20%C3%A9", "https://a:b@h/x/y%20%c3%a9"),
      ("https://h/a%3Ab", "https://a:b@h/a%3ab"), ("https://h/%2fx", "https://a:b@h/%2fx"),
      ("https://h?q=1", "https://a:b@h/%3fq%3d1"), ("smtp://h:587", "smtp://a:b@h:587"),
      ("https://h/%zz", "https://a:b@h/%25zz"),
    ] as [(ByteString, String)])
  func `a place is spelled as git reads it back`(service: ByteString, text: String) throws {
    #expect(try line(service, "a", "b") == text + "\n")
  }

  @Test(
    arguments: [
      ("db", "git looks logins up by URLs"), ("h.example", "git looks logins up by URLs"),
      ("https://h/%0a", "git would take it for another URL"),
      ("https://%41", "git would take it for another URL"),
      ("https://h%20:80", "git would take it for another URL"),
    ] as [(ByteString, String)])
  func `a service that git cannot ask for is refused`(service: ByteString, why: String) throws {
    let refused = FormatError.unfitService(
      try Service.read(service).service, why: why, for: .gitCredentials)
    #expect(throws: refused) { _ = try line(service, "a", "b") }
  }

  @Test(arguments: [0x00, 0x0A, 0x0D] as [UInt8])
  func `what git cuts or refuses is refused`(byte: UInt8) throws {
    #expect(throws: FormatError.refused(.byte(byte), of: .password, by: .gitCredentials)) {
      try file.bytes(login(service: "https://h", account: "a", password: [0x61, byte]))
    }
    #expect(throws: FormatError.refused(.byte(byte), of: .account, by: .gitCredentials)) {
      try file.bytes(login(service: "https://h", account: ByteString([byte]), password: []))
    }
    #expect(throws: FormatError.missing(.account, for: .gitCredentials)) {
      try file.bytes(login(service: "https://h", password: []))
    }
  }

  // MARK: Reading

  private let mixed = """
    # c

    https://alice:1@h.example/org/repo
    not a url
    https://alice:%32@h.example
    https://bob:3@h.example
     https://carol:4@h.example
    https://dave@h.example
    https://h.example
    https://:@h.example:8443
    cert://a:b@/x

    """

  @Test func `lines with user and password are listed, and others are not`() throws {
    #expect(
      try file.list(mixed) == [
        "https://h.example/org/repo alice", "https://h.example alice", "https://h.example bob",
        "https://h.example:8443 ",
      ])
    #expect(try file.password("https://h.example", "alice", in: mixed) == "2")
    #expect(try file.password("https://h.example/org/repo", "alice", in: mixed) == "1")
    #expect(try file.password("https://h.example:8443", "", in: mixed) == "")
  }

  @Test(
    arguments: [
      ("https://a:p+q@h", "p+q"), ("https://a:%C3%a9@h", "é"), ("https://a:%zz%4@h", "%zz%4"),
      ("https://a:%00@h", "%00"), ("https://a:x%20y:z%20w@h", "x%20y:z w"), ("https://a:p@h/", "p"),
      ("https://a:p@h//", "p"), ("https://a:p@%68", "p"), ("\nhttps://a:p@h\n", "p"),
      ("https://a:p@h\nhttps://a:q@h", "p"),
    ])
  func `a password is what git reads`(text: String, password: String) throws {
    #expect(try file.password("https://h", "a", in: text) == password)
  }

  @Test(arguments: [
    "https://a:p@h\r", "https://a:p%0ab@h", "https://a%0a:p@h", "https://a/b:p@h",
    "x https://a:p@h",
    "https:// a:p@h ", "://a:p@h", "https//a:p@h", "https://a:p?q@h", "https://a@h:p",
  ])
  func `a line that git finds no such login in is none`(text: String) throws {
    #expect(try !file.list(text).contains("https://h a"))
  }

  @Test func `a login that git refuses is not given`() throws {
    for text in ["\nhttps://a:p%0d@h", "\nhttps://a:%0dp@h"] {
      #expect(try file.list(text) == ["https://h a"])
      #expect(
        throws: LoginFileError.malformed(
          line: 2, why: "git refuses a login with a carriage return (CR)")
      ) {
        _ = try file.password("https://h", "a", in: text)
      }
    }
  }

  @Test func `a text with a NUL is none`() throws {
    #expect(throws: LoginFileError.malformed(line: 2, why: "a NUL byte: this is no text")) {
      _ = try file.list("https://a:p@h\n\0")
    }
  }

  /// Git compares hosts byte by byte, and services do not.
  @Test func `another spelling of a host is found after the plain one, and never replaced`() throws
  {
    let text = "https://a:1@H\nhttps://a:2@h:443\nhttps://a:3@h\n"
    #expect(try file.list(text) == ["https://h a", "https://h a", "https://h a"])
    #expect(try file.password("https://h", "a", in: text) == "3")
    #expect(
      try file.saving("https://h", "a", "x", in: text)
        == "https://a:1@H\nhttps://a:2@h:443\nhttps://a:x@h\n")
    #expect(try file.password("https://h", "a", in: "https://a:1@H\n") == "1")
    #expect(
      try file.saving("https://h", "a", "x", in: "https://a:1@H\n")
        == "https://a:x@h\nhttps://a:1@H\n")
  }

  // MARK: Changing

  @Test(arguments: ["", "# c\n", "# c\r\n", "nolf", "\n", "https://b:p@h\n"])
  func `a new login goes first`(text: String) throws {
    #expect(
      try file.saving("https://h/x", "a", "b c", in: text) == "https://a:b%20c@h/x\n" + text)
  }

  @Test func `a login that is there is replaced in its line`() throws {
    #expect(
      try file.saving("https://h.example", "bob", "x", in: mixed)
        == mixed.replacing("bob:3", with: "bob:x"))
    #expect(
      try file.saving("https://h.example/org/repo", "alice", "x", in: mixed)
        == mixed.replacing("alice:1", with: "alice:x"))
    #expect(try file.saving("https://h", "a", "x", in: "#\nhttps://a:p@h") == "#\nhttps://a:x@h")
    #expect(
      try file.saving("https://h", "a", "x", in: "https://a:1@h\nhttps://a:2@h\n")
        == "https://a:x@h\nhttps://a:2@h\n")
  }

  @Test func `a login that stays the same stays as it is written`() throws {
    #expect(try file.saving("https://h.example", "bob", "3", in: mixed) == mixed)
    #expect(
      try file.saving("https://h:1", "a", "2", in: "https://a:%32@h%3A1") == "https://a:%32@h%3A1")
  }

  @Test func `what git would find before it is not left before it`() throws {
    #expect(
      try file.saving("https://h.example", "alice", "x", in: mixed)
        == "https://alice:x@h.example\n"
        + mixed.replacing("https://alice:%32@h.example\n", with: ""))
    // Other accounts, paths and hosts do not answer.
    let text = "https://b:1@h/x\nhttps://a:2@i/x\nhttp://a:3@h/x\nhttps://a:4@h\n"
    #expect(
      try file.saving("https://h", "a", "x", in: text) == text.replacing("a:4", with: "a:x"))
  }

  @Test(
    arguments: [
      ("https://a:p@h", ""), ("https://a:p@h\n", ""), ("#\nhttps://a:p@h\n#", "#\n#"),
      ("#\nhttps://a:p@h", "#\n"), ("https://a:p@h/x\nhttps://a:p@h\n", "https://a:p@h/x\n"),
      ("x\r\nhttps://a:p@h\nnolf", "x\r\nnolf"),
    ])
  func `the line of a login goes, and nothing else`(text: String, expected: String) throws {
    #expect(try file.erasing("https://h", "a", in: text) == expected)
  }

  @Test func `a login that is there several times goes as a whole`() throws {
    let text =
      "https://a:1@h\n# c\nhttps://a:2@H:443/\nhttps://a:3@h/x\nhttps://b:4@h\nhttps://a:5@h"
    #expect(
      try file.erasingAll(of: "https://h", "a", in: text)
        == "# c\nhttps://a:3@h/x\nhttps://b:4@h\n")
  }

  @Test func `every value that is accepted is read back`() throws {
    var arbitrary = ArbitraryBytes(seed: 446)
    let values = allStrings(over: nastyBytes, lengths: 0...2) + arbitrary.strings(2000, upTo: 40)
    let rest = Array("# c\nhttps://b:p@h\nnolf".utf8)
    var text = rest
    for value in values {
      if !Set([0, 0x0A, 0x0D]).isDisjoint(with: value) {
        #expect(throws: FormatError.self) {
          _ = try file.saving("https://h", ByteString(value), value, in: text)
        }
        continue
      }
      text = try file.saving("https://h", ByteString(value), value, in: rest)
      try #require(file.password("https://h", ByteString(value), in: text) == value)
      try #require(text.suffix(rest.count).elementsEqual(rest))
    }
  }

  @Test func `any bytes are read or refused`() throws {
    var arbitrary = ArbitraryBytes(seed: 29)
    let pieces = ["https", "://", "@", ":", "/", "%", "%0a", "%41", "h", "\n", "?"]
    for bytes in arbitrary.strings(3000, upTo: 30, without: [0]) {
      let text = bytes.flatMap { byte in
        byte < 0x80 ? Array(pieces[Int(byte) % pieces.count].utf8) : [byte]
      }
      for entry in try file.entries(in: text.span, FormatOptions()) {
        #expect(try file.spelling(of: entry.service) == entry.service)
        #expect(
          try file.text(erasing: entry, in: text.span, FormatOptions()).count
            == text.count - entry.range.count)
        _ = try file.credential(of: entry, in: text.span, FormatOptions()).account
      }
      let changed = try file.saving("https://h.example", "a", [0x70], in: text)
      #expect(try file.password("https://h.example", "a", in: changed) == [0x70])
    }
  }
}

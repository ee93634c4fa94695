// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// A login written on its own, and what is refused.
@Suite struct NetrcFormatTests {
  private let netrc = FormatName.netrc.format

  private func text(_ service: ByteString, _ account: ByteString, _ password: String) throws
    -> String
  {
    try netrc.encode(
      login(service: service, account: account, password: Array(password.utf8))
    ).text
  }

  @Test func `a login is the machine's, in quotes`() throws {
    #expect(
      try text("https://api.example.com", "alice", "super secret")
        == "machine api.example.com login \"alice\" password \"super secret\"\n")
    #expect(
      try text("api.example.com", "al ice", "#a\"b\\c")
        == ##"machine api.example.com login "al ice" password "#a\"b\\c""## + "\n")
    #expect(try text("h", "", "") == "machine h login \"\" password \"\"\n")
    #expect(
      try netrc.encode(
        login(service: "h", account: "a", password: [0x62]), FormatOptions(endsWithNewline: false)
      ).text == "machine h login \"a\" password \"b\"")
  }

  @Test(
    arguments: [
      ("HTTPS://API.Example.com:443/", "api.example.com"), ("Api.Example.COM", "api.example.com"),
      ("https://[::1]", "::1"), ("[::1]", "::1"), ("::1", "::1"), ("a b", "\"a b\""),
      ("a\"b\\c", #""a\"b\\c""#), ("#x", "\"#x\""), ("é", "\"é\""), ("machine", "machine"),
      ("a@b", "\"a@b\""),
    ] as [(ByteString, String)])
  func `a machine is spelled as its readers find it`(service: ByteString, word: String) throws {
    #expect(try text(service, "a", "b") == "machine \(word) login \"a\" password \"b\"\n")
  }

  @Test(
    arguments: [
      ("http://h", "a machine is taken for that of https alone"),
      ("ftp://h", "a machine is taken for that of https alone"),
      ("https://h:8443", "a machine has no port"), ("h:8443", "a machine has no port"),
      ("https://[::1]:8443", "a machine has no port"), ("[::1]:8443", "a machine has no port"),
      ("https://h/x", "a machine has no path"), ("h/x", "a machine has no path"),
      ("https://h?x", "a machine has no path"), ("https://h#x", "a machine has no path"),
      ("https://%68", "a machine has its name without '%'"),
      ("default", "to Python, that machine is every other one"),
      ("Default", "to Python, that machine is every other one"),
    ] as [(ByteString, String)])
  func `a service that is no machine is refused`(service: ByteString, why: String) throws {
    let refused = FormatError.unfitService(
      try Service.read(service).service, why: why, for: .netrc)
    #expect(throws: refused) { _ = try text(service, "a", "b") }
    #expect(throws: refused) {
      let spelled = try Service.read(service).service
      _ = try FormatName.netrc.loginFile?.spelling(of: spelled)
    }
    #expect(refused.message == "format 'netrc' cannot name '\(service.visible)': \(why)")
  }

  @Test func `a login without a service is refused`() throws {
    #expect(throws: FormatError.missingService(for: .netrc)) {
      try netrc.bytes(login(account: "a", password: []))
    }
  }

  @Test(
    arguments: [
      ("a\nb", .byte(0x0A), " a line feed (LF) in the password"),
      ("a\r", .byte(0x0D), " a carriage return (CR) in the password"),
      ("\ta", .byte(0x09), " a tab (TAB) in the password"),
      ("\0", .byte(0x00), " a NUL in the password"),
      ("machine", .keyword, " the password: it is one of the format's own words"),
      ("MacDef", .keyword, " the password: it is one of the format's own words"),
      ("default", .keyword, " the password: it is one of the format's own words"),
    ] as [(String, Refusal, String)])
  func `what not all readers read alike is refused`(
    value: String, refusal: Refusal, what: String
  ) throws {
    let refused = FormatError.refused(refusal, of: .password, by: .netrc)
    #expect(throws: refused) { _ = try text("h", "a", value) }
    #expect(refused.message == "format 'netrc' cannot carry" + what)
    #expect(refused.hint == nil)
    #expect(throws: FormatError.refused(refusal, of: .account, by: .netrc)) {
      _ = try text("h", ByteString(value), "p")
    }
    #expect(throws: FormatError.refused(refusal, of: .account, by: .netrc)) {
      try netrc.check(
        LoginOutline(parts: [.account, .password], known: [.account: ByteString(value)]))
    }
  }

  @Test func `what is not UTF-8 is refused`() throws {
    #expect(throws: FormatError.refused(.notUTF8(0xFF), of: .password, by: .netrc)) {
      try netrc.bytes(login(service: "h", account: "a", password: [0x61, 0xFF]))
    }
    let service = ByteString([0x61, 0xC3])
    #expect(throws: FormatError.serviceRefused(.notUTF8(0xC3), by: .netrc)) {
      try netrc.bytes(login(service: service, account: "a", password: []))
    }
  }

  @Test func `other words that stand for something are values as others are`() throws {
    for word in ["login", "password", "account", "machines", "xmachine", "macdefmacdef"] {
      #expect(
        try text("h", ByteString(word), word)
          == "machine h login \"\(word)\" password \"\(word)\"\n")
    }
  }

  @Test func `a login that lacks a part, or has a field, is refused`() throws {
    for (parts, error) in [
      ([.password], .missing(.account, for: .netrc)),
      ([.account], .missing(.password, for: .netrc)),
      ([.account, .password, try part("otp")], .noPlace(for: try part("otp"), in: .netrc)),
    ] as [([Part], FormatError)] {
      #expect(throws: error) { try netrc.check(LoginOutline(parts: PartList(parts))) }
    }
    #expect(throws: FormatError.refused(.byte(0x0A), of: .password, by: .netrc)) {
      try netrc.check(LoginOutline(parts: [.account, .password], multiline: [.password]))
    }
  }

  @Test func `a line that curl does not read is refused`() throws {
    // `machine h login "a" password "` and `"` take 31 bytes.
    let longest = String(repeating: "x", count: 4094 - 31)
    #expect(try text("h", "a", longest).utf8.count == 4095)
    for password in [longest + "x", longest.dropLast() + "\\"] {
      #expect(throws: FormatError.tooLong(limit: 4094, for: .netrc)) {
        _ = try text("h", "a", password)
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct UserpassFormatTests {
  private let userpass = FormatName.userpass.format

  @Test func `a login is the account, a colon and the password`() throws {
    let both = try login(account: "alice", password: Array(" a:b#\\ ".utf8))
    #expect(try userpass.encode(both).text == "alice: a:b#\\ \n")
    #expect(
      try userpass.encode(both, FormatOptions(endsWithNewline: false)).text == "alice: a:b#\\ ")
    #expect(try userpass.encode(try login(account: "", password: [])).text == ":\n")
  }

  @Test func `a colon in the account is refused, also before the first question`() throws {
    let refused = FormatError.refused(.byte(0x3A), of: .account, by: .userpass)
    #expect(throws: refused) { try userpass.bytes(try login(account: "a:b", password: [])) }
    #expect(throws: refused) {
      try userpass.check(
        LoginOutline(parts: [.account, .password], known: [.account: "a:b"]))
    }
    #expect(refused.message == "format 'userpass' cannot carry a colon ':' in the account")
    #expect(refused.hint == nil)
  }

  @Test func `a login that lacks a part is refused before the first question`() throws {
    let noAccount = FormatError.missing(.account, for: .userpass)
    #expect(throws: noAccount) { try userpass.check(LoginOutline(parts: [.password])) }
    #expect(throws: noAccount) { try userpass.bytes(try login(password: [])) }
    #expect(
      noAccount.message == "format 'userpass' needs the account, which this login does not have")
    #expect(throws: FormatError.missing(.password, for: .userpass)) {
      try userpass.check(LoginOutline(parts: [.account]))
    }
  }

  @Test func `a field is refused before the first question`() throws {
    let noPlace = FormatError.noPlace(for: try part("otp"), in: .userpass)
    let outline = LoginOutline(parts: [.account, .password, try part("otp")])
    #expect(throws: noPlace) { try userpass.check(outline) }
    #expect(throws: noPlace) {
      try userpass.bytes(try login(account: "a", password: [], fields: [("otp", [])]))
    }
    #expect(noPlace.message == "format 'userpass' has no place for the field 'otp'")
    #expect(noPlace.hint == "formats that can: lines, nul, json, sh")
  }

  @Test func `a secret of many lines is refused before the first question`() throws {
    let outline = LoginOutline(parts: [.account, .password], multiline: [.password])
    #expect(throws: FormatError.refused(.byte(0x0A), of: .password, by: .userpass)) {
      try userpass.check(outline)
    }
  }

  @Test func `every pair of small strings is read back, or holds what would end it early`() throws {
    let strings = allStrings(over: Array("\0\n:a\r".utf8), lengths: 0...3)
    for account in strings {
      for password in strings {
        let both = try login(account: ByteString(account), password: password)
        let isRefused =
          account.contains(0) || account.contains(0x0A) || account.contains(0x3A)
          || password.contains(0) || password.contains(0x0A)
        if isRefused {
          #expect(throws: FormatError.self) { try userpass.bytes(both) }
          continue
        }
        let line = try userpass.bytes(both)
        let colon = try #require(line.firstIndex(of: 0x3A))
        #expect(line.firstIndex(of: 0x0A) == line.count - 1)
        try #require(Array(line[..<colon]) == account)
        try #require(Array(line[(colon + 1)...].dropLast()) == password)
      }
    }
  }
}

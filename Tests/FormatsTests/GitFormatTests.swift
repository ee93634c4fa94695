// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct GitFormatTests {
  private let git = FormatName.git.format

  @Test func `a login is the lines of git's protocol`() throws {
    var credential = try login(
      service: "https://Git.Example.com:8443/org/re%20po.git/", account: "al ice",
      password: Array(" p=w\t".utf8))
    let lines = """
      protocol=https
      host=git.example.com:8443
      path=org/re po.git
      username=al ice
      password= p=w\t

      """
    #expect(try git.encode(credential).text == lines)
    #expect(
      try git.encode(credential, FormatOptions(endsWithNewline: false)).text
        == String(lines.dropLast()))
    credential.expires = Expiry(seconds: 9_999_999_999)
    #expect(try git.encode(credential).text == lines + "password_expiry_utc=9999999999\n")
  }

  @Test func `what a login does not have is left out`() throws {
    #expect(
      try git.encode(login(service: "http://[::1]:80", password: [])).text
        == "protocol=http\nhost=[::1]\npassword=\n")
    #expect(
      try git.encode(login(service: "http://h", account: "", password: [0xFF])).bytes
        == Array("protocol=http\nhost=h\nusername=\npassword=".utf8) + [0xFF, 0x0A])
  }

  @Test(arguments: [0x00, 0x0A, 0x0D] as [UInt8])
  func `what would end a value is refused`(byte: UInt8) throws {
    #expect(throws: FormatError.refused(.byte(byte), of: .password, by: .git)) {
      try git.bytes(login(service: "https://h", account: "a", password: [0x61, byte]))
    }
    #expect(throws: FormatError.refused(.byte(byte), of: .account, by: .git)) {
      try git.bytes(login(service: "https://h", account: ByteString([byte, 0x61]), password: []))
    }
  }

  @Test(
    arguments: [
      ("db", "git looks logins up by URLs"),
      ("https://h/a%0Ab", "git would take it for another URL"),
      ("https://h/a%0Db", "git would take it for another URL"),
      ("https://h%0d", "git would take it for another URL"),
    ] as [(ByteString, String)])
  func `a service that git cannot ask for is refused`(service: ByteString, why: String) throws {
    let refused = FormatError.unfitService(try Service.read(service).service, why: why, for: .git)
    #expect(throws: refused) {
      try git.bytes(login(service: service, account: "a", password: []))
    }
    #expect(refused.message == "format 'git' cannot name '\(service.visible)': \(why)")
    #expect(throws: FormatError.missingService(for: .git)) {
      try git.bytes(login(account: "a", password: []))
    }
  }

  @Test func `a line is as long as git allows`() throws {
    let longest = [UInt8](repeating: 0x78, count: 65_534 - 9)
    let text = try git.encode(login(service: "https://h", account: "a", password: longest)).bytes
    #expect(text.split(separator: 0x0A).map(\.count).max() == 65_534)
    #expect(throws: FormatError.tooLong(limit: 65_534, for: .git)) {
      try git.bytes(login(service: "https://h", account: "a", password: longest + [0x78]))
    }
  }

  @Test func `a field is refused before the first question`() throws {
    #expect(throws: FormatError.noPlace(for: try part("otp"), in: .git)) {
      try git.check(LoginOutline(parts: [.password, try part("otp")]))
    }
    #expect(throws: FormatError.missing(.password, for: .git)) {
      try git.check(LoginOutline(parts: [.account]))
    }
    #expect(FormatName.git.loginFile == nil)
  }
}

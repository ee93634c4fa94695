// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct MycnfFormatTests {
  private let mycnf = FormatName.mycnf.format

  private func text(
    _ service: String, _ account: ByteString?, _ password: [UInt8]?,
    _ options: FormatOptions = FormatOptions()
  ) throws -> String {
    var credential = try login(account: account, password: password)
    credential.service = try Service.read(ByteString(service)).service
    return try mycnf.encode(credential, options).text
  }

  @Test func `a login is a group with user and password in quotes`() throws {
    #expect(
      try text("client", "root", Array("Pa#s\"o\\s".utf8)) == #"""
        [client]
        user = "root"
        password = "Pa#s\"o\\s"

        """#)
    #expect(
      try text(
        "Client_Prod", nil, Array(" \n\r\t\u{B}' ".utf8), FormatOptions(endsWithNewline: false))
        == "[client_prod]\npassword = \" \\n\\r\\t\u{B}' \"")
    #expect(try text("client", "", nil) == "[client]\nuser = \"\"\n")
    #expect(try text("client", nil, []) == "[client]\npassword = \"\"\n")
  }

  @Test func `a NUL is refused, and a line that is not read as one`() throws {
    #expect(throws: FormatError.refused(.byte(0), of: .password, by: .mycnf)) {
      try text("client", "a", [0])
    }
    let longest = [UInt8](repeating: 0x61, count: 4094 - 13)
    #expect(try text("client", nil, longest).utf8.count == 9 + 4095)
    let tooLong = FormatError.tooLong(limit: 4094, for: .mycnf)
    #expect(throws: tooLong) { try text("client", nil, longest + [0x61]) }
    #expect(throws: tooLong) { try text("client", nil, longest.dropLast() + [0x22]) }
    let account = ByteString([UInt8](repeating: 0x61, count: 4094 - 8))
    #expect(throws: tooLong) {
      try mycnf.check(LoginOutline(parts: [.account], known: [.account: account]))
    }
  }

  @Test(
    arguments: [
      ("a]b", .byte(0x5D)), ("é", .byte(0xC3)), (" a", .first(0x20)), ("a ", .last(0x20)),
    ] as [(String, Refusal)])
  func `a service that names another group to its readers is refused`(
    service: String, refusal: Refusal
  ) throws {
    #expect(throws: FormatError.serviceRefused(refusal, by: .mycnf)) {
      try text(service, "a", [0x70])
    }
  }

  @Test func `a URL is no group, nor is a name longer than a line`() throws {
    let url = try Service.read("mysql://db.example.com/app").service
    #expect(throws: FormatError.unfitService(url, why: "a group of options is no URL", for: .mycnf))
    {
      try text("mysql://db.example.com/app", "a", [0x70])
    }
    #expect(try text(String(repeating: "g", count: 4092), "a", [0x70]).utf8.count > 4094)
    #expect(throws: FormatError.self) { try text(String(repeating: "g", count: 4093), "a", [0x70]) }
  }
}

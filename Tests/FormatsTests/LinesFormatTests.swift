// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct LinesFormatTests {
  private let lines = FormatName.lines.format

  @Test func `account, password and fields are a line each`() throws {
    let all = try login(
      account: "alice", password: Array(" p#\\'\" ".utf8),
      fields: [("domain", []), ("otp", Array("123".utf8))])
    #expect(try lines.encode(all).text == "alice\n p#\\'\" \n\n123\n")
  }

  @Test func `the newline after the last value can be left out`() throws {
    let both = try login(account: "alice", password: Array("pw".utf8))
    #expect(try lines.encode(both, FormatOptions(endsWithNewline: false)).text == "alice\npw")
  }

  @Test func `a part that the login does not have takes no line`() throws {
    #expect(try lines.encode(try login(password: Array("pw".utf8))).text == "pw\n")
    #expect(try lines.encode(try login(account: "alice")).text == "alice\n")
    #expect(try lines.encode(try login(account: "", password: [])).text == "\n\n")
  }

  @Test func `a line feed is refused, by the part it stands in`() throws {
    let inPassword = FormatError.refused(.byte(0x0A), of: .password, by: .lines)
    #expect(throws: inPassword) { try lines.bytes(try login(password: Array("a\nb".utf8))) }
    #expect(inPassword.message == "format 'lines' cannot carry a line feed (LF) in the password")
    #expect(
      inPassword.hint == "formats that can: nul, json, sh; "
        + "lines can with --no-newline where there is one value alone")

    let inField = FormatError.refused(.byte(0x0A), of: try part("note"), by: .lines)
    #expect(throws: inField) {
      try lines.bytes(try login(password: [], fields: [("note", [0x0A])]))
    }
    #expect(inField.message == "format 'lines' cannot carry a line feed (LF) in the field 'note'")
    #expect(throws: FormatError.refused(.byte(0x0A), of: .account, by: .lines)) {
      try lines.bytes(try login(account: "a\n", password: []))
    }
  }

  @Test func `a single value without the newline is that value, byte for byte`() throws {
    let options = FormatOptions(endsWithNewline: false)
    for value in allStrings(over: nastyBytes, lengths: 0...2) {
      #expect(try lines.encode(try login(password: value), options).bytes == value)
    }
    let key: [UInt8] = Array("-----BEGIN KEY-----\nabc\n-----END KEY-----\n".utf8)
    #expect(try lines.encode(try login(password: key), options).bytes == key)
    #expect(throws: FormatError.refused(.byte(0x0A), of: .password, by: .lines)) {
      try lines.bytes(try login(account: "a", password: key), options)
    }
  }

  @Test func `every pair of small strings is read back, or holds a line feed`() throws {
    let strings = allStrings(over: [0x0A, 0x0D, 0x00, 0x61], lengths: 0...3)
    for first in strings {
      for second in strings {
        let both = try login(account: ByteString(first), password: second)
        if first.contains(0x0A) || second.contains(0x0A) {
          #expect(throws: FormatError.self) { try lines.bytes(both) }
          continue
        }
        let read = try lines.bytes(both).split(
          separator: 0x0A, omittingEmptySubsequences: false)
        try #require(read.map(Array.init) == [first, second, []])
      }
    }
  }

  @Test
  func `a secret of many lines is refused before the first question, but alone without newline`()
    throws
  {
    let refused = FormatError.refused(.byte(0x0A), of: .password, by: .lines)
    let alone = LoginOutline(parts: [.password], multiline: [.password])
    #expect(throws: refused) { try lines.check(alone) }
    try lines.check(alone, FormatOptions(endsWithNewline: false))
    let both = LoginOutline(parts: [.account, .password], multiline: [.password])
    #expect(throws: refused) { try lines.check(both) }
    #expect(throws: refused) { try lines.check(both, FormatOptions(endsWithNewline: false)) }
  }
}

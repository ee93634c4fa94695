// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct NulFormatTests {
  private let nul = FormatName.nul.format

  @Test func `each value is ended by a NUL`() throws {
    let all = try login(
      account: "alice", password: Array("a\nb\n".utf8), fields: [("domain", []), ("otp", [0x31])])
    #expect(try nul.encode(all).text == "alice\0a\nb\n\0\u{0}1\0")
  }

  @Test func `the last NUL can be left out`() throws {
    let options = FormatOptions(endsWithNewline: false)
    #expect(try nul.encode(try login(account: "a", password: [0x62]), options).text == "a\0b")
    #expect(try nul.encode(try login(password: [0x62]), options).text == "b")
  }

  @Test func `a NUL is refused`() throws {
    let refused = FormatError.refused(.byte(0), of: .password, by: .nul)
    #expect(throws: refused) { try nul.bytes(try login(password: [0x61, 0])) }
    #expect(throws: refused) {
      try nul.bytes(try login(password: [0]), FormatOptions(endsWithNewline: false))
    }
    #expect(refused.message == "format 'nul' cannot carry a NUL in the password")
    #expect(refused.hint == "formats that can: lines, json")
  }

  @Test func `every pair of small strings is read back, or holds a NUL`() throws {
    let strings = allStrings(over: [0x00, 0x0A, 0x61, 0xFF], lengths: 0...3)
    for first in strings {
      for second in strings {
        let both = try login(account: ByteString(first), password: second)
        if first.contains(0) || second.contains(0) {
          #expect(throws: FormatError.self) { try nul.bytes(both) }
          continue
        }
        let read = try nul.bytes(both).split(separator: 0, omittingEmptySubsequences: false)
        try #require(read.map(Array.init) == [first, second, []])
      }
    }
  }

  @Test func `a secret of many lines is welcome`() throws {
    try nul.check(LoginOutline(parts: [.account, .password], multiline: [.password]))
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct CurlFormatTests {
  private let curl = FormatName.curl.format
  private let longest = 102_398

  @Test func `account and password are curl's user`() throws {
    let both = try login(account: "u", password: Array("p\"q\\".utf8))
    #expect(try curl.encode(both).text == #"user = "u:p\"q\\""# + "\n")
    #expect(
      try curl.encode(both, FormatOptions(endsWithNewline: false)).text == #"user = "u:p\"q\\""#)
    let odd = try login(account: "a \\", password: Array("\n\t\r\u{B}:#' é".utf8))
    #expect(try curl.encode(odd).text == #"user = "a \\:\n\t\r\v:#' é""# + "\n")
    #expect(try curl.encode(try login(account: "", password: [])).text == "user = \":\"\n")
  }

  @Test func `a password alone is a bearer token`() throws {
    let token = try login(password: Array("a.b-c_~+/= \"\\\té".utf8))
    #expect(try curl.encode(token).text == #"oauth2-bearer = "a.b-c_~+/= \"\\\té""# + "\n")
  }

  @Test func `a colon in the account is refused`() throws {
    let refused = FormatError.refused(.byte(0x3A), of: .account, by: .curl)
    #expect(throws: refused) { try curl.bytes(try login(account: "a:b", password: [])) }
    #expect(refused.message == "format 'curl' cannot carry a colon ':' in the account")
    #expect(refused.hint == nil)
  }

  @Test func `a NUL is refused`() throws {
    let refused = FormatError.refused(.byte(0), of: .password, by: .curl)
    #expect(throws: refused) { try curl.bytes(try login(account: "a", password: [0])) }
    #expect(throws: refused) { try curl.bytes(try login(password: [0])) }
    #expect(refused.message == "format 'curl' cannot carry a NUL in the password")
  }

  @Test(
    arguments: [
      ("a\r\nX-Admin: yes", .byte(0x0D), "a carriage return (CR) in the password"),
      ("a\n", .byte(0x0A), "a line feed (LF) in the password"),
      ("a\u{B}", .byte(0x0B), "a vertical tab (VT) in the password"),
      ("a\u{1B}", .byte(0x1B), "byte 0x1B in the password"),
      ("\u{7F}", .byte(0x7F), "byte 0x7F in the password"),
      (" a", .first(0x20), "a space at the start of the password"),
      ("\ta", .first(0x09), "a tab (TAB) at the start of the password"),
      ("a ", .last(0x20), "a space at the end of the password"),
    ] as [(String, Refusal, String)])
  func `a token that a header cannot hold is refused`(
    token: String, refusal: Refusal, what: String
  ) throws {
    let refused = FormatError.refused(refusal, of: .password, by: .curl)
    #expect(throws: refused) { try curl.bytes(try login(password: Array(token.utf8))) }
    #expect(refused.message == "format 'curl' cannot carry " + what)
    #expect(refused.hint == "without an account, the password goes into a line of the HTTP header")
    #expect(throws: Never.self) {
      try curl.bytes(try login(account: "a", password: Array(token.utf8)))
    }
  }

  @Test func `what curl is not asked to send is refused before the first question`() throws {
    #expect(throws: FormatError.missing(.password, for: .curl)) {
      try curl.check(LoginOutline(parts: [.account]))
    }
    #expect(throws: FormatError.noPlace(for: try part("otp"), in: .curl)) {
      try curl.check(LoginOutline(parts: [.account, .password, try part("otp")]))
    }
    #expect(throws: FormatError.refused(.byte(0x0A), of: .password, by: .curl)) {
      try curl.check(LoginOutline(parts: [.password], multiline: [.password]))
    }
    try curl.check(LoginOutline(parts: [.account, .password], multiline: [.password]))
    try curl.check(LoginOutline(parts: [.password]))
  }

  @Test func `a line that curl does not read is refused`() throws {
    // `user = ":` and `"` take 10 bytes.
    let quotes = [UInt8](repeating: 0x22, count: (longest - 10) / 2)
    #expect(try curl.encode(try login(account: "", password: quotes)).count == longest + 1)
    let tooLong = FormatError.tooLong(limit: 102_398, for: .curl)
    #expect(throws: tooLong) { try curl.bytes(try login(account: "a", password: quotes)) }
    #expect(throws: tooLong) {
      try curl.bytes(
        try login(account: "a", password: quotes), FormatOptions(endsWithNewline: false))
    }
    #expect(
      tooLong.message
        == "format 'curl' cannot carry a login this long: a line has at most 102398 bytes")
  }

  @Test func `a known account that fills the line is refused before the first question`() throws {
    let account = ByteString([UInt8](repeating: 0x22, count: longest / 2))
    let outline = LoginOutline(parts: [.account, .password], known: [.account: account])
    #expect(throws: FormatError.tooLong(limit: 102_398, for: .curl)) { try curl.check(outline) }
  }

  @Test func `every small string and many arbitrary ones are read back, or hold a NUL`() throws {
    var arbitrary = ArbitraryBytes(seed: 7617)
    let values = allStrings(over: nastyBytes, lengths: 0...3) + arbitrary.strings(2000, upTo: 60)
    for value in values {
      let both = try login(account: "u", password: value)
      if value.contains(0) {
        #expect(throws: FormatError.self) { try curl.bytes(both) }
        continue
      }
      let line = try curl.bytes(both)
      #expect(line.starts(with: "user = \"u:".utf8))
      #expect(line.suffix(2).elementsEqual("\"\n".utf8))
      try #require(unquoted(line.dropFirst(10).dropLast(2)) == value)
    }
  }

  @Test func `every small account is read back, or holds what would end it early`() throws {
    for account in allStrings(over: Array("\0:\"\\\nna".utf8), lengths: 0...4) {
      let both = try login(account: ByteString(account), password: [0x70])
      if account.contains(0) || account.contains(0x3A) {
        #expect(throws: FormatError.self) { try curl.bytes(both) }
        continue
      }
      let line = try curl.bytes(both)
      try #require(unquoted(line.dropFirst(8).dropLast(2)) == account + Array(":p".utf8))
    }
  }

  /// What stands between the quotes of a value in curl's file, read by curl(1); nil where a quote
  /// or a line's end stands inside.
  private func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var (value, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
    while let byte = rest.popFirst() {
      if [0x22, 0x0A, 0x0D, 0x00].contains(byte) { return nil }
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      switch rest.popFirst().map({ Unicode.Scalar($0) }) {
      case "t": value.append(0x09)
      case "n": value.append(0x0A)
      case "r": value.append(0x0D)
      case "v": value.append(0x0B)
      case "\\": value.append(0x5C)
      case "\"": value.append(0x22)
      default: return nil
      }
    }
    return value
  }
}

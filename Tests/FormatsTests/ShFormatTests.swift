// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct ShFormatTests {
  private let sh = FormatName.sh.format

  private func variable(_ name: String, _ part: Part) throws -> Variable {
    try #require(Variable(name, takes: part))
  }

  @Test func `a login is an assignment a line`() throws {
    let all = try login(
      account: "alice", password: Array("a'b".utf8),
      fields: [("domain", []), ("one_time2", Array("$x`y\\".utf8))])
    #expect(
      try sh.encode(all).text == #"""
        ASKCRED_ACCOUNT='alice'
        ASKCRED_PASSWORD='a'\''b'
        ASKCRED_DOMAIN=''
        ASKCRED_ONE_TIME2='$x`y\'

        """#)
  }

  @Test func `the newline can be left out`() throws {
    let options = FormatOptions(endsWithNewline: false)
    let both = try login(account: "a", password: [0x62])
    #expect(try sh.encode(both, options).text == "ASKCRED_ACCOUNT='a'\nASKCRED_PASSWORD='b'")
  }

  @Test func `a part goes into the variables it was given, and into no other`() throws {
    let otp = try part("otp")
    let options = FormatOptions(variables: [
      try variable("TOKEN", .password), try variable("_t", otp), try variable("t2", otp),
    ])
    let all = try login(account: "a", password: [0x70], fields: [("otp", [0x31])])
    #expect(try sh.encode(all, options).text == "ASKCRED_ACCOUNT='a'\nTOKEN='p'\n_t='1'\nt2='1'\n")
  }

  @Test(arguments: ["", "1A", "A-B", "A B", "A=B", "A;rm", "é", "A\n", "$A"])
  func `what is no variable's name is none`(name: String) {
    #expect(Variable(name, takes: .password) == nil)
  }

  @Test(arguments: ["A", "_", "a1_", "Z9", "zA"])
  func `a variable's name is one`(name: String) {
    #expect(Variable(name, takes: .password)?.name == name)
  }

  @Test func `a variable for a part that the login does not have is refused beforehand`() throws {
    let options = FormatOptions(variables: [try variable("X", try part("otp"))])
    let missing = FormatError.missing(try part("otp"), for: .sh)
    #expect(throws: missing) {
      try sh.check(LoginOutline(parts: [.account, .password]), options)
    }
    #expect(
      missing.message == "format 'sh' needs the field 'otp', which this login does not have")
    #expect(missing.hint == nil)
  }

  @Test func `two parts in one variable are refused beforehand`() throws {
    let outline = LoginOutline(parts: [.account, .password])
    let twice = [try variable("X", .account), try variable("X", .password)]
    #expect(throws: FormatError.sameVariable("X", in: .sh)) {
      try sh.check(outline, FormatOptions(variables: twice))
    }
    // The password's own name, which it has where it was given none.
    let own = [try variable("ASKCRED_PASSWORD", .account)]
    let same = FormatError.sameVariable("ASKCRED_PASSWORD", in: .sh)
    #expect(throws: same) { try sh.check(outline, FormatOptions(variables: own)) }
    #expect(
      same.message == "format 'sh' cannot carry two values in one variable 'ASKCRED_PASSWORD'")
    let swapped = own + [try variable("ASKCRED_ACCOUNT", .password)]
    try sh.check(outline, FormatOptions(variables: swapped))
  }

  @Test func `a NUL is refused`() throws {
    let refused = FormatError.refused(.byte(0), of: .account, by: .sh)
    #expect(throws: refused) { try sh.bytes(try login(account: ByteString([0x61, 0]))) }
    #expect(refused.message == "format 'sh' cannot carry a NUL in the account")
  }

  @Test func `every small string and many arbitrary ones are read back, or hold a NUL`() throws {
    var arbitrary = ArbitraryBytes(seed: 2001)
    let values = allStrings(over: nastyBytes, lengths: 0...3) + arbitrary.strings(2000, upTo: 60)
    for value in values {
      let one = try login(password: value)
      if value.contains(0) {
        #expect(throws: FormatError.self) { try sh.bytes(one) }
        continue
      }
      let text = try sh.bytes(one)
      #expect(text.starts(with: "ASKCRED_PASSWORD=".utf8) && text.last == 0x0A)
      try #require(word(text.dropFirst(17).dropLast()) == value)
    }
  }

  /// A shell's word of quoted pieces and escaped bytes, read by POSIX, section 2.2; nil where
  /// anything stands unquoted.
  private func word(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var (value, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst(), escaped != 0x0A {
        value.append(escaped)
      } else if byte == UInt8(ascii: "'"), let end = rest.firstIndex(of: UInt8(ascii: "'")) {
        value += rest[..<end]
        rest = rest[(end + 1)...]
      } else {
        return nil
      }
    }
    return value
  }
}

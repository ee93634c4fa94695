// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct JsonFormatTests {
  private let json = FormatName.json.format

  @Test func `a login is one object on a line`() throws {
    let all = try login(
      account: "é", password: Array("p\"q\\\n".utf8),
      fields: [("otp", Array("123".utf8)), ("domain", [])])
    #expect(
      try json.encode(all).text
        == #"{"account":"é","password":"p\"q\\\n","fields":{"otp":"123","domain":""}}"# + "\n")
  }

  @Test func `what the login does not have is left out`() throws {
    #expect(try json.encode(try login(password: [])).text == "{\"password\":\"\"}\n")
    #expect(try json.encode(try login(account: "a")).text == "{\"account\":\"a\"}\n")
    #expect(
      try json.encode(try login(fields: [("otp", [0x31])])).text == "{\"fields\":{\"otp\":\"1\"}}\n"
    )
  }

  @Test func `the newline can be left out`() throws {
    let options = FormatOptions(endsWithNewline: false)
    #expect(try json.encode(try login(account: "a"), options).text == "{\"account\":\"a\"}")
  }

  @Test func `what is not UTF-8 is refused by its first byte`() throws {
    let refused = FormatError.refused(.notUTF8(0xFF), of: .password, by: .json)
    #expect(throws: refused) { try json.bytes(try login(password: [0x61, 0xFF, 0xFE])) }
    #expect(refused.message == "format 'json' cannot carry byte 0xFF (not UTF-8) in the password")
    #expect(refused.hint == "formats that can: lines, nul, sh")
    #expect(throws: FormatError.refused(.notUTF8(0xE2), of: try part("otp"), by: .json)) {
      try json.bytes(try login(password: [], fields: [("otp", [0x61, 0xE2, 0x82])]))
    }
  }

  @Test func `a known account that is not UTF-8 is refused before the first question`() throws {
    let outline = LoginOutline(
      parts: [.account, .password], known: [.account: ByteString([0x61, 0xC3])])
    #expect(throws: FormatError.refused(.notUTF8(0xC3), of: .account, by: .json)) {
      try json.check(outline)
    }
  }

  @Test func `every small string and many arbitrary ones are read back, or are not UTF-8`() throws {
    var arbitrary = ArbitraryBytes(seed: 8259)
    let values = allStrings(over: nastyBytes, lengths: 0...3) + arbitrary.strings(2000, upTo: 60)
    for value in values {
      let one = try login(password: value)
      guard String(validating: value, as: UTF8.self) != nil else {
        #expect(throws: FormatError.self) { try json.bytes(one) }
        continue
      }
      let text = try json.encode(one, FormatOptions(endsWithNewline: false)).bytes
      #expect(
        text.starts(with: "{\"password\":\"".utf8) && text.suffix(2).elementsEqual("\"}".utf8))
      try #require(unescaped(text.dropFirst(13).dropLast(2)) == value)
    }
  }

  @Test func `arbitrary texts are read back`() throws {
    var arbitrary = ArbitraryBytes(seed: 8259)
    for value in arbitrary.texts(2000, upTo: 40) {
      let text = try json.encode(try login(password: value)).bytes
      try #require(unescaped(text.dropFirst(13).dropLast(3)) == value)
    }
  }

  /// What stands between the quotes of a JSON string, read by RFC 8259, section 7; nil where it is
  /// no such string. Pairs of surrogates are not looked for, as nothing needs them.
  private func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var (value, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
    while let byte = rest.popFirst() {
      if byte < 0x20 || byte == UInt8(ascii: "\"") { return nil }
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      switch rest.popFirst().map({ Unicode.Scalar($0) }) {
      case "\"": value.append(0x22)
      case "\\": value.append(0x5C)
      case "/": value.append(0x2F)
      case "b": value.append(0x08)
      case "f": value.append(0x0C)
      case "n": value.append(0x0A)
      case "r": value.append(0x0D)
      case "t": value.append(0x09)
      case "u":
        guard rest.count >= 4,
          let number = UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16),
          let scalar = Unicode.Scalar(number)
        else { return nil }
        value += Array(String(scalar).utf8)
        rest = rest.dropFirst(4)
      default: return nil
      }
    }
    return value
  }
}

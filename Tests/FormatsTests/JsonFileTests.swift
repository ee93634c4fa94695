// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// Files of JSON that are there already.
@Suite struct JsonFileTests {
  private let json: any LoginFile

  init() throws { json = try #require(FormatName.json.loginFile) }

  private let a = #"{"service":"a","account":"u","password":"p"}"#
  private let b = #"{"service":"b","account":"v","password":"q"}"#

  @Test func `the first login makes an array`() throws {
    #expect(try json.saving("a", "u", "p", in: "") == "[\n\(a)\n]\n")
    #expect(try json.saving("a", "u", "p", in: "[]") == "[\n\(a)\n]")
    #expect(try json.saving("a", "u", "p", in: " [ ]\r\n") == " [\n\(a)\n ]\r\n")
  }

  @Test func `a further login goes behind the others, which stay as they are`() throws {
    #expect(try json.saving("b", "v", "q", in: "[\n\(a)\n]\n") == "[\n\(a),\n\(b)\n]\n")
    #expect(
      try json.saving("b", "v", "q", in: #"[ { "service" : "a" } ]"#)
        == #"[ { "service" : "a" },"# + "\n\(b) ]")
  }

  @Test func `one object alone becomes an array with the second login`() throws {
    #expect(try json.list("\(a)\n") == ["a u"])
    #expect(try json.saving("b", "v", "q", in: "\(a)\n") == "[\n\(a),\n\(b)\n]\n")
    #expect(
      try json.saving("a", "u", "x", in: "\(a)\n")
        == #"{"service":"a","account":"u","password":"x"}"# + "\n")
  }

  @Test func `a login takes the place of the former one, where that stood`() throws {
    let text = "[\(b) , \(a),\n{\"service\":\"c\"}]"
    #expect(
      try json.saving("a", "u", "é\"\\\n", in: text)
        == #"[\#(b) , {"service":"a","account":"u","password":"é\"\\\n"},"#
        + "\n{\"service\":\"c\"}]")
  }

  @Test func `an erased login takes its comma along`() throws {
    #expect(try json.erasing("a", "u", in: "[\n\(a),\n\(b)\n]\n") == "[\n\(b)\n]\n")
    #expect(try json.erasing("b", "v", in: "[\n\(a),\n\(b)\n]\n") == "[\n\(a)\n]\n")
    #expect(try json.erasing("a", "u", in: "[\n\(a)\n]\n") == "[\n\n]\n")
    // No text at all is none of JSON.
    #expect(try json.erasing("a", "u", in: "\(a)\n") == "[]\n")
    #expect(try json.list("[]\n") == [])
    #expect(try json.list("[\n\n]\n") == [])
    #expect(try json.list("\n") == [])
  }

  @Test(
    arguments: [
      ("[+,\n+]", "[]"), ("[\n+,\n-\n,+]\n", "[\n-]\n"), ("[-, +,\n+]", "[-]"),
      ("[- , +, -]", "[- , -]"),
      ("[+,+,-,+,-,+,+]", "[-,-]"), ("[-]", "[-]"), ("+", "[]"), ("-\n", "-\n"), ("", ""),
    ])
  func `a login that is there several times goes as a whole`(
    text: String, expected: String
  ) throws {
    let written = { (text: String) in
      text.replacing("+", with: self.a).replacing("-", with: self.b)
    }
    #expect(try json.erasingAll(of: "a", "u", in: written(text)) == written(expected))
  }

  @Test func `a login without a service stays, and none is written`() throws {
    let text = #"[{"account":"u","password":"p"},"# + a + "]"
    #expect(try json.list(text) == ["a u"])
    #expect(try json.password("a", "u", in: text) == "p")
    #expect(
      try json.erasing("a", "u", in: text) == #"[{"account":"u","password":"p"}]"#)
    #expect(throws: FormatError.missingService(for: .json)) { try json.spelling(of: .unnamed) }
  }

  @Test func `an entry tells of what no login has a place for`() throws {
    let text = #"[{"service":"a","note":"x"},{"service":"b","fields":{"note":"x"}}]"#
    #expect(try LoginFileText(.json, text).entries.map(\.saysMore) == [true, false])
  }

  @Test func `brackets and quotes in strings are no structure`() throws {
    let odd = #"[{"service":"x","account":"]}\"[{","password":"\\"},\#(a)]"#
    #expect(try json.list(odd) == [#"x ]}"[{"#, "a u"])
    #expect(try json.password("x", #"]}"[{"#, in: odd) == #"\"#)
    #expect(try json.password("a", "u", in: odd) == "p")
  }

  @Test func `fields and the expiry are read back`() throws {
    let text =
      #"{"service":"s","password":"","fields":{"realm":"r","pin":"1\u00002"},"#
      + #""expires":"2026-12-31T23:59:59Z"}"#
    let entry = try #require(try json.entry("s", nil, in: Array(text.utf8)))
    let credential = try json.credential(
      of: entry, in: Array(text.utf8).span, FormatOptions())
    #expect(credential.fields.count == 2)
    #expect(credential.fields[0].name.text == "realm")
    #expect(credential.fields[1].value.bytes == [0x31, 0, 0x32])
    #expect(credential.expires == Expiry("2026-12-31T23:59:59Z"))
  }

  @Test(arguments: [
    ("[1]", 1), ("{", 1), ("[\n{\"service\":\"a\"},\n\n{\"service\":1}]", 4),
    ("[\n{\"service\":\"a\"}\n{\"service\":\"b\"}]", 3), ("\u{0}", 1), ("machine h login a", 1),
    (#"{"service":"HTTPS://H"}"#, 1), (#"{"service":"a","fields":{"A":"x"}}"#, 1),
    (#"{"service":"a","service":"b"}"#, 1), (#"{"service":"a","expires":"soon"}"#, 1),
    ("[[]]", 1), ("\"a\"", 1),
  ])
  func `what is no login is refused with its line`(text: String, line: Int) throws {
    for change in [
      { () throws in _ = try self.json.list(text) },
      { () throws in _ = try self.json.saving("a", "u", "p", in: text) },
    ] {
      let error = #expect(throws: LoginFileError.self) { try change() }
      guard case .malformed(line, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a member that would be lost is not replaced`() throws {
    let text = "[\n" + #"{"service":"a","account":"u","note":"x"}"# + "]"
    #expect(try json.list(text) == ["a u"])
    #expect(
      throws: LoginFileError.malformed(
        line: 2, why: "replacing the login would lose its 'note'")
    ) { try json.saving("a", "u", "p", in: text) }
  }

  @Test func `what was saved is read back, whatever it is`() throws {
    var text: [UInt8] = []
    var arbitrary = ArbitraryBytes(seed: 8259)
    for (index, bytes) in arbitrary.strings(300, upTo: 40).enumerated() {
      let password = Array(String(decoding: bytes, as: UTF8.self).utf8)
      let account = ByteString("u\(index % 7)")
      text = try json.saving("s", account, password, in: text)
      #expect(try json.password("s", account, in: text) == password)
    }
    #expect(try json.list(String(decoding: text, as: UTF8.self)).count == 7)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Json
import TestSupport
import Testing

@Suite struct JsonReadingTests {
  private func document(_ text: String) throws(JsonError) -> JsonDocument {
    let bytes = Array(text.utf8)
    return try JsonDocument(parsing: bytes.span)
  }

  private func word(_ key: String, of text: String) throws -> String? {
    var document = try document(text)
    guard let node = document.value(key, of: document.root) else { return nil }
    switch try document.string(node) {
    case .some(let word): return word.text
    case nil: return nil
    }
  }

  @Test func `a string is read as it was meant`() throws {
    #expect(try word("a", of: #" {"a":"x\u0041\n\u0000\"é","b":1}"#) == "xA\n\0\"é")
    #expect(try word("a", of: #"{"a":""}"#) == "")
  }

  @Test(arguments: [#"{"b":"x"}"#, #"{"a":1}"#, #"{"a":null}"#, #"{"a":{"a":"x"}}"#, "[]"])
  func `what is no string is none`(text: String) throws {
    #expect(try word("a", of: text) == nil)
  }

  @Test func `an object inside is read, and what is true`() throws {
    var document = try document(#"{"o":{"yes":true,"no":false,"one":1}}"#)
    let found = document.value("o", of: document.root)
    let object = try #require(found)
    for (key, truth) in [("yes", true), ("no", false), ("one", nil)] as [(String, Bool?)] {
      let node = document.value(key, of: object)
      let value = try document.truth(of: #require(node))
      #expect(value == truth)
    }
    let isAbsent = document.value("x", of: object) == nil
    #expect(isAbsent)
  }

  @Test(arguments: [
    ("", 1), ("{", 1), ("{}x", 1), ("\"a\"", 1), ("{\n\"a\":\n}", 3), ("{\"a\":\"\u{1}\"}", 1),
    (#"{"a":"1","a":"2"}"#, 1),
  ])
  func `what is no JSON is told by its line`(text: String, line: Int) {
    let error = JsonError.notJSON(line: line)
    #expect(throws: error) { _ = try document(text).text(endsWithNewline: false).count }
    #expect(error.message == "line \(line) is no JSON")
  }

  @Test func `what was read can be written`() throws {
    var document = try document("{ \"a\" : 1 }")
    try document.set("b", of: document.root, to: 2)
    #expect(try document.text(endsWithNewline: false).text == #"{"a":1,"b":2}"#)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Json
import TestSupport
import Testing

@Suite struct JsonDocumentTests {
  private func text(_ value: [UInt8]) throws -> String {
    var document = try JsonDocument()
    try document.set("v", of: document.root, to: value)
    return try document.text(endsWithNewline: false).text
  }

  @Test func `a document starts as an empty object`() throws {
    let document = try JsonDocument()
    #expect(try document.text(endsWithNewline: false).text == "{}")
    #expect(try document.text(endsWithNewline: true).text == "{}\n")
  }

  @Test func `keys stand in the order they were set in`() throws {
    var document = try JsonDocument()
    try document.set("zebra", of: document.root, to: [0x31])
    let inner = try document.setObject("inner", of: document.root)
    try document.set("b", of: inner, to: [0x32])
    try document.set("ant", of: document.root, to: [0x33])
    try document.set("a", of: inner, to: [])
    let text = try document.text(endsWithNewline: true)
    #expect(text.text == #"{"zebra":"1","inner":{"b":"2","a":""},"ant":"3"}"# + "\n")
  }

  @Test(arguments: [
    ("", #"{"v":""}"#),
    ("a\"b\\c", #"{"v":"a\"b\\c"}"#),
    ("\n\r\t\u{8}\u{C}", #"{"v":"\n\r\t\b\f"}"#),
    ("\u{0}\u{1}\u{1F}\u{7F}", "{\"v\":\"\\u0000\\u0001\\u001F\u{7F}\"}"),
    ("/é日👩‍💻", #"{"v":"/é日👩‍💻"}"#),
  ])
  func `a string is escaped as RFC 8259 has it`(value: String, expected: String) throws {
    #expect(try text(Array(value.utf8)) == expected)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF], 1),
      ([0x80], 0),
      ([0xC3], 0),
      ([0x61, 0x62, 0xE2, 0x82], 2),
      ([0xC0, 0xAF], 0),
      ([0xED, 0xA0, 0x80], 0),
      ([0xF4, 0x90, 0x80, 0x80], 0),
    ] as [([UInt8], Int)])
  func `what is not UTF-8 is refused at its first byte`(value: [UInt8], offset: Int) {
    #expect(throws: JsonError.notUTF8(offset: offset)) { try text(value) }
  }

  @Test func `a refused string leaves the document as it was`() throws {
    var document = try JsonDocument()
    try document.set("a", of: document.root, to: [0x31])
    #expect(throws: JsonError.notUTF8(offset: 0)) {
      try document.set("b", of: document.root, to: [0xFF])
    }
    #expect(try document.text(endsWithNewline: false).text == #"{"a":"1"}"#)
  }

  /// The library must take every string that was examined, or want of memory would be blamed.
  @Test func `jansson takes each scalar and refuses none that was let through`() throws {
    for lead in UInt8.min...UInt8.max {
      for second in [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] as [UInt8] {
        for tail in [[], [0x80], [0xBF], [0x80, 0x80], [0xBF, 0xBF]] as [[UInt8]] {
          let value = [lead, second] + tail
          let isText = String(validating: value, as: UTF8.self) != nil
          if isText {
            _ = try text(value)
          } else {
            #expect(throws: JsonError.self) { try text(value) }
          }
        }
      }
    }
  }

  @Test func `a document grows beyond the room it was made with`() throws {
    var document = try JsonDocument(capacity: 0)
    let long = [UInt8](repeating: 0x01, count: 65_535)
    let fields = try document.setObject("fields", of: document.root)
    for number in 0..<40 { try document.set("f\(number)", of: fields, to: long) }
    let text = try document.text(endsWithNewline: false)
    // Six bytes for each, the keys with their quotes, colons and commas, and what is around.
    #expect(text.count == 40 * (6 * 65_535 + 2) + 10 * 5 + 30 * 6 + 39 + 13)
  }

  @Test func `documents on several threads do not disturb each other`() async throws {
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<64 {
        group.addTask {
          var document = try JsonDocument()
          for _ in 0..<200 {
            try document.set("n", of: document.root, to: Array("\(number)".utf8))
          }
          return try document.text(endsWithNewline: false).text
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts == Set((0..<64).map { #"{"n":"\#($0)"}"# }))
  }
}

extension JsonDocument {
  fileprivate mutating func set(_ key: String, of object: Node, to bytes: [UInt8]) throws {
    try set(key, of: object, to: bytes.span)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// What every format does whose files hold one login.
@Suite struct SingleLoginFileTests {
  static let formats: [FormatName] = [.systemdEnv, .dockerEnv, .dotenv, .cifs, .curl]

  @Test(arguments: formats)
  func `its files name no services`(name: FormatName) throws {
    let file = try #require(name.loginFile)
    #expect(!file.namesServices)
    #expect(try file.spelling(of: try #require(Service("https://h.example"))) == .unnamed)
  }

  @Test(arguments: formats)
  func `arbitrary values are read back from an empty file and from an old one, or refused`(
    name: FormatName
  ) throws {
    var arbitrary = ArbitraryBytes(seed: 4711)
    let values = allStrings(over: nastyBytes, lengths: 0...2) + arbitrary.strings(600, upTo: 30)
    var new = try SingleLoginText(name)
    var count = 0
    for value in values {
      let before = new
      do {
        var empty = try SingleLoginText(name)
        try empty.save("alice", value)
        try new.save("alice", value)
        for file in [empty, new] {
          try #require(
            try file.values() == [.init("account", "alice"), .init("password", value)])
        }
        count += 1
      } catch is FormatError {
        try #require(new.bytes == before.bytes)
      }
    }
    #expect(count > values.count / 10)
  }

  @Test(arguments: formats)
  func `arbitrary texts are refused, or keep every other line`(name: FormatName) throws {
    var arbitrary = ArbitraryBytes(seed: 815)
    let words = [
      "ASKCRED_PASSWORD", "ASKCRED_ACCOUNT", "password", "username", "user", "oauth2-bearer", "=",
      "=", " ", "\n", "\n", "\n", "\r\n", "#", ";", "'", "\"", "\\", "export ", "A", "B=1\n", "a:b",
      "next", ":", "\u{A0}", "-u", "$", "é",
    ]
    var count = 0
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...14, using: &arbitrary) {
        text += words.randomElement(using: &arbitrary) ?? ""
      }
      var file = try SingleLoginText(name, text)
      do {
        let hadLogin = try file.values() != nil
        try file.save("alice", "p")
        try #require(
          try file.values() == [.init("account", "alice"), .init("password", "p")])
        let saved = file.bytes
        try file.save("alice", "p")
        try #require(file.bytes == saved)
        try file.erase()
        try #require(try file.values() == nil)
        if !hadLogin, !text.contains("ASKCRED") {
          try #require(file.bytes.starts(with: text.utf8))
        }
        count += 1
      } catch is LoginFileError {}
    }
    #expect(count > 300)
  }

  @Test(
    arguments: formats, ["\n", "#\n", "A=1\n", "ASKCRED_PASSWORD=1\n", "'", "\"", "\\'", "a b "])
  func `a large text is read in a time that grows no faster than it`(
    name: FormatName, piece: String
  ) throws {
    var file = try SingleLoginText(
      name, String(repeating: piece, count: 500_000 / piece.utf8.count))
    _ = try? file.values()
    _ = try? file.save("alice", "p")
  }

  @Test func `more variables than a login can have are refused`() throws {
    for name in Self.formats where name.hasVariableNames {
      let text = String(repeating: "ASKCRED_PASSWORD=1\n", count: 251)
      #expect(
        throws: LoginFileError.malformed(line: 251, why: "more than 250 variables of a login")
      ) { try SingleLoginText(name, text).values() }
    }
  }
}

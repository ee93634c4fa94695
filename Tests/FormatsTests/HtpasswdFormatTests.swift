// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct HtpasswdFormatTests {
  private let htpasswd = HtpasswdFormat(cost: 4)
  private let text = """
    # staff
    alice:$apr1$lZL6V/ci$eIMz/iKDkbtys/uU7LEK00

    bob:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=
    al:$2y$05$ysKLuGxeIcg4oyFwFDJhG.U5cOLeSxsUeBG85bvZbgfkmFbPRUw7u:comment

    """

  private func saving(_ account: ByteString, _ password: String, in text: String) throws -> String {
    let credential = try login(account: account, password: Array(password.utf8))
    let bytes = Array(text.utf8)
    return try htpasswd.text(
      saving: credential, of: .unnamed, in: bytes.span, FormatOptions()
    ).text
  }

  @Test func `a login is the account, a colon and a hash`() throws {
    let line = try htpasswd.encode(try login(account: "a b", password: Array("p".utf8))).text
    #expect(line.hasPrefix("a b:$2y$04$"))
    #expect(line.hasSuffix("\n"))
    #expect(line.utf8.count == 4 + 60 + 1)
    #expect(
      try FormatName.htpasswd.format.encode(try login(account: "a", password: [])).text
        .hasPrefix("a:$2y$10$"))
  }

  @Test(
    arguments: [
      ("a:b", "p", .byte(0x3A), "a colon ':' in the account"),
      ("a\nb", "p", .byte(0x0A), "a line feed (LF) in the account"),
      ("a\u{0}", "p", .byte(0), "a NUL in the account"),
      ("#a", "p", .first(0x23), "a '#' at the start of the account"),
      (" a", "p", .first(0x20), "a space at the start of the account"),
      ("\ra", "p", .first(0x0D), "a carriage return (CR) at the start of the account"),
      ("", "p", .empty, "an empty value as the account"),
    ] as [(ByteString, String, Refusal, String)])
  func `what would end or hide an account is refused`(
    account: ByteString, password: String, refusal: Refusal, what: String
  ) throws {
    let refused = FormatError.refused(refusal, of: .account, by: .htpasswd)
    #expect(throws: refused) {
      try htpasswd.encode(try login(account: account, password: [])).count
    }
    #expect(refused.message == "format 'htpasswd' cannot carry " + what)
  }

  @Test func `an account that htpasswd cannot read is refused`() throws {
    let longest = String(repeating: "x", count: 194)
    // With a line feed, a record of 255 bytes.
    #expect(try htpasswd.encode(try login(account: ByteString(longest), password: [])).count == 256)
    let refused = FormatError.refused(.longerThan(194), of: .account, by: .htpasswd)
    #expect(throws: refused) {
      try htpasswd.encode(try login(account: ByteString(longest + "x"), password: [])).count
    }
    #expect(refused.message == "format 'htpasswd' cannot carry more than 194 bytes in the account")
  }

  @Test func `a password of which bcrypt takes a part is refused`() throws {
    let longest = [UInt8](repeating: 0x61, count: 72)
    #expect(try htpasswd.encode(try login(account: "a", password: longest)).count == 63)
    let refused = FormatError.refused(.longerThan(72), of: .password, by: .htpasswd)
    #expect(throws: refused) {
      try htpasswd.encode(try login(account: "a", password: longest + [0x61])).count
    }
    #expect(refused.message == "format 'htpasswd' cannot carry more than 72 bytes in the password")
    #expect(throws: FormatError.refused(.byte(0), of: .password, by: .htpasswd)) {
      try htpasswd.encode(try login(account: "a", password: [0x61, 0])).count
    }
    #expect(throws: Never.self) {
      try htpasswd.encode(try login(account: "a", password: Array(" \n:".utf8))).count
    }
  }

  @Test func `a file has accounts and no services`() throws {
    let entries = try LoginFileText(.htpasswd, text).entries
    #expect(entries.map(\.account) == ["alice", "bob", "al"])
    #expect(entries.allSatisfy { $0.service == .unnamed })
    #expect(!htpasswd.canRead)
    #expect(!htpasswd.namesServices)
    #expect(!htpasswd.holdsOneLogin)
    #expect(try htpasswd.spelling(of: try Service.read("site").service) == .unnamed)
  }

  @Test(arguments: [
    ("a:b\nhello\n", 2, "there is no colon in it"), ("a:b\nc\u{0}:\n", 2, "there is a NUL in it"),
  ])
  func `what is no such file is not read`(text: String, line: Int, why: String) throws {
    #expect(try LoginFileText(.htpasswd, text).refusal == .malformed(line: line, why: why))
    #expect(throws: LoginFileError.malformed(line: line, why: why)) {
      try saving("a", "p", in: text)
    }
  }

  @Test func `a saved login takes its account's line, and no other byte changes`() throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (number, account) in [(1, "alice"), (3, "bob"), (4, "al")] {
      let saved = try saving(ByteString(account), "new", in: text)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(saved[number].hasPrefix("\(account):$2y$04$"))
      #expect(saved[number].utf8.count == account.utf8.count + 61)
      var others = saved
      others[number] = lines[number]
      #expect(others == lines)
    }
    #expect(try saving("ali", "new", in: text).hasPrefix(text + "ali:$2y$04$"))
  }

  @Test func `a missing last newline and the kind of line ends are kept`() throws {
    let appended = try saving("b", "p", in: "a:x\r\nc:y")
    #expect(appended.hasPrefix("a:x\r\nc:y\r\nb:$2y$"))
    #expect(appended.hasSuffix("\r\n"))
    let replaced = try saving("c", "p", in: "a:x\r\nc:y")
    #expect(replaced.hasPrefix("a:x\r\nc:$2y$"))
    #expect(!replaced.hasSuffix("\n"))
    #expect(try saving("a", "p", in: "a:x\r\nc:y").hasSuffix("\r\nc:y"))
  }

  @Test func `what is erased is gone, and no other byte`() throws {
    #expect(
      try LoginFileText(.htpasswd, text).erasing("", "bob")
        == text.replacing("bob:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n", with: ""))
  }

  @Test func `an account that is there several times goes as a whole`() throws {
    let text = Array("a:1\nb:2\r\n\na:3\n# a:4\na:5".utf8)
    #expect(
      try htpasswd.text(erasingAllOf: .unnamed, "a", in: text.span, FormatOptions()).text
        == "b:2\r\n\n# a:4\n")
  }
}

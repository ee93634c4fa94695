// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct MycnfFileTests {
  private let text = #"""
    # mine
    [mysqld]
    port=3306   ; no comment
    user=mysql # the server's
    [Client]
      host = db.example.com
      User = 'al''ice' # me
      password="a\tb\"c#d"
    !includedir /etc/mysql/conf.d/
    [client_prod]
    password

    [mysqldump]
    single-transaction

    """#

  @Test func `the logins of a file are read as MariaDB reads them`() throws {
    #expect(
      try LoginFileText(.mycnf, text).logins == [
        "mysqld mysql -", "client al''ice a\tb\"c#d",
      ])
    #expect(try LoginFileText(.mycnf).logins == [])
    #expect(try LoginFileText(.mycnf, "#x\n;y\n \n!include z\n").logins == [])
  }

  @Test(
    arguments: [
      ("user=a b", "a b"), ("user = \"a", "\"a"), ("user='a\"'", "a\""),
      ("user=\"a\" \"b\"", "a\" \"b"), ("user=a\\sb\\qc\\", "a b\\qc\\"), ("user=\"a\\\"", "a\\"),
      ("user=a # b", "a"), ("user=\"a#b\" # c", "a#b"), ("user=a\\#b", "a\\"),
      ("user=\"a\\\"#b\"", "a\"#b"), ("user='a\\'b#c'", "a'b#c"), ("user=a\"#b\"c", "a\"#b\"c"),
      ("user=;x", ";x"), ("user=", ""), ("user=''", ""), ("user=\"", "\""), ("user=a=b", "a=b"),
      ("user=\\\\", "\\"), ("user\t=\u{B}x\u{C}", "x"), ("loose_user=x", "x"),
      ("LOOSE-USER=x", "x"), ("us=x", "x"), ("use=x", "x"), ("user=x\nuser=y", "y"),
      ("user=x\n[d]\nuser=z\n[C]\nuser=y", "y"), ("user=x\r\n#\r", "x"), ("user=\\b\\n", "^H^J"),
    ] as [(String, String)])
  func `a value is what my_print_defaults prints`(lines: String, value: String) throws {
    let file = try LoginFileText(.mycnf, "[c]\n" + lines)
    #expect(try file.logins.first == "c \(value) -")
  }

  @Test func `blanks are those of ISO 8859-1`() throws {
    let file = try LoginFileText(.mycnf, Array("[c]\nuser=a".utf8) + [0xA0, 0x0A])
    #expect(try file.logins == ["c a -"])
  }

  @Test(arguments: [
    ("password=a\nskip-password", ""), ("password=a\ndisable_password", ""),
    ("skip-password\npassword=a", "a"), ("pass=a", "a"), ("pas=a\npassword=b", "b"),
    ("password=b\nPassWor=a", "a"), ("loose-password=a", "a"), ("password=a\npassword", "-"),
    ("password=a\npa=b\np=c\npasswords=d\nxpassword=e", "a"),
  ])
  func `a password is what mysql takes`(lines: String, value: String) throws {
    let file = try LoginFileText(.mycnf, "[c]\nuser=u\n" + lines)
    #expect(try file.logins == ["c u \(value)"])
  }

  @Test(arguments: [
    ("user=x\n[c]\n", 1, "an option stands before the first group"),
    ("\u{FEFF}[c]\n", 1, "an option stands before the first group"),
    ("[c]\n[d\n", 2, "the name of a group has no ']' after it"),
    ("[c]\nuser=a\u{0}b\n", 2, "there is a NUL in it"),
    (
      "[c]\n#" + String(repeating: "x", count: 4094), 2,
      "it is longer than the 4094 bytes that are read"
    ),
  ])
  func `what no reader takes for an option file is not read`(
    text: String, line: Int, why: String
  ) throws {
    #expect(try LoginFileText(.mycnf, text).refusal == .malformed(line: line, why: why))
    #expect(throws: LoginFileError.malformed(line: line, why: why)) {
      try LoginFileText(.mycnf, text).saving("c", "a", "p")
    }
  }

  @Test func `a line of the greatest length is read`() throws {
    let line = "#" + String(repeating: "x", count: 4093)
    #expect(try LoginFileText(.mycnf, "[c]\n\(line)\r\nuser=a").logins == ["c a -"])
  }

  @Test func `values are replaced where they are, and no other byte changes`() throws {
    let file = try LoginFileText(.mycnf, text)
    #expect(
      try file.saving("client", "bob", "new")
        == text.replacing("'al''ice'", with: "\"bob\"")
        .replacing(#""a\tb\"c#d""#, with: "\"new\""))
    #expect(
      try file.saving("CLIENT", nil, "new")
        == text.replacing("  User = 'al''ice' # me\n", with: "")
        .replacing(#""a\tb\"c#d""#, with: "\"new\""))
    #expect(
      try file.saving("client", "bob", nil)
        == text.replacing("'al''ice'", with: "\"bob\"")
        .replacing("  password=\"a\\tb\\\"c#d\"\n", with: ""))
    #expect(
      try file.saving("mysqld", "mysql", "p")
        == text.replacing(
          "user=mysql # the server's\n",
          with: "user=\"mysql\" # the server's\npassword = \"p\"\n"))
    #expect(
      try file.saving("client_prod", "a", "p")
        == text.replacing("password\n", with: "user = \"a\"\npassword = \"p\"\n"))
  }

  @Test func `of several lines for one option, the last is replaced`() throws {
    let text = "[c]\nuser=a\nuser=b\n[d]\n[c]\npass=p # x\n"
    #expect(
      try LoginFileText(.mycnf, text).saving("c", "n", "q")
        == "[c]\nuser=a\nuser=\"n\"\n[d]\n[c]\npass=\"q\" # x\n")
    #expect(
      try LoginFileText(.mycnf, text).saving("c", nil, "q")
        == "[c]\n[d]\n[c]\npass=\"q\" # x\n")
    #expect(
      try LoginFileText(.mycnf, "[c]\npassword=p\nskip-password\n").saving("c", nil, "q")
        == "[c]\npassword=p\npassword = \"q\"\n")
  }

  @Test func `a login goes into the last part of its group, and a new group to the end`() throws {
    let file = try LoginFileText(.mycnf, text)
    #expect(
      try file.saving("mysqldump", "a", "p")
        == text.replacing("[mysqldump]\n", with: "[mysqldump]\nuser = \"a\"\npassword = \"p\"\n"))
    #expect(
      try file.saving("prod-db", "a", "p")
        == text + "[prod-db]\nuser = \"a\"\npassword = \"p\"\n")
    #expect(
      try LoginFileText(.mycnf, "[c]\n[d]\n[C]").saving("c", "a", "p")
        == "[c]\n[d]\n[C]\nuser = \"a\"\npassword = \"p\"\n")
    #expect(
      try LoginFileText(.mycnf, "[c]\r\nx\r\n[d]\r\n").saving("c", nil, "p")
        == "[c]\r\npassword = \"p\"\r\nx\r\n[d]\r\n")
    #expect(
      try LoginFileText(.mycnf, "[d]\r\nx").saving("c", "a", nil)
        == "[d]\r\nx\r\n[c]\r\nuser = \"a\"\r\n")
  }

  @Test func `a login goes behind what is included`() throws {
    #expect(
      try LoginFileText(.mycnf, "[c]\nhost=h\n!include x\n").saving("c", nil, "p")
        == "[c]\nhost=h\n!include x\n[c]\npassword = \"p\"\n")
    #expect(
      try LoginFileText(.mycnf, "!include x\n[c]\nhost=h\n").saving("c", nil, "p")
        == "!include x\n[c]\npassword = \"p\"\nhost=h\n")
  }

  @Test func `a line that is missing goes beside the other one`() throws {
    #expect(
      try LoginFileText(.mycnf, "[c]\nx\npassword=p").saving("c", "a", "q")
        == "[c]\nx\nuser = \"a\"\npassword=\"q\"")
    #expect(
      try LoginFileText(.mycnf, "[c]\nuser=a").saving("c", "a", "q")
        == "[c]\nuser=\"a\"\npassword = \"q\"\n")
    #expect(
      try LoginFileText(.mycnf, "[c]\nuser=a\nx").saving("c", nil, "q")
        == "[c]\npassword = \"q\"\nx")
  }

  @Test func `a line that would become too long beside what stands there is refused`() throws {
    let comment = String(repeating: "x", count: 4000)
    let file = try LoginFileText(.mycnf, "[c]\npassword=p #\(comment)\n")
    #expect(try file.saving("c", nil, String(repeating: "p", count: 81)).utf8.count == 4099)
    #expect(throws: LoginFileError.format(.tooLong(limit: 4094, for: .mycnf))) {
      try file.saving("c", nil, String(repeating: "p", count: 82))
    }
  }

  @Test func `erasing takes the lines of the login, and its group where that has no others`() throws
  {
    let file = try LoginFileText(.mycnf, text)
    #expect(
      try file.erasing("client", "al''ice")
        == text.replacing("  User = 'al''ice' # me\n", with: "")
        .replacing("  password=\"a\\tb\\\"c#d\"\n", with: ""))
    #expect(
      try LoginFileText(.mycnf, "[c]\nuser=a\npassword=p\n[d]\n").erasing("c", "a") == "[d]\n")
    #expect(
      try LoginFileText(.mycnf, "[c] # x\nuser=a\n[C]\npass=p\n[c]\n").erasing("c", "a")
        == "[c] # x\n[c]\n")
    #expect(try LoginFileText(.mycnf, "[c]\nuser=a\n\n").erasing("c", "a") == "[c]\n\n")
    #expect(try LoginFileText(.mycnf, "x\n").refusal != nil)
  }

  @Test func `what was saved anew and erased leaves the file as it was`() throws {
    var arbitrary = ArbitraryBytes(seed: 3306)
    for value in arbitrary.strings(300, upTo: 20, without: [0]) {
      var file = try LoginFileText(.mycnf, text)
      try file.save("c", ByteString(value), value)
      let entry = try #require(file.entries.first { $0.service.name == "c" })
      #expect(entry.account == ByteString(value))
      let read = try file.format.credential(of: entry, in: file.bytes.span, FormatOptions())
      #expect(passwordBytes(of: read) == value)
      let erased = try file.format.text(erasing: entry, in: file.bytes.span, FormatOptions())
      try #require(erased.text == text)
    }
  }
}

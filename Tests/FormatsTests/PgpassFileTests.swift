// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct PgpassFileTests {
  private let text = #"""
    # databases
    db.example.com:5432:app:alice:4\:K\\1

    db.example.com:5432:app:bob:b:ignored
    \:\:1:5432:app:alice:six
    /tmp:*:*:alice: sp ace\
    *:*:*:alice:any

    """#

  @Test func `the logins of a file are read as libpq reads them`() throws {
    #expect(
      try LoginFileText(.pgpass, text).logins == [
        #"db.example.com:5432/app alice 4:K\1"#, "db.example.com:5432/app bob b",
        "[::1]:5432/app alice six", #"/tmp alice  sp ace\"#, "* alice any",
      ])
    #expect(try LoginFileText(.pgpass).logins == [])
    #expect(try LoginFileText(.pgpass, "\n \t\n#\n#a:b\n").logins == [])
    #expect(try LoginFileText(.pgpass, #"h:1:\d:\*:\p"#).logins == ["h:1/d * p"])
    #expect(
      try LoginFileText(.pgpass, "h:1:d:*:p\r\nh:2:d:*:q\r\r\n").logins == [
        "h:1/d - p", "h:2/d - q",
      ])
    #expect(try LoginFileText(.pgpass, "h:1:d:a:").logins == ["h:1/d a -"])
  }

  @Test(arguments: [
    // No connection has an empty part.
    ":1:d:a:p", "h::d:a:p", "h:1::a:p", "h:1:d::p", "::1:1:d:a:p",
    // There is no such port, or libpq asks for another host.
    "h:x:d:a:p", "h:0:d:a:p", "a,b:1:d:a:p", "/var/run/postgresql:1:d:a:p",
    // No service is spelled so.
    #"h:1:\*:a:p"#, "h:1:a\u{1B}:a:p", "h]:1\\:2:d:a:p",
  ])
  func `a line that no connection or no service is for stays`(line: String) throws {
    let file = try LoginFileText(.pgpass, line + "\n")
    #expect(try file.logins == [])
    #expect(try file.saving("h:1/d", "b", "p") == line + "\nh:1:d:b:p\n")
  }

  @Test(arguments: [
    ("h:1:d:a:p\nh:1:d:a\n", 2, "it has fewer than five fields"),
    ("hello\n", 1, "it has fewer than five fields"),
    (#"h:1:d\:a:p"#, 1, "it has fewer than five fields"),
    ("h:1:d:a:p\n\u{0}", 2, "there is a NUL in it"),
  ])
  func `what is no pgpass file is not read`(text: String, line: Int, why: String) throws {
    #expect(try LoginFileText(.pgpass, text).refusal == .malformed(line: line, why: why))
    #expect(throws: LoginFileError.malformed(line: line, why: why)) {
      try LoginFileText(.pgpass, text).saving("h", "a", "p")
    }
  }

  @Test func `a saved login takes its former line's place, and no other byte changes`() throws {
    let file = try LoginFileText(.pgpass, text)
    #expect(
      try file.saving("postgres://db.example.com/app", "alice", "n:w")
        == text.replacing(#"alice:4\:K\\1"#, with: #"alice:n\:w"#))
    #expect(
      try file.saving("db.example.com:5432/app", "bob", "new")
        == text.replacing("bob:b:ignored", with: "bob:new"))
    #expect(try file.saving("*", "alice", "new") == text.replacing("alice:any", with: "alice:new"))
    #expect(try LoginFileText(.pgpass, "h:1:d:a:p").saving("h:1/d", "a", "q") == "h:1:d:a:q")
    #expect(
      try LoginFileText(.pgpass, "h:1:d:a:p\r\r\n#\r\n").saving("h:1/d", "a", "q")
        == "h:1:d:a:q\r\r\n#\r\n")
  }

  @Test func `a new line goes before the first that libpq would take for it`() throws {
    let file = try LoginFileText(.pgpass, text)
    let last = "*:*:*:alice:any\n"
    #expect(
      try file.saving("h:5433/x", "alice", "p")
        == text.replacing(last, with: "h:5433:x:alice:p\n" + last))
    #expect(
      try file.saving("/tmp:5433", "alice", "p")
        == text.replacing("/tmp:*", with: "/tmp:5433:*:alice:p\n/tmp:*"))
    // That one is for alice alone.
    #expect(try file.saving("h", "bob", "p") == text + "h:*:*:bob:p\n")
    #expect(try file.saving("*", nil, "p") == text + "*:*:*:*:p\n")
    // Neither is for all that the other is for.
    let other = "*:5432:*:alice:x\n"
    #expect(
      try LoginFileText(.pgpass, other).saving("h", "alice", "p") == other + "h:*:*:alice:p\n")
    // To libpq, a colon that is not escaped is as good where one is looked for.
    let careless = "::1:5432:app:alice:old\n"
    #expect(
      try LoginFileText(.pgpass, careless).saving("[::1]:5432/app", "alice", "p")
        == #"\:\:1:5432:app:alice:p"# + "\n" + careless)
  }

  @Test func `a line that another hides from libpq is not read, and moves where it is saved`()
    throws
  {
    let text = "#\r\n*:*:*:*:any\r\nh:1:d:a:old\r\nk:1:d:a:p"
    let file = try LoginFileText(.pgpass, text)
    #expect(
      throws: LoginFileError.malformed(line: 3, why: "libpq takes line 2 in its place")
    ) { try file.logins }
    #expect(
      try file.saving("h:1/d", "a", "new")
        == "#\r\nh:1:d:a:new\r\n*:*:*:*:any\r\nk:1:d:a:p")
    #expect(
      try file.saving("k:1/d", "a", "new")
        == "#\r\nk:1:d:a:new\r\n*:*:*:*:any\r\nh:1:d:a:old\r\n")
    #expect(try file.erasing("h:1/d", "a") == "#\r\n*:*:*:*:any\r\nk:1:d:a:p")
  }

  @Test func `a missing last newline and the kind of line ends are kept`() throws {
    #expect(try LoginFileText(.pgpass, "# x").saving("h", "a", "p") == "# x\nh:*:*:a:p\n")
    #expect(
      try LoginFileText(.pgpass, "# x\r\n# y").saving("h", "a", "p")
        == "# x\r\n# y\r\nh:*:*:a:p\r\n")
    #expect(
      try LoginFileText(.pgpass, "*:*:*:a:p").saving("h", "a", "p") == "h:*:*:a:p\n*:*:*:a:p")
  }

  @Test func `what is erased is gone, and no other byte`() throws {
    let file = try LoginFileText(.pgpass, text)
    #expect(
      try file.erasing("db.example.com:5432/app", "bob")
        == text.replacing("db.example.com:5432:app:bob:b:ignored\n", with: ""))
    #expect(try file.erasing("* ", "alice") == "no such entry")
    #expect(try LoginFileText(.pgpass, "#\nh:1:d:a:p").erasing("h:1/d", "a") == "#\n")
  }

  @Test func `of two lines for the same, the first is the login`() throws {
    let text = "h:1:d:a:one\nh:1:d:a:two\n"
    #expect(
      try LoginFileText(.pgpass, text).saving("h:1/d", "a", "new") == "h:1:d:a:new\nh:1:d:a:two\n")
    #expect(try LoginFileText(.pgpass, text).erasing("h:1/d", "a") == "h:1:d:a:two\n")
  }

  @Test func `a login that is there several times goes as a whole`() throws {
    let pgpass = try LoginFileText(.pgpass).format
    #expect(
      try pgpass.erasingAll(
        of: "h:1/d", "a", in: "h:1:d:a:1\n# c\r\nh:1:d:b:2\nh:1:d:\\a:3\r\n\n*:1:d:a:4\nh:1:d:a:5")
        == "# c\r\nh:1:d:b:2\n\n*:1:d:a:4\n")
  }

  @Test func `an entry tells of what no login has a place for`() throws {
    let text = "h:1:d:a:p\r\nh:1:d:b:p:note\nh:1:d:c:p\\:q\n"
    #expect(try LoginFileText(.pgpass, text).entries.map(\.saysMore) == [false, true, false])
  }

  @Test func `arbitrary logins are read back, and erased byte for byte`() throws {
    var arbitrary = ArbitraryBytes(seed: 5432)
    let values = arbitrary.strings(300, upTo: 12, without: [0, 0x0A]).filter {
      !$0.isEmpty && $0.last != 0x0D
    }
    var file = try LoginFileText(.pgpass, text)
    for (number, value) in values.enumerated() {
      let before = file.bytes
      try file.save("h\(number)", ByteString(value), value)
      let entry = try #require(
        file.entries.first { $0.service.name == ByteString("h\(number)") })
      #expect(entry.account == ByteString(value))
      let read = try file.format.credential(of: entry, in: file.bytes.span, FormatOptions())
      #expect(passwordBytes(of: read) == value)
      let erased = try file.format.text(erasing: entry, in: file.bytes.span, FormatOptions())
      try #require(erased.bytes == before)
    }
  }
}

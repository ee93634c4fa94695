// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct PgpassFormatTests {
  private let pgpass = FormatName.pgpass.format

  private func text(
    _ service: String, _ account: ByteString?, _ password: String,
    _ options: FormatOptions = FormatOptions()
  ) throws -> String {
    var credential = try login(account: account, password: Array(password.utf8))
    credential.service = try Service.read(ByteString(service)).service
    return try pgpass.encode(credential, options).text
  }

  @Test func `a login is a line of five fields`() throws {
    #expect(
      try text("postgres://db.example.com:5433/app", "alice", "4:K\\1")
        == #"db.example.com:5433:app:alice:4\:K\\1"# + "\n")
    #expect(try text("h", "a", "p", FormatOptions(endsWithNewline: false)) == "h:*:*:a:p")
  }

  @Test func `blanks and marks stand for themselves`() throws {
    #expect(try text("h", " #\"'", "  a,#\"\t\r' ") == "h:*:*: #\"':  a,#\"\t\r' \n")
  }

  @Test func `a login without an account is for any, and an asterisk is an account`() throws {
    #expect(try text("h", nil, "*") == "h:*:*:*:*\n")
    #expect(try text("h", "*", "p") == "h:*:*:\\*:p\n")
    #expect(try text("h", "**", "p") == "h:*:*:**:p\n")
  }

  @Test func `a host that would begin a comment is escaped`() throws {
    #expect(try text("#h", "a", "p") == "\\#h:*:*:a:p\n")
  }

  @Test(
    arguments: [
      ("a\nb", .byte(0x0A), "a line feed (LF) in the password"),
      ("a\u{0}b", .byte(0x00), "a NUL in the password"),
      ("a\r", .last(0x0D), "a carriage return (CR) at the end of the password"),
      ("", .empty, "an empty value as the password"),
    ] as [(String, Refusal, String)])
  func `what libpq would read otherwise is refused`(
    password: String, refusal: Refusal, what: String
  ) throws {
    let refused = FormatError.refused(refusal, of: .password, by: .pgpass)
    #expect(throws: refused) { try text("h", "a", password) }
    #expect(refused.message == "format 'pgpass' cannot carry " + what)
    #expect(refused.hint == nil)
  }

  @Test func `an account may end in CR, and is not empty`() throws {
    #expect(try text("h", "a\r", "p") == "h:*:*:a\r:p\n")
    for account: ByteString in ["", "a\nb", "\u{0}"] {
      #expect(throws: FormatError.self) { try text("h", account, "p") }
    }
  }

  @Test func `without a password or a service, or with a field, there is no line`() throws {
    #expect(throws: FormatError.missing(.password, for: .pgpass)) {
      try pgpass.check(LoginOutline(parts: [.account]))
    }
    #expect(throws: FormatError.missingService(for: .pgpass)) {
      try pgpass.encode(try login(account: "a", password: [0x70])).count
    }
    #expect(throws: FormatError.noPlace(for: try part("otp"), in: .pgpass)) {
      try pgpass.check(LoginOutline(parts: [.password, try part("otp")]))
    }
  }

  @Test(arguments: [
    // A URL says a port: the usual one where it names none.
    ("postgres://h:5432/app", "h:5432:app", "h:5432/app"),
    ("postgresql://h/app", "h:5432:app", "h:5432/app"),
    ("postgres://h", "h:5432:*", "h:5432"),
    ("POSTGRES://DB.Example:5433/App", "db.example:5433:App", "db.example:5433/App"),
    ("postgres://h:5433/a%20b%2Fc%25", "h:5433:a b/c%", "h:5433/a b/c%"),
    ("postgres://[::1]:5433/app", #"\:\:1:5433:app"#, "[::1]:5433/app"),
    ("postgres://%2Fvar%2Flib%2Fpg:5433/app", "/var/lib/pg:5433:app", "/var/lib/pg:5433/app"),
    ("postgres://*:5433/*", "*:5433:*", "*:5433"),
    // Elsewhere, what is missing is any.
    ("h", "h:*:*", "h"),
    ("h:5432", "h:5432:*", "h:5432"),
    ("h:5432/app", "h:5432:app", "h:5432/app"),
    ("h/app", "h:*:app", "h/app"),
    ("h:*/app", "h:*:app", "h/app"),
    ("h:/app", "h:*:app", "h/app"),
    ("h:5432/", "h:5432:*", "h:5432"),
    ("h:*/*", "h:*:*", "h"),
    ("*", "*:*:*", "*"),
    ("*:*/*", "*:*:*", "*"),
    ("*/app", "*:*:app", "*/app"),
    ("*:5432", "*:5432:*", "*:5432"),
    ("DB:5432/App", "DB:5432:App", "DB:5432/App"),
    ("h:5432/a:b/c\\d", #"h:5432:a\:b/c\\d"#, "h:5432/a:b/c\\d"),
    ("h:5432/%41", "h:5432:%41", "h:5432/%41"),
    ("[::1]", #"\:\:1:*:*"#, "[::1]"),
    ("[::1]/app", #"\:\:1:*:app"#, "[::1]/app"),
    ("[fe80::1%eth0]:5432", #"fe80\:\:1%eth0:5432:*"#, "[fe80::1%eth0]:5432"),
    ("[h]:5432", "h:5432:*", "h:5432"),
    ("/tmp", "/tmp:*:*", "/tmp"),
    ("/tmp:5433", "/tmp:5433:*", "/tmp:5433"),
    ("/tmp:5433/app", "/tmp:5433:app", "/tmp:5433/app"),
    ("/tmp:*/app", "/tmp:*:app", "/tmp:*/app"),
    ("/run/postgresql:5432", "/run/postgresql:5432:*", "/run/postgresql:5432"),
    ("[/a:b]:5433", #"/a\:b:5433:*"#, "[/a:b]:5433"),
    ("[*]:1", #"\*:1:*"#, "[*]:1"),
    ("localhost:5432/app", "localhost:5432:app", "localhost:5432/app"),
  ])
  func `a service names host, port and database, and has one spelling`(
    service: String, fields: String, spelling: String
  ) throws {
    #expect(try text(service, "a", "p") == fields + ":a:p\n")
    let file = try LoginFileText(.pgpass)
    let read = try Service.read(ByteString(service)).service
    #expect(try file.format.spelling(of: read).name == ByteString(spelling))
    let again = try LoginFileText(.pgpass, try file.saving(service, "a", "p"))
    #expect(try again.logins == ["\(spelling) a p"])
    #expect(
      try file.format.spelling(of: try #require(again.entries.first).service).name.visible
        == spelling)
  }

  @Test(arguments: [
    ("https://h", "it is no address of a PostgreSQL server"),
    ("mysql://h/app", "it is no address of a PostgreSQL server"),
    ("postgres://h/app?sslmode=require", "a file has no place for what follows the host"),
    ("postgres://h?host=/tmp", "a file has no place for what follows the host"),
    ("postgres://h#x", "a file has no place for what follows the host"),
    ("postgres://h/%4", "'%' has no two hexadecimal digits after it"),
    ("postgres://h1,h2/app", "libpq takes it for several hosts, and looks up one at a time"),
    ("h1,h2", "libpq takes it for several hosts, and looks up one at a time"),
    ("/var/run/postgresql", "libpq looks up 'localhost' for its own folder of sockets"),
    (
      "postgres://%2Fvar%2Frun%2Fpostgresql/app",
      "libpq looks up 'localhost' for its own folder of sockets"
    ),
    ("::1", "an IPv6 address stands in brackets"),
    ("fe80::1:5432", "an IPv6 address stands in brackets"),
    ("[::1", "'[' has no ']' after it"),
    ("[]:5432", "it names no host"),
    (":5432/app", "it names no host"),
    ("h:x", "what follows the host is no port"),
    ("h:0", "what follows the host is no port"),
    ("h:65536", "what follows the host is no port"),
    ("h:-1", "what follows the host is no port"),
    ("[::1]x", "what follows the host is no port"),
    ("postgres://h/%2A", "there is no spelling for it"),
    ("postgres://h/a:%2F%2Fb", "there is no spelling for it"),
  ])
  func `what names no database of one server is refused`(service: String, why: String) throws {
    let read = try Service.read(ByteString(service)).service
    let format = try LoginFileText(.pgpass).format
    let unfit = FormatError.unfitService(read, why: why, for: .pgpass)
    #expect(throws: unfit) { try format.spelling(of: read) }
    #expect(unfit.message == "format 'pgpass' cannot name '\(read.name.visible)': \(why)")
  }

  @Test func `a control character in a URL is refused`() throws {
    let format = try LoginFileText(.pgpass).format
    for (text, byte) in [("%0a", 0x0A), ("%00", 0), ("a%7Fb", 0x7F)] as [(String, UInt8)] {
      let service = try Service.read(ByteString("postgres://h/\(text)")).service
      #expect(throws: FormatError.serviceRefused(.byte(byte), by: .pgpass)) {
        try format.spelling(of: service)
      }
    }
  }
}

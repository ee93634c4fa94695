// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct DotenvFormatTests {
  private let dotenv = FormatName.dotenv.format

  private func written(_ value: String) throws -> String {
    let text = try dotenv.encode(try login(password: Array(value.utf8))).text
    return String(text.dropFirst("ASKCRED_PASSWORD=".count).dropLast())
  }

  @Test(arguments: [
    ("", "''"), ("a b", "'a b'"), ("a\"b", "'a\"b'"), ("pa$$w#d", "'pa$$w#d'"), ("a\\b", #"'a\b'"#),
    ("a'b", #""a'b""#), ("a'\"\\b", #""a'\"\\b""#), (#"a\\b"#, #""a\\\\b""#), ("a\nb", "'a\nb'"),
    ("a\rb", #""a\rb""#), ("$", "'$'"), ("{$}", "'{$}'"), ("a\\'b", #""a\\'b""#),
  ])
  func `a value stands in single quotes, or else in double ones`(
    value: String, quoted: String
  ) throws {
    #expect(try written(value) == quoted)
  }

  @Test(
    arguments: [
      ("a\0", .byte(0)), ("${X}", .byte(0x24)), ("a${", .byte(0x24)), ("pa$$w#'d", .byte(0x24)),
      ("$\r", .byte(0x24)), (#"$\\"#, .last(0x5C)), (#"$\\a"#, .byte(0x24)), ("a\\", .last(0x5C)),
      ("'\\", .last(0x5C)),
    ] as [(String, Refusal)])
  func `what neither form carries is refused`(value: String, refusal: Refusal) throws {
    let refused = FormatError.refused(refusal, of: .password, by: .dotenv)
    #expect(throws: refused) { try written(value) }
  }

  @Test func `bytes that are not UTF-8 are refused`() throws {
    let refused = FormatError.refused(.notUTF8(0xFF), of: .password, by: .dotenv)
    #expect(throws: refused) { try dotenv.bytes(try login(password: [0x61, 0xFF])) }
  }

  @Test func `the words of a refusal say what is wrong and what helps`() {
    let error = FormatError.refused(.byte(0x24), of: .password, by: .dotenv)
    #expect(error.message == "format 'dotenv' cannot carry a '$' in the password")
    #expect(
      error.hint
        == "its readers take '${' for a variable anywhere, and '$' beside a quote ('), two "
        + "backslashes or a carriage return")
  }

  @Test(arguments: [
    ("ASKCRED_PASSWORD=a b\n", "a b"), ("ASKCRED_PASSWORD = a # c\n", "a"),
    ("ASKCRED_PASSWORD=a#b\n", "a#b"), ("ASKCRED_PASSWORD= # c\n", "# c"),
    ("export ASKCRED_PASSWORD='a'  # c\n", "a"), ("'ASKCRED_PASSWORD'=a", "a"),
    ("ASKCRED_PASSWORD=\"a\\tb\\\\\\\"\\$\"", "a\tb\\\"\\$"),
    ("ASKCRED_PASSWORD='a\\tb\\'c'", "a\\tb'c"),
    ("ASKCRED_PASSWORD='a\\'\n", "a\\"), ("ASKCRED_PASSWORD='a\nb'\r\n", "a\nb"),
    ("ASKCRED_PASSWORD='a\r\nb\rc'\r\n", "a\nb\nc"), ("ASKCRED_PASSWORD=\r\n", ""),
    ("ASKCRED_PASSWORD=a\u{A0}\n", "a"), ("ASKCRED_PASSWORD=1\nASKCRED_PASSWORD=2\n", "2"),
    ("\u{2028} \n\tASKCRED_PASSWORD=$X\n", "$X"),
  ])
  func `a value is read as python-dotenv has it`(text: String, value: String) throws {
    #expect(try SingleLoginText(.dotenv, text).values() == [.init("password", value)])
  }

  @Test(arguments: [
    ("A='b\nC=d\n", 1, "a quote that is not closed"),
    ("A=1\nB=\"b\n", 2, "a quote that is not closed"),
    ("A=1\n\nB='b' c\n", 3, "neither an assignment nor a comment"),
    ("A b\n", 1, "neither an assignment nor a comment"), ("=b\n", 1, "no name"),
    ("''=b\n", 1, "no name"), ("A=\0\n", 1, "a NUL byte"),
  ])
  func `what is no statement is told by its line`(text: String, line: Int, why: String) throws {
    let file = try SingleLoginText(.dotenv, text)
    #expect(throws: LoginFileError.malformed(line: line, why: why)) { try file.values() }
  }

  @Test func `a text that is not UTF-8 is refused`() throws {
    var file = try SingleLoginText(.dotenv, "A=1\n")
    file.bytes += [0x42, 0x3D, 0xFF]
    #expect(throws: LoginFileError.malformed(line: 2, why: "what is not UTF-8")) {
      try file.values()
    }
  }

  @Test
  func `a value that its readers make from another variable is not read, and can be replaced`()
    throws
  {
    var file = try SingleLoginText(.dotenv, "ASKCRED_PASSWORD='${HOME}'\n")
    #expect(
      throws: LoginFileError.malformed(line: 1, why: "'${' in a value is replaced by its readers")
    ) { try file.values() }
    try file.save(nil, "b")
    #expect(file.text == "ASKCRED_PASSWORD='b'\n")
  }

  @Test func `a name alone takes the value away, as it does for python-dotenv`() throws {
    #expect(try SingleLoginText(.dotenv, "ASKCRED_PASSWORD=a\nASKCRED_PASSWORD\n").values() == nil)
  }

  private let others = "# a comment\nDB_HOST='db # 1'\n\nexport OTHER=\"x\ny\" # more\n"

  @Test func `what is not the login stays, and a login comes at the end`() throws {
    #expect(
      try SingleLoginText.saving(.dotenv, others, "alice", "s'1")
        == others + "ASKCRED_ACCOUNT='alice'\nASKCRED_PASSWORD=\"s'1\"\n")
    #expect(
      try SingleLoginText.saving(.dotenv, "A=1", nil, "p") == "A=1\nASKCRED_PASSWORD='p'\n")
    #expect(
      try SingleLoginText.saving(.dotenv, "A=1\r\n", "a", "p")
        == "A=1\r\nASKCRED_ACCOUNT='a'\r\nASKCRED_PASSWORD='p'\r\n")
    #expect(try SingleLoginText.saving(.dotenv, "", nil, "p") == "ASKCRED_PASSWORD='p'\n")
  }

  @Test func `a value is replaced where it stands`() throws {
    let old =
      "A=1\n  export ASKCRED_PASSWORD = old # mine\n'ASKCRED_ACCOUNT'='al' # who\nB='2\n3'"
    #expect(
      try SingleLoginText.saving(.dotenv, old, "alice", "new")
        == "A=1\n  export ASKCRED_PASSWORD = 'new' # mine\n'ASKCRED_ACCOUNT'='alice' # who\nB='2\n3'"
    )
  }

  @Test func `a part that the new login lacks goes, and so does a former assignment`() throws {
    let old = "ASKCRED_PASSWORD=1\nASKCRED_OTP=2\nA=1\nASKCRED_ACCOUNT=a\nASKCRED_PASSWORD=3"
    #expect(try SingleLoginText.saving(.dotenv, old, nil, "4") == "A=1\nASKCRED_PASSWORD='4'")
  }

  @Test func `a value that is there already keeps its spelling`() throws {
    let old = "ASKCRED_PASSWORD=\"pw\"\r\nASKCRED_ACCOUNT=a"
    #expect(try SingleLoginText.saving(.dotenv, old, "a", "pw") == old)
  }

  @Test func `erasing takes the login's lines and nothing else`() throws {
    let old =
      others + "ASKCRED_ACCOUNT='a'\n" + others + "\texport ASKCRED_PASSWORD='x\ny' # c\nZ=1"
    #expect(try SingleLoginText.erasing(.dotenv, old) == others + others + "Z=1")
  }

  @Test func `variables have the names that were given`() throws {
    let variables = [try variable("TOKEN", .password), try variable("COPY", .password)]
    var file = try SingleLoginText(.dotenv, "ASKCRED_PASSWORD=x\nCOPY=1\nTOKEN=1\n", variables)
    try file.save("alice", [0x70], fields: [("otp", [0x31])])
    #expect(
      file.text
        == "ASKCRED_PASSWORD=x\nCOPY='p'\nTOKEN='p'\nASKCRED_ACCOUNT='alice'\nASKCRED_OTP='1'\n")
    #expect(
      try file.values()
        == [.init("account", "alice"), .init("password", "p"), .init("otp", "1")])
    try file.erase()
    #expect(file.text == "ASKCRED_PASSWORD=x\n")
  }

  @Test func `names that stand for nothing of a login are other variables`() throws {
    let text = "ASKCRED_TIMEOUT=1\nASKCRED_password=1\nASKCRED_=1\nASKCRED_9=1\nASKCRED=1\n"
    #expect(try SingleLoginText(.dotenv, text).values() == nil)
    #expect(
      try SingleLoginText.saving(.dotenv, text, nil, "p") == text + "ASKCRED_PASSWORD='p'\n")
  }
}

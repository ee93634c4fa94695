// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct CurlFileTests {
  @Test(arguments: [
    ("user = \"al:p\\\"\\t\\x\"  # c\n", "al", "p\"\tx"), ("user=al:p w\n", "al", "p"),
    (" USER : al:p#\r\n", "al", "p#"), ("-u al:p\n", "al", "p"), ("-ual:\"p\"\n", "al", "\"p\""),
    ("--user\tal:a:b\n", "al", "a:b"), ("user = \":\"\n", "", ""),
    ("user = x:1\nuser = al:p\nnext\nuser = y:2\n", "al", "p"),
    ("user = al:p\n# user = x:1\n/ x\n* x\nurl = \"a\\\"b\"\n", "al", "p"),
  ])
  func `a login is read as curl has it`(text: String, account: String, password: String) throws {
    #expect(
      try SingleLoginText(.curl, text).values()
        == [.init("account", account), .init("password", password)])
  }

  @Test func `an account alone is one whose password curl asks for`() throws {
    #expect(try SingleLoginText(.curl, "user = al\n").values() == [.init("account", "al")])
  }

  @Test(arguments: ["oauth2-bearer = t\n", "--oauth2-bearer \"t\"\n", "OAuth2 t\n"])
  func `a token is a password alone`(text: String) throws {
    #expect(try SingleLoginText(.curl, text).values() == [.init("password", "t")])
  }

  @Test(arguments: [
    "", "user-agent = x\n", "url = user\n", "-o user\n", "-ofoo.u\n", "next\nuser=a:b\n",
  ])
  func `what is no login of the first request is none`(text: String) throws {
    #expect(try SingleLoginText(.curl, text).values() == nil)
  }

  @Test(arguments: [
    ("url = \"x\nuser = a:b\n", 1, "a quote that is not closed"),
    (
      "user = a:b\noauth2-bearer = t\n", 1,
      "both 'user' and 'oauth2-bearer', of which curl takes one"
    ),
    ("\n-su al:p\n", 2, "options joined to one that is for the login"),
    ("a\n\0\n", 2, "a NUL byte"),
  ])
  func `what is not to be understood is told by its line`(
    text: String, line: Int, why: String
  ) throws {
    #expect(throws: LoginFileError.malformed(line: line, why: why)) {
      try SingleLoginText(.curl, text).values()
    }
  }

  private let others = "# c\nurl = \"https://h/\"\n\nsilent\n"

  @Test func `what is not the login stays`() throws {
    #expect(
      try SingleLoginText.saving(.curl, others, "al", "p\"") == others + "user = \"al:p\\\"\"\n")
    #expect(
      try SingleLoginText.saving(.curl, "silent", nil, "t") == "silent\noauth2-bearer = \"t\"\n")
    #expect(
      try SingleLoginText.saving(.curl, "silent\r\nnext\r\nurl = x", "a", "p")
        == "silent\r\nuser = \"a:p\"\r\nnext\r\nurl = x")
    let old = "  -u al:p # mine\r\n" + others + "user = old"
    #expect(
      try SingleLoginText.saving(.curl, old, "al", "n") == others + "user = \"al:n\"")
    #expect(try SingleLoginText.erasing(.curl, old) == others)
    #expect(
      try SingleLoginText.saving(.curl, "  -u al:p # mine\n", nil, "t")
        == "  oauth2-bearer = \"t\" # mine\n")
  }

  @Test func `a login that is there already keeps its spelling`() throws {
    for text in ["-u al:p # mine", "user = \"al:\\p\"\r\n"] {
      #expect(try SingleLoginText.saving(.curl, text, "al", "p") == text)
    }
    #expect(try SingleLoginText.saving(.curl, "oauth2 t", nil, "t") == "oauth2 t")
  }
}

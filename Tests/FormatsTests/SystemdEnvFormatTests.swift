// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct SystemdEnvFormatTests {
  private let format = FormatName.systemdEnv.format

  @Test func `values stand in double quotes, in which four bytes have a backslash`() throws {
    let credential = try login(
      account: "alice", password: Array(#"a$b`c"d\e'#;"#.utf8), fields: [("otp", [])])
    #expect(
      try format.encode(credential).text == #"""
        ASKCRED_ACCOUNT="alice"
        ASKCRED_PASSWORD="a\$b\`c\"d\\e'#;"
        ASKCRED_OTP=""

        """#)
  }

  @Test(
    arguments: [
      ([0], .byte(0)), ([0x61, 0x0A], .byte(0x0A)), ([0x0D], .byte(0x0D)), ([0xC3], .notUTF8(0xC3)),
      ([0xEF, 0xBF, 0xBF], .byte(0xEF)), ([0xEF, 0xB7, 0x90], .byte(0xEF)),
      ([0xF0, 0x9F, 0xBF, 0xBE], .byte(0xF0)),
    ] as [([UInt8], Refusal)])
  func `what systemd would not read is refused`(value: [UInt8], refusal: Refusal) throws {
    #expect(throws: FormatError.refused(refusal, of: .password, by: .systemdEnv)) {
      try format.bytes(try login(password: value))
    }
  }

  @Test(arguments: [
    ("ASKCRED_PASSWORD=a b  \n", "a b"), ("ASKCRED_PASSWORD = \t a\n", "a"),
    ("ASKCRED_PASSWORD=\"a\" 'b' c \n", "abc"), ("ASKCRED_PASSWORD=a\"b\" # c\n", "a\"b\" # c"),
    ("ASKCRED_PASSWORD=\"a\\\nb\\nc\\$\"\n", "ab\\nc$"), ("ASKCRED_PASSWORD=a\\\n b\\ \n", "a b "),
    ("ASKCRED_PASSWORD='a\\b\nc'\n", "a\\b\nc"), ("ASKCRED_PASSWORD=\n", ""),
    ("# c \\\nASKCRED_PASSWORD=1\n;\nASKCRED_PASSWORD=2", "2"),
    ("ASKCRED_PASSWORD=1\rASKCRED_PASSWORD=2\r\n", "2"), ("ASKCRED_PASSWORD=\\\"\n", "\""),
    ("ASKCRED_PASSWORD=a  \\\n", "a  "),
  ])
  func `a value is read as systemd has it`(text: String, value: String) throws {
    #expect(try SingleLoginText(.systemdEnv, text).values() == [.init("password", value)])
  }

  @Test(arguments: [
    "export ASKCRED_PASSWORD=1\n", "ASKCRED_PASSWORD\n", "#ASKCRED_PASSWORD=1\n", "",
  ])
  func `what is no assignment of a variable is none`(text: String) throws {
    #expect(try SingleLoginText(.systemdEnv, text).values() == nil)
  }

  @Test func `a quote that is not closed is told by its line`() throws {
    for text in ["A=1\nB=\"b\n\nC=1\n", "A=1\nB='b\n"] {
      #expect(throws: LoginFileError.malformed(line: 2, why: "a quote that is not closed")) {
        try SingleLoginText(.systemdEnv, text).values()
      }
    }
  }

  @Test func `a value that makes systemd drop the whole file is told by its line`() throws {
    var file = try SingleLoginText(.systemdEnv, "# \u{FFFF}\nA=1\n")
    #expect(try file.values() == nil)
    file.bytes += [0x42, 0x3D, 0xFF]
    #expect(throws: LoginFileError.malformed(line: 3, why: "what is not UTF-8")) {
      try file.values()
    }
  }

  private let others = "# a \\\n comment\nA=\"1 # \\\"\n2\"\n\n; more\nexport B=x\nC\n"

  @Test func `what is not the login stays, and a login comes at the end`() throws {
    #expect(
      try SingleLoginText.saving(.systemdEnv, others, "al", "p$")
        == others + "ASKCRED_ACCOUNT=\"al\"\nASKCRED_PASSWORD=\"p\\$\"\n")
    #expect(
      try SingleLoginText.saving(.systemdEnv, "A=1\r\nB=2", nil, "p")
        == "A=1\r\nB=2\r\nASKCRED_PASSWORD=\"p\"\r\n")
  }

  @Test func `what is added does not become part of what stands before`() throws {
    #expect(
      try SingleLoginText.saving(.systemdEnv, "A=b\\\n", nil, "p")
        == "A=b\\\n\nASKCRED_PASSWORD=\"p\"\n")
    #expect(
      try SingleLoginText.saving(.systemdEnv, "# c\\\n", nil, "p")
        == "# c\\\n\nASKCRED_PASSWORD=\"p\"\n")
    for text in ["A=b\\", "# c\\"] {
      var file = try SingleLoginText(.systemdEnv, text)
      #expect(throws: LoginFileError.self) { try file.save(nil, "p") }
      #expect(file.text == text)
    }
  }

  @Test func `a value is replaced where it stands`() throws {
    let old = "A=1\n ASKCRED_PASSWORD = 'a' \\\n b\nASKCRED_ACCOUNT=al\nB=2"
    #expect(
      try SingleLoginText.saving(.systemdEnv, old, "al", "new")
        == "A=1\n ASKCRED_PASSWORD = \"new\"\nASKCRED_ACCOUNT=al\nB=2")
    #expect(try SingleLoginText.erasing(.systemdEnv, old) == "A=1\nB=2")
  }
}

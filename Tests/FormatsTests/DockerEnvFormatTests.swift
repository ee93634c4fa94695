// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct DockerEnvFormatTests {
  private let format = FormatName.dockerEnv.format

  @Test func `values stand as they are`() throws {
    let credential = try login(
      account: " a ", password: Array("\"a\" #'$x\\ \t".utf8), fields: [("otp", [])])
    #expect(
      try format.encode(credential).text
        == "ASKCRED_ACCOUNT= a \nASKCRED_PASSWORD=\"a\" #'$x\\ \t\nASKCRED_OTP=\n")
  }

  @Test(
    arguments: [
      ([0], .byte(0)), ([0x61, 0x0A], .byte(0x0A)), ([0x0D, 0x61], .byte(0x0D)),
      ([0xC3], .notUTF8(0xC3)),
    ] as [([UInt8], Refusal)])
  func `what docker would not read is refused`(value: [UInt8], refusal: Refusal) throws {
    #expect(throws: FormatError.refused(refusal, of: .password, by: .dockerEnv)) {
      try format.bytes(try login(password: value))
    }
  }

  @Test func `a line that docker does not read is refused`() throws {
    let limit = 65_535
    let longest = [UInt8](repeating: 0x78, count: limit - "ASKCRED_PASSWORD=".utf8.count)
    #expect(try format.encode(try login(password: longest)).count == limit + 1)
    let tooLong = FormatError.tooLong(limit: limit, for: .dockerEnv)
    #expect(throws: tooLong) { try format.bytes(try login(password: longest + [0x78])) }
    var file = try SingleLoginText(.dockerEnv, "A=" + String(repeating: "x", count: limit))
    #expect(throws: LoginFileError.malformed(line: 1, why: "longer than 65535 bytes")) {
      try file.values()
    }
    file.bytes.removeLast(2)
    #expect(try file.values() == nil)
  }

  @Test(arguments: [
    ("ASKCRED_PASSWORD= a \"b\" # c \n", " a \"b\" # c "), ("\u{A0}\t ASKCRED_PASSWORD=a\r\n", "a"),
    ("\u{FEFF}ASKCRED_PASSWORD=a", "a"), ("ASKCRED_PASSWORD=a\nASKCRED_PASSWORD=b\n", "b"),
    ("ASKCRED_PASSWORD=a=b\n#ASKCRED_PASSWORD=c\n", "a=b"), ("ASKCRED_PASSWORD=\n", ""),
    ("ASKCRED_PASSWORD=a\rb\r\r\n", "a\rb\r"),
  ])
  func `a value is read as docker has it`(text: String, value: String) throws {
    #expect(try SingleLoginText(.dockerEnv, text).values() == [.init("password", value)])
  }

  @Test(arguments: [
    ("A=1\nexport B=2\n", 2, "white space in a name"), ("=1\n", 1, "no name before '='"),
    ("A=1\n\0\n", 2, "a NUL byte"),
  ])
  func `what docker refuses is told by its line`(text: String, line: Int, why: String) throws {
    #expect(throws: LoginFileError.malformed(line: line, why: why)) {
      try SingleLoginText(.dockerEnv, text).values()
    }
  }

  @Test func `a variable that docker takes from its own environment is not read`() throws {
    #expect(
      try SingleLoginText(.dockerEnv, "ASKCRED_PASSWORD=a\nASKCRED_PASSWORD\n").values() == nil)
  }

  @Test func `what is not the login stays`() throws {
    let others = "# c\nA=1 # no comment\n\nHOME\n"
    let old = others + "  ASKCRED_PASSWORD=x\r\nB=2"
    #expect(
      try SingleLoginText.saving(.dockerEnv, old, "al", "p")
        == others + "  ASKCRED_PASSWORD=p\r\nB=2\nASKCRED_ACCOUNT=al\n")
    #expect(try SingleLoginText.erasing(.dockerEnv, old) == others + "B=2")
    #expect(
      try SingleLoginText.saving(.dockerEnv, "ASKCRED_PASSWORD\nA=1\n", nil, "p")
        == "A=1\nASKCRED_PASSWORD=p\n")
  }
}

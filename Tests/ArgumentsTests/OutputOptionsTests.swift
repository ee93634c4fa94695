// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Formats
import Posix
import Testing

struct OutputOptionsTests {
  @Test func `without options lines go to standard output`() throws {
    let output = try ask().output
    #expect(output.destination == .standardOutput)
    #expect(output.format == .lines)
    #expect(output.variables == [])
    #expect(output.endsWithNewline)
    #expect(try ask().verbosity == .normal)
    #expect(try ask("--verbose").verbosity == .verbose)
  }

  @Test func `a file, a dash or a descriptor is the destination`() throws {
    #expect(try ask("-o", "login.json").output.destination == .file("login.json"))
    #expect(try ask("-o", "-").output.destination == .standardOutput)
    #expect(try ask("-o-").output.destination == .standardOutput)
    #expect(try ask("-o", "./-").output.destination == .file("./-"))
    #expect(try ask("--output-fd", "3").output.destination == .descriptor(3))
    #expect(try ask("--output-fd=0").output.destination == .descriptor(0))
    #expect(
      try ask("--output-fd", "2147483647").output.destination == .descriptor(2_147_483_647))
  }

  @Test(arguments: ["", "-1", "+3", "2147483648", "stdout", "3 "])
  func `a descriptor is a number`(text: String) {
    #expect(
      refusal("--output-fd", ByteString(text)) == .badValue(.outputFd, ByteString(text)))
  }

  @Test(arguments: [
    "lines": FormatName.lines, "nul": .nul, "json": .json, "sh": .sh, "userpass": .userpass,
    "curl": .curl,
  ])
  func `a format is chosen by its name`(text: String, format: FormatName) throws {
    #expect(try ask("-f", ByteString(text)).output.format == format)
  }

  @Test(arguments: ["netrc", "git-credentials", "git"])
  func `a format that names the service is for logins that have one`(text: String) throws {
    let name = try #require(FormatName(rawValue: text))
    #expect(refusal("-f", ByteString(text)) == .formatNeedsService(name))
  }

  @Test func `no other word is a format`() {
    #expect(refusal("-f", "JSON") == .badValue(.format, "JSON"))
    #expect(refusal("--format=") == .badValue(.format, ""))
    let noText = ByteString([0xFF])
    #expect(refusal("-f", noText) == .badValue(.format, noText))
  }

  @Test func `variables name the parts of a login`() throws {
    let output = try ask(
      "-f", "sh", "--env", "PGUSER=account", "--env=_P1=password", "--set", "domain=x",
      "--env", "Realm=domain", "--env", "PIN=password"
    ).output
    let domain = try #require(FieldName("domain"))
    #expect(output.variables.map(\.name) == ["PGUSER", "_P1", "Realm", "PIN"])
    #expect(
      output.variables.map(\.part) == [.account, .password, .field(domain), .password])
  }

  @Test(arguments: [
    "X", "", "=password", "1X=password", "A-B=password", "A B=password", "É=password",
  ])
  func `a variable without a name of its kind is refused`(text: String) {
    #expect(
      refusal("-f", "sh", "--env", ByteString(text)) == .badValue(.env, ByteString(text)))
  }

  @Test func `a variable for what is not there is refused`() throws {
    let domain = try #require(FieldName("domain"))
    #expect(refusal("-f", "sh", "--env", "X=Domain") == .unknownPart("Domain"))
    #expect(refusal("-f", "sh", "--env", "X=") == .unknownPart(""))
    #expect(refusal("-f", "sh", "--env", "X=domain") == .absentPart(.field(domain)))
    #expect(refusal("-f", "sh", "-p", "PIN", "--env", "X=account") == .absentPart(.account))
    #expect(
      refusal("-f", "sh", "--no-password", "--env", "X=password") == .absentPart(.password))
  }

  @Test func `a variable is named once, and where the format has such`() {
    #expect(
      refusal("-f", "sh", "--env", "X=account", "--env", "X=password") == .variableTwice("X"))
    #expect(refusal("--env", "X=password") == .noVariables(.lines))
    #expect(refusal("-f", "json", "--env", "X=password") == .noVariables(.json))
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct CifsFormatTests {
  private let cifs = FormatName.cifs.format

  @Test func `values stand as they are`() throws {
    let credential = try login(
      account: " al", password: Array("  a,#\"\r".utf8), fields: [("domain", Array("W G".utf8))])
    #expect(try cifs.encode(credential).text == "username= al\npassword=  a,#\"\r\ndomain=W G\n")
  }

  @Test(
    arguments: [
      ("al,uid=0", "p", .byte(0x2C), .account), ("al\n", "p", .byte(0x0A), .account),
      ("al", "p\n", .byte(0x0A), .password), ("al", "\0", .byte(0), .password),
    ] as [(String, String, Refusal, Part)])
  func `what would become another option or line is refused`(
    account: String, password: String, refusal: Refusal, part: Part
  ) throws {
    #expect(throws: FormatError.refused(refusal, of: part, by: .cifs)) {
      try cifs.bytes(try login(account: ByteString(account), password: Array(password.utf8)))
    }
  }

  @Test func `an account is needed, and no field but the domain has a place`() throws {
    #expect(throws: FormatError.missing(.account, for: .cifs)) {
      try cifs.bytes(try login(password: [0x70]))
    }
    #expect(throws: FormatError.missing(.password, for: .cifs)) {
      try cifs.bytes(try login(account: "a"))
    }
    #expect(throws: FormatError.noPlace(for: try part("otp"), in: .cifs)) {
      try cifs.check(LoginOutline(parts: [.account, .password, try part("otp")]))
    }
    try cifs.check(LoginOutline(parts: [.account, .password, try part("domain")]))
  }

  @Test func `what mount dot cifs would cut is refused`() throws {
    let name = ByteString(String(repeating: "n", count: 256))
    let password = [UInt8](repeating: 0x2C, count: 256)
    #expect(throws: Never.self) { try cifs.bytes(try login(account: name, password: password)) }
    #expect(throws: FormatError.tooLong(limit: 265, for: .cifs)) {
      try cifs.bytes(try login(account: ByteString(name.bytes + [0x6E]), password: []))
    }
    #expect(throws: FormatError.tooLong(limit: 521, for: .cifs)) {
      try cifs.bytes(try login(account: "a", password: password + [0x78]))
    }
  }

  @Test(arguments: [
    (" \tUsername=al\nPASS=a=b \n", "al", "a=b "),
    ("user=al\npassword=x\npassword=y\r\n", "al", "y\r"),
    ("username=al\n#password=x\npassword2=z\npasswd=y", "al", "y"),
  ])
  func `values are read as mount dot cifs has them`(
    text: String, account: String, password: String
  ) throws {
    #expect(
      try SingleLoginText(.cifs, text).values()
        == [.init("account", account), .init("password", password)])
  }

  @Test func `what is not the login stays`() throws {
    let old = "# share\n  user = al\npassword=x\nvers=3.0\ndomain=WG"
    #expect(
      try SingleLoginText.saving(.cifs, old, "bob", "p,")
        == "# share\n  user =bob\npassword=p,\nvers=3.0\n")
    #expect(try SingleLoginText.erasing(.cifs, old) == "# share\nvers=3.0\n")
    // A CR would be part of a value.
    #expect(
      try SingleLoginText.saving(.cifs, "vers=3\r\n", "a", "p")
        == "vers=3\r\nusername=a\npassword=p\n")
  }
}

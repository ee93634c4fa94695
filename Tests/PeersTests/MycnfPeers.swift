// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite(.judges("my_print_defaults")) struct MycnfPeers {
  /// What the judge says of a group of a file.
  private func printed(_ group: String, in path: String) throws -> [UInt8] {
    let result = try RunningProgram.run(
      try judge("my_print_defaults"), ["--defaults-file=\(path)", group])
    #expect(result.errorText == "")
    return result.output
  }

  // packetfence#7056
  @Test func `my_print_defaults prints every account and password`() throws {
    var arbitrary = ArbitraryBytes(seed: 7056)
    let values =
      trickyValues + trickyLines + invalidTexts + [[0xA0], [0xC3, 0xA0]]
      + arbitrary.strings(250, upTo: 40, without: [0])
    let format = try #require(FormatName.mycnf.loginFile)
    var text = Array("# mine\n[mysqld]\nuser=x\n".utf8)
    for (number, value) in values.enumerated() {
      text = try format.text(
        saving: try login(account: ByteString(value.reversed()), password: value),
        of: try #require(Service(ByteString("group\(number)"))), in: text.span, FormatOptions()
      ).bytes
    }
    var folder = try TemporaryFolder()
    try folder.write(text, to: "my.cnf")
    for (number, value) in values.enumerated() {
      let options = Array("--user=".utf8) + value.reversed() + Array("\n--password=".utf8) + value
      let isRead = try printed("group\(number)", in: folder.path + "/my.cnf") == options + [0x0A]
      #expect(isRead, "\(value)")
    }
  }

  @Test func `what is printed alone is read, and the longest line`() throws {
    let longest = [UInt8](repeating: 0x61, count: 4094 - 13)
    for password in [longest, Array("Pa#s\"o\\s".utf8)] {
      var credential = try login(account: "root", password: password)
      credential.service = Service("client")
      var folder = try TemporaryFolder()
      try folder.write(try FormatName.mycnf.format.encode(credential).bytes, to: "my.cnf")
      let printed = try printed("client", in: folder.path + "/my.cnf")
      #expect(printed == Array("--user=root\n--password=".utf8) + password + [0x0A])
    }
  }

  /// Lines that people and chance write, read by both.
  @Test func `a value is read as my_print_defaults reads it`() throws {
    var arbitrary = ArbitraryBytes(seed: 1995)
    let texts = [
      "a b", "\"a", "'a\"'", "\"a\" \"b\"", "a\\sb\\qc\\", "\"a\\\"", "a # b", "\"a#b\" # c",
      "a\\#b", "'a\\'b#c'", "a\"#b\"c", ";x", "", "''", "\"", "'", "\"'", "a=b", "\\\\", "\\",
      "\t x\u{B}\u{C}\r", "\\b\\n\\t\\r\\\"\\'", "\"\"\"", "'\\\\'", "\"a\\\\\"#x",
    ]
    let values =
      texts.map { Array($0.utf8) } + [[0xA0, 0x61, 0xA0], [0x22, 0xA0, 0x22]]
      + arbitrary.strings(300, upTo: 16, without: [0, 0x0A])
    var text: [UInt8] = []
    for (number, value) in values.enumerated() {
      text += Array("[g\(number)]\n\u{B}user \u{C}= ".utf8) + value + [0x0A]
    }
    var folder = try TemporaryFolder()
    try folder.write(text, to: "my.cnf")
    let format = try #require(FormatName.mycnf.loginFile)
    let entries = try format.entries(in: text.span, FormatOptions())
    #expect(entries.count == values.count)
    for (number, entry) in entries.enumerated() {
      let printed = try printed("g\(number)", in: folder.path + "/my.cnf")
      let isSame = printed == Array("--user=".utf8) + (entry.account?.bytes ?? []) + [0x0A]
      #expect(isSame, "\(values[number]): \(printed), \(entry.account?.bytes ?? [])")
    }
  }

  @Test func `a group is found in either case, and in parts`() throws {
    let text = "[Client ]\nuser=a\n[d]\nuser=no\n[ client]\nuser=no\n[CLIENT] # x\npassword=b\n"
    var folder = try TemporaryFolder()
    try folder.write(Array(text.utf8), to: "my.cnf")
    #expect(
      try printed("client", in: folder.path + "/my.cnf") == Array("--user=a\n--password=b\n".utf8))
    let format = try #require(FormatName.mycnf.loginFile)
    let entries = try format.entries(in: Array(text.utf8).span, FormatOptions())
    #expect(entries.map(\.service.name) == ["client", "d"])
  }

  @Test(arguments: ["user=x\n[c]\n", "[c]\n[d\n"])
  func `what is refused, my_print_defaults refuses`(text: String) throws {
    var folder = try TemporaryFolder()
    try folder.write(Array(text.utf8), to: "my.cnf")
    let result = try RunningProgram.run(
      try judge("my_print_defaults"), ["--defaults-file=\(folder.path)/my.cnf", "c"])
    #expect(result.status != 0)
    let format = try #require(FormatName.mycnf.loginFile)
    #expect(throws: LoginFileError.self) {
      try format.entries(in: Array(text.utf8).span, FormatOptions())
    }
  }

  /// mysqldump and mysqladmin tell the account that they would use.
  @Test(.judges("mysqladmin"), arguments: ["us=x", "USER=x", "loose_user=x", "use=y\nUser=x"])
  func `a program takes the account under the names that it is read under`(lines: String) throws {
    var folder = try TemporaryFolder()
    let text = Array("[client]\n\(lines)\n".utf8)
    try folder.write(text, to: "my.cnf")
    let result = try RunningProgram.run(
      try judge("mysqladmin"), ["--defaults-file=\(folder.path)/my.cnf", "--help"])
    let user = String(decoding: result.output, as: UTF8.self).lines.first { $0.hasPrefix("user ") }
    #expect(user?.split(separator: " ") == ["user", "x"])
    let format = try #require(FormatName.mycnf.loginFile)
    #expect(try format.entries(in: text.span, FormatOptions()).map(\.account) == ["x"])
  }
}

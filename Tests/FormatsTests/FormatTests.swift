// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct FormatTests {
  @Test func `the formats are known by these names`() {
    #expect(
      FormatName.allCases.map(\.rawValue) == [
        "lines", "nul", "json", "sh", "userpass", "curl", "netrc", "pgpass", "mycnf",
        "git-credentials", "git", "htpasswd", "cifs", "systemd-env", "docker-env", "dotenv", "aws",
        "kubernetes",
      ])
    #expect(
      FormatName.allCases.filter(\.hasVariableNames) == [.sh, .systemdEnv, .dockerEnv, .dotenv])
  }

  @Test(arguments: FormatName.allCases)
  func `a format calls itself by its name`(name: FormatName) {
    #expect(name.format.name == name)
  }

  @Test(arguments: FormatName.allCases)
  func `a plain login is welcome before and after the questions`(name: FormatName) throws {
    try name.format.check(LoginOutline(parts: [.account, .password], known: [.account: "alice"]))
    let text = try name.format.encode(
      try Self.login(for: name, account: "alice", password: Array("pw".utf8)))
    #expect(text.count > 7)
  }

  @Test(arguments: FormatName.allCases)
  func `the text takes no more memory than it needs, or one byte more`(name: FormatName) throws {
    let length = min(5000, Self.longestPassword(of: name))
    for endsWithNewline in [true, false] {
      let text = try name.format.encode(
        try Self.login(
          for: name, account: "al\"ice", password: [UInt8](repeating: 0x27, count: length)),
        FormatOptions(endsWithNewline: endsWithNewline))
      #expect(text.capacity - text.count <= 1)
    }
  }

  @Test(arguments: FormatName.allCases)
  func `a known value is examined before the first question as it is after the last`(
    name: FormatName
  ) throws {
    for value in allStrings(over: [0x00, 0x0A, 0x20, 0x3A, 0x61, 0xFF], lengths: 0...2) {
      let outline = LoginOutline(
        parts: [.account, .password], known: [.account: ByteString(value)])
      let credential = try Self.login(
        for: name, account: ByteString(value), password: [0x70])
      let beforehand = error { () throws(FormatError) in try name.format.check(outline) }
      let afterwards = error { () throws(FormatError) in try name.format.bytes(credential) }
      try #require(beforehand == afterwards)
    }
  }

  /// A login with a service that the format can name.
  private static func login(
    for name: FormatName, account: ByteString, password: [UInt8]
  ) throws -> Credential {
    let service: ByteString = name == .mycnf || name == .pgpass ? "db" : "https://h.example"
    return try TestSupport.login(service: service, account: account, password: password)
  }

  /// Of bytes that are written as they are.
  private static func longestPassword(of name: FormatName) -> Int {
    switch name {
    case .htpasswd: 72
    case .mycnf: 4094 - 13
    case .cifs: 512
    case .dockerEnv: 65_535 - 17
    case .netrc: 4000
    default: .max
    }
  }

  private func error(_ body: () throws(FormatError) -> Void) -> FormatError? {
    do throws(FormatError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: FormatName.allCases)
  func `a value of 65,535 bytes is carried or refused for its length`(name: FormatName) throws {
    for byte in [0x22, 0x27, 0x61] as [UInt8] {
      let value = [UInt8](repeating: byte, count: 65_535)
      let credential = try Self.login(for: name, account: "a", password: value)
      let limit: Int? =
        switch name {
        case .curl: byte == 0x22 ? 102_398 : nil
        case .netrc: 4094
        case .git: 65_534
        default: nil
        }
      if let limit {
        #expect(throws: FormatError.tooLong(limit: limit, for: name)) {
          try name.format.bytes(credential)
        }
      } else if Self.longestPassword(of: name) < value.count {
        #expect(throws: FormatError.self) {
          try name.format.bytes(credential)
        }
      } else {
        #expect(try name.format.encode(credential).count >= 65_535)
      }
    }
  }

  @Test(
    arguments: [
      (.byte(0x09), "a tab (TAB) in the account"),
      (.byte(0x23), "a '#' in the account"),
      (.byte(0x80), "byte 0x80 in the account"),
      (.byte(0x01), "byte 0x01 in the account"),
      (.last(0x0D), "a carriage return (CR) at the end of the account"),
      (.notUTF8(0xC3), "byte 0xC3 (not UTF-8) in the account"),
      (.empty, "an empty value as the account"),
      (.longerThan(72), "more than 72 bytes in the account"),
    ] as [(Refusal, String)])
  func `a refused byte has a name`(refusal: Refusal, expected: String) {
    let error = FormatError.refused(refusal, of: .account, by: .nul)
    #expect(error.message == "format 'nul' cannot carry " + expected)
  }

  @Test func `want of memory is said`() {
    #expect(FormatError.noMemory.message == "cannot get secure memory for the output")
    #expect(FormatError.noMemory.hint == nil)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct SecretCopiesTests {
  @Test(.enabled(if: MemorySearch.isPossible, "the process may not read its own memory"))
  func `no copy of a password or a field stays in memory once the text is gone`() throws {
    // Letters, so that every format writes them as they are.
    let password = try letters(48)
    let field = try letters(48)
    #expect(MemorySearch.copies(of: password) == 0)
    for name in FormatName.allCases {
      var credential = Credential(account: "alice", password: try copy(of: password))
      credential.service = Service(
        name == .mycnf || name == .pgpass ? "db" : "https://h.example")
      if name.format.places.takesFields {
        let place =
          switch name {
          case .cifs: "domain"
          case .aws: "session_token"
          default: "otp"
          }
        credential.fields.append(
          Credential.Field(
            name: try #require(FieldName(place)), value: try copy(of: field), isSecret: true))
      }
      do {
        let text = try name.format.encode(credential)
        // The login and its text: what is looked for can be found.
        #expect(MemorySearch.copies(of: password) == (name == .htpasswd ? 1 : 2))
        #expect(text.count > 48)
      }
      credential = Credential()
      #expect(MemorySearch.copies(of: password) == 0, "\(name)")
      #expect(MemorySearch.copies(of: field) == 0, "\(name)")
    }
  }

  @Test(
    .enabled(if: MemorySearch.isPossible, "the process may not read its own memory"),
    arguments: [FormatName.netrc, .gitCredentials])
  func `no copy of a password stays in memory once a file has been read, changed and read again`(
    name: FormatName
  ) throws {
    let format = try #require(name.loginFile)
    let password = try letters(48)
    let service = try #require(Service("https://h.example"))
    let spelling = try format.spelling(of: service)
    let options = FormatOptions()
    do {
      var credential = Credential(account: "alice", password: try copy(of: password))
      credential.service = service
      let text = try format.text(
        saving: credential, of: spelling, in: Array("# c\n".utf8).span, options)
      let entry = try text.withBytes { try format.entries(in: $0, options).first }
      let read = try text.withBytes { bytes in
        try format.credential(of: #require(entry), in: bytes, options)
      }
      let again = try text.withBytes { bytes in
        try format.text(saving: credential, of: spelling, in: bytes, options)
      }
      // Both logins and both texts.
      #expect(MemorySearch.copies(of: password) == 4)
      #expect(read.account == "alice")
      #expect(again.count == text.count)
      let rest = try text.withBytes { bytes in
        try format.text(erasing: #require(entry), in: bytes, options)
      }
      #expect(rest.count == 4)
    }
    #expect(MemorySearch.copies(of: password) == 0)
  }

  @Test(.enabled(if: MemorySearch.isPossible, "the process may not read its own memory"))
  func `no copy of a password stays in memory once a file of one login has been changed and read`()
    throws
  {
    let password = try letters(48)
    for name in SingleLoginFileTests.formats {
      let format = try #require(name.loginFile)
      let old = Array("a=1\n# old\n".utf8)
      do {
        let credential = Credential(account: "alice", password: try copy(of: password))
        let text = try format.text(
          saving: credential, of: .unnamed, in: old.span, FormatOptions())
        #expect(MemorySearch.copies(of: password) == 2, "\(name)")
        let count = try text.withBytes { bytes in
          let entry = try #require(try format.entries(in: bytes, FormatOptions()).first)
          let read = try format.credential(of: entry, in: bytes, FormatOptions())
          #expect(MemorySearch.copies(of: password) == 3, "\(name)")
          let erased = try format.text(erasing: entry, in: bytes, FormatOptions())
          return erased.count + (read.account?.bytes.count ?? 0)
        }
        #expect(count == old.count + 5)
      }
      #expect(MemorySearch.copies(of: password) == 0, "\(name)")
    }
  }

  private func letters(_ count: Int) throws -> Secret {
    var secret = try Secret(capacity: count)
    for _ in 0..<count { try secret.append(UInt8.random(in: 0x61...0x7A)) }
    return secret
  }

  private func copy(of secret: borrowing Secret) throws -> Secret {
    var copy = try Secret(capacity: secret.count)
    try copy.append(secret)
    return copy
  }
}

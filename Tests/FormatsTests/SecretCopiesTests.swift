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

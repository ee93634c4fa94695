// SPDX-License-Identifier: MIT

import Credentials
import Posix
import Testing

@Suite struct SecretTests {
  private func bytes(_ secret: borrowing Secret) -> [UInt8] {
    secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }

  @Test func `what is appended comes back, also when it grows`() throws {
    var secret = try Secret(capacity: 3)
    for index in 0..<70_000 { try secret.append(UInt8(truncatingIfNeeded: index)) }
    #expect(secret.count == 70_000)
    #expect(bytes(secret) == (0..<70_000).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test func `a shortened secret holds nothing of what was cut off`() throws {
    var secret = try Secret(copying: Array("correct horse".utf8))
    secret.truncate(to: 7)
    #expect(bytes(secret) == Array("correct".utf8))
    // The room that is free again has been wiped.
    try secret.append { (output) throws(Errno) in
      while !output.isFull { output.append(0x21) }
      output.removeLast(output.count)
    }
    #expect(secret.count == 7)
  }

  @Test func `only the same bytes are equal`() throws {
    let secret = try Secret(copying: Array("secret".utf8))
    #expect(try secret.isEqual(to: Secret(copying: Array("secret".utf8))))
    #expect(try !secret.isEqual(to: Secret(copying: Array("secreT".utf8))))
    #expect(try !secret.isEqual(to: Secret(copying: Array("secret ".utf8))))
    #expect(try Secret().isEqual(to: Secret(copying: [])))
  }
}

@Suite struct FieldNameTests {
  @Test(arguments: ["domain", "a", "otp_2", "x9"])
  func `a word is a name`(_ text: String) {
    #expect(FieldName(text)?.text == text)
  }

  @Test(arguments: [
    "", "9a", "_a", "A", "a-b", "a b", "é", "account", "password", "service", "username", "expires",
    "backend", "store", "identity", "timeout",
  ])
  func `anything else is none`(_ text: String) {
    #expect(FieldName(text) == nil)
  }
}

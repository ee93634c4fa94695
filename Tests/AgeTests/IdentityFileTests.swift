// SPDX-License-Identifier: MIT

import Age
import Credentials
import Testing

@Suite struct IdentityFileTests {
  private let other = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
  private let othersRecipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"

  private func recipients(_ text: String) throws -> [String] {
    let identities = try IdentityFile.identities(in: Secret(text))
    return identities.indices.map { identities[$0].recipient.text }
  }

  private func error(_ text: String) throws -> AgeError? {
    let secret = try Secret(text)
    return failure { () throws(AgeError) in try IdentityFile.identities(in: secret) }
  }

  @Test func `identities among comments and empty lines`() throws {
    #expect(try recipients(sampleIdentity) == [sampleRecipient])
    #expect(try recipients("# mine\n\n\(sampleIdentity)\n") == [sampleRecipient])
    #expect(
      try recipients("#\r\n\(other)\r\n\r\n\(sampleIdentity)\r\n#")
        == [othersRecipient, sampleRecipient])
  }

  @Test func `a line that is none is told by its number`() throws {
    #expect(try error("# mine\n\(sampleIdentity)\nhello\n") == .malformedIdentity(line: 3))
    #expect(try error(" \(sampleIdentity)\n") == .malformedIdentity(line: 1))
    #expect(try error("\n\n\(sampleRecipient)") == .malformedIdentity(line: 3))
  }

  @Test func `types that are not supported are named`() throws {
    #expect(
      try error("\(sampleIdentity)\n\(hybridIdentity)\n")
        == .unsupportedIdentity("AGE-SECRET-KEY-PQ-"))
    #expect(
      try error("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n")
        == .unsupportedIdentity("PRIVATE KEY"))
  }

  @Test(arguments: ["", "\n", "# nothing\n"])
  func `none at all is an error`(text: String) throws {
    #expect(try error(text) == .noIdentities)
  }

  @Test func `the text is written as age-keygen writes it`() throws {
    let identity = try AgeIdentity(parsing: Secret(sampleIdentity))
    let text = try IdentityFile.text(of: identity, created: "2024-02-29T12:00:00Z")
    #expect(
      text.text == """
        # created: 2024-02-29T12:00:00Z
        # public key: \(sampleRecipient)
        \(sampleIdentity)

        """)
    #expect(try recipients(text.text) == [sampleRecipient])
    let bare = try IdentityFile.text(of: identity, created: nil)
    #expect(bare.text == "# public key: \(sampleRecipient)\n\(sampleIdentity)\n")
  }

  @Test func `a text under a passphrase`() throws {
    let identity = try AgeIdentity.generate()
    let passphrase = try Secret("correct horse")
    let file = try AgeFile.encrypt(
      IdentityFile.text(of: identity, created: nil), passphrase: passphrase, workFactor: 10)
    let identities = try IdentityFile.identities(in: file.span, passphrase: passphrase)
    #expect(identities.count == 1)
    #expect(identities[0].recipient == identity.recipient)
  }
}

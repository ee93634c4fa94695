// SPDX-License-Identifier: MIT

import Age
import Credentials
import Testing

@Suite struct AgeIdentityTests {
  private func error(_ text: String) throws -> AgeError? {
    let secret = try Secret(text)
    return failure { () throws(AgeError) in try AgeIdentity(parsing: secret) }
  }

  @Test func `the text and the recipient that belong to it`() throws {
    let identity = try AgeIdentity(parsing: Secret(sampleIdentity))
    #expect(try identity.encoded().text == sampleIdentity)
    #expect(identity.recipient.text == sampleRecipient)
  }

  @Test func `a generated one comes back from its text`() throws {
    let identity = try AgeIdentity.generate()
    let text = try identity.encoded()
    #expect(text.count == 74)
    let again = try AgeIdentity(parsing: text)
    #expect(again.recipient == identity.recipient)
    #expect(try again.encoded().isEqual(to: text))
    let other = try AgeIdentity.generate()
    #expect(other.recipient != identity.recipient)
  }

  @Test func `types that are not supported are named`() throws {
    #expect(try error(hybridIdentity) == .unsupportedIdentity("AGE-SECRET-KEY-PQ-"))
    #expect(
      try error("AGE-PLUGIN-YUBIKEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUTPCL7V")
        == .unsupportedIdentity("AGE-PLUGIN-YUBIKEY-"))
  }

  @Test(arguments: [
    "", "1", "AGE-SECRET-KEY-1", sampleIdentity + " ", sampleIdentity + "\n",
    sampleIdentity.lowercased(), String(sampleIdentity.dropLast()), sampleRecipient,
    "AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUKTJDXU",
  ])
  func `what is none is refused, and not shown`(text: String) throws {
    #expect(try error(text) == .malformedIdentity(line: nil))
  }
}

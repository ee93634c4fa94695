// SPDX-License-Identifier: MIT

import Age
import Posix
import Testing

@Suite struct AgeRecipientTests {
  private func parse(_ text: String) -> Result<AgeRecipient, AgeError> {
    Result { () throws(AgeError) in try AgeRecipient(parsing: ByteString(text)) }
  }

  @Test func `the text comes back`() throws {
    for text in [
      sampleRecipient, "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj",
    ] {
      #expect(try parse(text).get().text == text)
    }
  }

  @Test(arguments: [
    (
      "age1tag1qt8lw0ual6avlwmwatk888yqnmdamm7xfd0wak53ut6elz5c4swx2yqdj4e",
      AgeError.unsupportedRecipient("age1tag")
    ),
    ("age1pq1qqqsyqcyq5rqwzqfpg9scrgwpue8k23p", .unsupportedRecipient("age1pq")),
    ("age1yubikey1qqqsyqcyq5rqwzqfpg9scrgwpu7h6m77", .unsupportedRecipient("age1yubikey")),
    (
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGPOfsfTLvLF9AIeMTAaDvnG6OPfdHS7Jj0H0zNdBOpg a@b",
      .unsupportedRecipient("ssh-ed25519")
    ),
    ("ssh-rsa AAAA", .unsupportedRecipient("ssh-rsa")),
    ("sk-ssh-ed25519@openssh.com AAAA", .unsupportedRecipient("sk-ssh-ed25519@openssh.com")),
  ])
  func `types that are not supported are named`(text: String, error: AgeError) {
    #expect(parse(text) == .failure(error))
  }

  @Test(arguments: [
    "", "age1", "age1xmwwc06ly3ee5rytxm9mflaz2u56jjj36s0mypdrwsvlul66mv4q47ryee",
    "age1xmwwc06ly3ee5rytxm9mflaz2u56jjj36s0mypdrwsvlul66mv4q47ryef ",
    "AGE1XMWWC06LY3EE5RYTXM9MFLAZ2U56JJJ36S0MYPDRWSVLUL66MV4Q47RYEF",
    "age1qqqsyqcyq5rqwzqfpg9scrgwpunevqvv", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "correct horse",
  ])
  func `what is none is refused, and shown only where it starts as one`(text: String) {
    let shown = text.hasPrefix("age1") ? text : nil
    #expect(parse(text) == .failure(.malformedRecipient(shown)))
  }

  @Test(arguments: [
    sampleIdentity, sampleIdentity.lowercased(), hybridIdentity, "AGE-PLUGIN-YUBIKEY-1QQQQ",
    "AGE-SECRET-KEY-1MISTYPED",
  ])
  func `an identity in the place of a recipient gets into no message`(text: String) throws {
    let error = try #require(failure { () throws(AgeError) in try parse(text).get() })
    #expect(error == .identityAsRecipient)
    #expect(!error.message.contains("1"))
  }
}

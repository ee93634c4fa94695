// SPDX-License-Identifier: MIT

import Age
import Credentials
import Testing

@Suite struct AgeErrorTests {
  @Test(arguments: [
    (AgeError.notAge, "not an age file"),
    (.unsupportedVersion("v2"), "unsupported version of the age format 'v2'"),
    (.damagedHeader(.base64), "damaged header: base64 that is not canonical"),
    (.damagedArmor(.cutShort), "damaged armor: no last line"),
    (.headerTooLong, "the header is longer than 65536 bytes"),
    (.wrongHeaderCode, "the header has been changed: its authentication code is wrong"),
    (.damagedPayload, "the content is damaged or cut short"),
    (
      .noMatch(types: ["ssh-ed25519", "X25519", "ssh-ed25519"]),
      "no identity matches; it is encrypted to ssh-ed25519, X25519"
    ),
    (
      .noMatch(types: (1...10).map { "t\($0)" }),
      "no identity matches; it is encrypted to t1, t2, t3, t4, t5, t6, t7, t8 and 2 more"
    ),
    (
      .noMatch(types: [String(repeating: "x", count: 100)]),
      "no identity matches; it is encrypted to \(String(repeating: "x", count: 63))…"
    ),
    (
      .notForPassphrase(types: ["X25519"]),
      "it is not encrypted with a passphrase, but to X25519"
    ),
    (.wrongPassphrase, "wrong passphrase"),
    (
      .workFactorTooHigh("21"),
      "the passphrase's work factor is too high: 21, and at most 20 is accepted"
    ),
    (
      .noMemoryForPassphrase(workFactor: 18),
      "cannot get the 256 MiB of memory that the passphrase's work factor of 18 takes"
    ),
    (.unsupportedRecipient("age1pq"), "unsupported recipient type 'age1pq'"),
    (.unsupportedIdentity("AGE-SECRET-KEY-PQ-"), "unsupported identity type 'AGE-SECRET-KEY-PQ-'"),
    (.malformedRecipient("age1x"), "malformed recipient 'age1x'"),
    (.malformedRecipient(nil), "malformed recipient"),
    (.identityAsRecipient, "an identity, which is secret, in the place of a recipient"),
    (.malformedIdentity(line: 3), "malformed identity in line 3"),
    (.malformedIdentity(line: nil), "malformed identity"),
    (.noRecipients, "no recipients"),
    (.noIdentities, "no identity in it"),
    (.memory(.noMemory(bytes: 32)), "cannot get 32 bytes of secure memory"),
  ])
  func `its wording`(error: AgeError, message: String) {
    #expect(error.message == message)
  }
}

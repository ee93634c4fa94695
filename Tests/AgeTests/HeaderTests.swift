// SPDX-License-Identifier: MIT

import Credentials
import Testing

@testable import Age

/// Beside the public vectors, which cover the grammar.
@Suite struct HeaderTests {
  private func error(_ text: String) -> AgeError? {
    let bytes = [UInt8](text.utf8)
    return failure { () throws(AgeError) in try Header(startOf: bytes.span) }
  }

  private let code = "--- HK2NmOBN9Dpq0Gw6xMCuhFcQlQLvZ/wQUi/2scLG75s\n"

  @Test func `each fault has its word`() {
    let start = "age-encryption.org/v1\n"
    #expect(error("age-encryption.org/v1") == .damagedHeader(.cutShort))
    #expect(error("age-encryption.org/\n") == .damagedHeader(.version))
    #expect(error("age-encryption.org/v1\r\n") == .damagedHeader(.version))
    #expect(error("age-encryption.org/v2\n") == .unsupportedVersion("v2"))
    #expect(error(start) == .damagedHeader(.cutShort))
    #expect(error(start + code) == .damagedHeader(.noStanza))
    #expect(error(start + "\n" + code) == .damagedHeader(.line))
    #expect(error(start + "->\n\n" + code) == .damagedHeader(.line))
    #expect(error(start + "-> \n\n" + code) == .damagedHeader(.argument))
    #expect(error(start + "-> a  b\n\n" + code) == .damagedHeader(.argument))
    #expect(error(start + "-> é\n\n" + code) == .damagedHeader(.argument))
    #expect(error(start + "-> a\nZh\n" + code) == .damagedHeader(.base64))
    let line = String(repeating: "A", count: 65)
    #expect(error(start + "-> a\n\(line)\n" + code) == .damagedHeader(.longLine))
    #expect(error(start + "-> a\n\n--- HK2N\n") == .damagedHeader(.authenticationCode))
    #expect(error(start + "-> a\n\n---\n") == .damagedHeader(.authenticationCode))
    #expect(error(start + "-> X25519 AAAA\n\n" + code) == .damagedHeader(.x25519))
    #expect(error(start + "-> scrypt AAAA 1\n\n" + code) == .damagedHeader(.scrypt))
    #expect(error(start + "-> a\n\n" + code) == nil)
  }

  @Test func `a header is read up to 65536 bytes and no further`() throws {
    let start = "age-encryption.org/v1\n-> "
    let rest = 65_536 - start.utf8.count - 2 - code.utf8.count
    let longest = start + String(repeating: "a", count: rest) + "\n\n" + code
    #expect(longest.utf8.count == 65_536)
    #expect(error(longest) == nil)
    #expect(
      error(start + String(repeating: "a", count: rest + 1) + "\n\n" + code) == .headerTooLong)
    // Also where it never ends.
    #expect(error(start + String(repeating: "a", count: 100_000)) == .headerTooLong)
    let stanzas = String(repeating: "-> a\n\n", count: 100_000)
    #expect(error("age-encryption.org/v1\n" + stanzas) == .headerTooLong)
  }

  @Test func `as many recipients are written as are read`() throws {
    let identity = try AgeIdentity.generate()
    // 22 bytes, 98 for each recipient, and 48.
    let most = (65_536 - 22 - 48) / 98
    #expect(most == 668)
    let content = try Secret("x")
    let file = try AgeFile.encrypt(
      content, to: [AgeRecipient](repeating: identity.recipient, count: most))
    #expect(try decrypt(file, with: identity).text == "x")
    let tooMany = [AgeRecipient](repeating: identity.recipient, count: most + 1)
    let error = failure { () throws(AgeError) in try AgeFile.encrypt(content, to: tooMany) }
    #expect(error == .headerTooLong)
  }

  @Test func `the work factor is 18 in what is written, and 20 at most in what is read`() throws {
    let passphrase = try Secret("correct horse")
    let file = try AgeFile.encrypt(Secret("x"), passphrase: passphrase)
    guard case .scrypt(let stanza) = try Header(startOf: file.span).stanzas.first else {
      Issue.record("no scrypt stanza")
      return
    }
    #expect(stanza.workFactor == "18")
    for factor in ["21", "64", "99999999999999999999999999999999"] {
      let text = String(decoding: file.prefix(120), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let changed =
        lines[0] + "\n" + lines[1].dropLast(2) + factor + "\n" + lines[2] + "\n" + code
        + String(repeating: "x", count: 32)
      let file = [UInt8](changed.utf8)
      let error = failure { () throws(AgeError) in
        try decrypt(file, passphrase: passphrase)
      }
      #expect(error == .workFactorTooHigh(factor))
    }
  }
}

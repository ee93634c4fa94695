// SPDX-License-Identifier: MIT

import Credentials
import Posix
import Testing

@testable import Age

@Suite(
  .enabled(if: !Vector.names.isEmpty, "../shared/age-vectors is absent"),
  .enabled(if: Program("python3") != nil, "python3 is absent, which inflates the vectors"))
struct VectorTests {
  @Test func `all vectors are there`() {
    #expect(Vector.hybridNames.count == 19)
    #expect(Vector.otherNames.count == 124)
  }

  @Test(arguments: Vector.otherNames)
  func `a vector has the outcome that it states`(name: String) throws {
    let vector = try Vector(name)
    let file = vector.file
    for text in vector.identities {
      let identity = try AgeIdentity(parsing: Secret(text))
      try check(vector) { () throws(AgeError) in try decrypt(file, with: identity) }
    }
    for text in vector.passphrases {
      let passphrase = try Secret(text)
      try check(vector) { () throws(AgeError) in
        try decrypt(file, passphrase: passphrase)
      }
    }
    if vector.identities.isEmpty && vector.passphrases.isEmpty {
      let identity = try AgeIdentity.generate()
      try check(vector) { () throws(AgeError) in try decrypt(file, with: identity) }
    }
    if vector.expectation == .armorFailure {
      let error = failure { () throws(AgeError) in try Armor.decode(file.span) }
      guard case .damagedArmor = error else {
        Issue.record("not refused as armor, but \(String(describing: error))")
        return
      }
    }
  }

  @Test(arguments: Vector.hybridNames)
  func `a hybrid vector's identity and file are refused by name`(name: String) throws {
    let vector = try Vector(name)
    let text = try #require(vector.identities.last)
    let secret = try Secret(text)
    let unsupported = failure { () throws(AgeError) in try AgeIdentity(parsing: secret) }
    #expect(unsupported == .unsupportedIdentity("AGE-SECRET-KEY-PQ-"))

    let identity = try AgeIdentity(parsing: Secret(sampleIdentity))
    let error = failure { () throws(AgeError) in try decrypt(vector.file, with: identity) }
    switch name {
    case "hybrid_not_canonical_body": #expect(error == .damagedHeader(.base64))
    case "hybrid_x25519_arg": #expect(error == .damagedHeader(.x25519))
    case "hybrid_uppercase": #expect(error == .noMatch(types: ["MLKEM768X25519"]))
    case "hybrid_and_x25519": #expect(error == .noMatch(types: ["X25519", "mlkem768x25519"]))
    case "hybrid_grease":
      #expect(error == .noMatch(types: ["grease", "mlkem768x25519", "grease"]))
    case "hybrid_multiple_recipients":
      #expect(error == .noMatch(types: ["mlkem768x25519", "mlkem768x25519"]))
    default: #expect(error == .noMatch(types: ["mlkem768x25519"]))
    }
  }

  /// Compares what `decrypt` comes to with what the vector expects. Where it fails nothing has been
  /// given out, since it returns nothing before the end.
  private func check(
    _ vector: Vector, _ decrypt: () throws(AgeError) -> [UInt8]
  ) throws {
    switch Result(catching: decrypt) {
    case .success(let content):
      #expect(vector.expectation == .success)
      #expect(try sha256(content) == vector.payload)
    case .failure(let error):
      #expect(expectations(of: error).contains(vector.expectation), "\(error)")
    }
  }

  private func expectations(of error: AgeError) -> Set<Vector.Expectation> {
    switch error {
    // What does not start as armor is not tried as armor.
    case .notAge: [.headerFailure, .armorFailure]
    case .unsupportedVersion, .damagedHeader, .headerTooLong, .workFactorTooHigh: [.headerFailure]
    case .damagedArmor: [.armorFailure]
    case .wrongHeaderCode: [.codeFailure]
    case .damagedPayload: [.payloadFailure]
    case .noMatch, .notForPassphrase, .wrongPassphrase: [.noMatch]
    default: []
    }
  }

  private func sha256(_ content: [UInt8]) throws -> String {
    let folder = try Folder()
    let input = try folder.write(content, as: "content")
    let status = try Program("sha256sum")?.run([], input: input, output: folder.path(of: "sum"))
    #expect(status == 0)
    return String(decoding: try folder.read("sum").prefix(64), as: UTF8.self)
  }
}

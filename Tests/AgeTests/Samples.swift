// SPDX-License-Identifier: MIT

import Age
import Credentials

extension Secret {
  /// Of a text that everybody may know.
  init(_ text: String) throws {
    try self.init(copying: text.utf8)
  }

  /// A copy for comparisons.
  var array: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }

  var text: String { String(decoding: array, as: UTF8.self) }
}

extension [UInt8] {
  var text: String { String(decoding: self, as: UTF8.self) }
}

/// Numbers that are the same in every run (SplitMix64).
struct FixedRandom: RandomNumberGenerator {
  var seed: UInt64

  mutating func next() -> UInt64 {
    seed &+= 0x9E37_79B9_7F4A_7C15
    var mixed = seed
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// The error that `body` ends with, nil where it ends without one.
func failure<Value: ~Copyable>(of body: () throws(AgeError) -> Value) -> AgeError? {
  do throws(AgeError) {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

/// What `file` holds, as a copy for comparisons.
func decrypt(_ file: [UInt8], with identity: borrowing AgeIdentity) throws(AgeError) -> [UInt8] {
  try AgeFile.decrypt(file.span, with: identity).array
}

func decrypt(
  _ file: [UInt8], with identities: borrowing UniqueList<AgeIdentity>
) throws(AgeError) -> [UInt8] {
  try AgeFile.decrypt(file.span, with: identities).array
}

func decrypt(_ file: [UInt8], passphrase: borrowing Secret) throws(AgeError) -> [UInt8] {
  try AgeFile.decrypt(file.span, passphrase: passphrase).array
}

/// An identity of the public test vectors, and its recipient.
let sampleIdentity = "AGE-SECRET-KEY-1EGTZVFFV20835NWYV6270LXYVK2VKNX2MMDKWYKLMGR48UAWX40Q2P2LM0"
let sampleRecipient = "age1xmwwc06ly3ee5rytxm9mflaz2u56jjj36s0mypdrwsvlul66mv4q47ryef"
/// A hybrid identity of the public test vectors.
let hybridIdentity =
  "AGE-SECRET-KEY-PQ-1HZLGZUPT4ETPKDEV8HSGFDCYZ4E522W0A7PU2LHT8EH9W6YLNC3SW78XKG"

// SPDX-License-Identifier: MIT

package import Credentials

/// A text of identities, as `age-keygen` writes it: one a line, empty lines, and comments after `#`.
package enum IdentityFile {
  /// The identities in `text`, one at least. Throws for what is none, with the number of its line.
  package static func identities(
    in text: borrowing Secret
  ) throws(AgeError) -> UniqueList<AgeIdentity> {
    try text.withBytes { (bytes) throws(AgeError) in
      var identities = UniqueList<AgeIdentity>()
      var (start, number) = (0, 0)
      while start < bytes.count {
        let end = (start..<bytes.count).first { bytes[$0] == UInt8(ascii: "\n") } ?? bytes.count
        number += 1
        let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
        let line = bytes.extracting(start..<(hasReturn ? end - 1 : end))
        start = end + 1
        if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
        if isPrivateKey(line) { throw .unsupportedIdentity("PRIVATE KEY") }
        do throws(AgeError) {
          identities.append(try AgeIdentity(parsing: line))
        } catch {
          throw error == .malformedIdentity(line: nil) ? .malformedIdentity(line: number) : error
        }
      }
      if identities.isEmpty { throw .noIdentities }
      return identities
    }
  }

  /// The identities in a text that has been encrypted with a passphrase, as by `age -p`.
  package static func identities(
    in file: Span<UInt8>, passphrase: borrowing Secret
  ) throws(AgeError) -> UniqueList<AgeIdentity> {
    try identities(in: AgeFile.decrypt(file, passphrase: passphrase))
  }

  /// The text of one identity. `created` is the time of its making, for people to read.
  package static func text(
    of identity: borrowing AgeIdentity, created: String?
  ) throws(AgeError) -> Secret {
    let encoded = try identity.encoded()
    return try holding { () throws(SecretError) in
      var text = try Secret(capacity: 256)
      if let created { try text.append("# created: \(created)\n") }
      try text.append("# public key: \(identity.recipient.text)\n")
      try text.append(encoded)
      try text.append("\n")
      return text
    }
  }

  /// Whether `line` is the first of a private key in PEM, such as one of OpenSSH.
  private static func isPrivateKey(_ line: Span<UInt8>) -> Bool {
    let start = [UInt8]("-----BEGIN ".utf8)
    return line.count > start.count && start.indices.allSatisfy { line[$0] == start[$0] }
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials

/// Where a format's text goes. Its writer is run twice, to count the bytes and to write them, so
/// that the text comes to lie in one piece of memory of just its size.
struct Output: ~Copyable {
  private var count = 0
  /// nil while the bytes are counted.
  private var secret: Secret?

  static func text(
    _ write: (inout Output) throws(FormatError) -> Void
  ) throws(FormatError) -> Secret {
    var output = Output()
    try write(&output)
    let size = output.count
    do throws(SecretError) {
      output.secret = try Secret(capacity: size)
    } catch {
      throw .noMemory
    }
    output.count = 0
    try write(&output)
    precondition(output.count == size, "the second writing differs from the first")
    guard let secret = output.secret else { preconditionFailure("no text") }
    return secret
  }

  mutating func put(_ byte: UInt8) throws(FormatError) {
    count += 1
    do throws(SecretError) {
      try secret?.append(byte)
    } catch {
      throw .noMemory
    }
  }

  mutating func put(_ bytes: Span<UInt8>) throws(FormatError) {
    count += bytes.count
    do throws(SecretError) {
      try secret?.append(bytes)
    } catch {
      throw .noMemory
    }
  }

  mutating func put(_ secret: borrowing Secret) throws(FormatError) {
    try secret.withBytes { (bytes) throws(FormatError) in try put(bytes) }
  }

  mutating func put(_ text: String) throws(FormatError) {
    for byte in text.utf8 { try put(byte) }
  }
}

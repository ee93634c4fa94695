// SPDX-License-Identifier: MIT

internal import Credentials
private import Primitives

/// The content of a file, in sealed chunks: the STREAM construction, where each chunk's nonce has its
/// number and says whether it is the last.
enum Payload {
  /// Of the random bytes that stand before the chunks.
  static let nonceSize = 16
  private static let chunkSize = 65_536
  private static let sealedChunkSize = chunkSize + ChaCha20Poly1305.overhead

  /// How many bytes the chunks of a content of `count` bytes have.
  static func sealedSize(of count: Int) -> Int {
    // Only an empty content has an empty chunk.
    let chunks = max(1, (count + chunkSize - 1) / chunkSize)
    return count + chunks * ChaCha20Poly1305.overhead
  }

  /// Appends the chunks of `content` to `output`, which has the room.
  static func seal(_ content: Span<UInt8>, key: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    var (start, number) = (0, UInt64(0))
    repeat {
      let end = min(start + chunkSize, content.count)
      let nonce = nonce(number, isLast: end == content.count)
      ChaCha20Poly1305.seal(content.extracting(start..<end), key: key, nonce: nonce, to: &output)
      start = end
      number += 1
    } while start < content.count
  }

  /// The whole content, once its last chunk has been found genuine.
  static func open(_ chunks: Span<UInt8>, key: Span<UInt8>) throws(AgeError) -> Secret {
    var content = try holding { () throws(SecretError) in try Secret(capacity: chunks.count) }
    var (start, number) = (0, UInt64(0))
    repeat {
      let end = min(start + sealedChunkSize, chunks.count)
      let nonce = nonce(number, isLast: end == chunks.count)
      let chunk = chunks.extracting(start..<end)
      let isEmpty = chunk.count <= ChaCha20Poly1305.overhead
      var isGenuine = false
      content.append { output in
        isGenuine = ChaCha20Poly1305.open(chunk, key: key, nonce: nonce, to: &output)
      }
      guard isGenuine, !isEmpty || number == 0 else { throw .damagedPayload }
      start = end
      number += 1
    } while start < chunks.count
    return content
  }

  private static func nonce(_ number: UInt64, isLast: Bool) -> [UInt8] {
    // The number has 11 bytes; files that need more than 8 of them do not exist.
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    return [0, 0, 0] + bytes + [isLast ? 1 : 0]
  }
}

// SPDX-License-Identifier: MIT

import Age
import Credentials
import Testing

/// A file that is not what its writer wrote is refused, and nothing of it is given out.
@Suite struct DamageTests: ~Copyable {
  private let identity: AgeIdentity
  private let recipients: [AgeRecipient]
  private let content = "a small content"

  init() throws {
    let identity = try AgeIdentity.generate()
    let other = try AgeIdentity.generate()
    self.recipients = [other.recipient, identity.recipient]
    self.identity = identity
  }

  private func isRefused(_ file: [UInt8]) -> Bool {
    return failure { () throws(AgeError) in try decrypt(file, with: identity) } != nil
  }

  /// The binary file, and the same in armor.
  private func files() throws -> [[UInt8]] {
    let file = try AgeFile.encrypt(Secret(content), to: recipients)
    let armored = armor(file)
    #expect(try decrypt(file, with: identity).text == content)
    #expect(try decrypt(armored, with: identity).text == content)
    return [file, armored]
  }

  @Test func `every changed bit`() throws {
    for file in try files() {
      for index in file.indices {
        for bit in 0..<8 {
          var changed = file
          changed[index] ^= 1 << bit
          #expect(isRefused(changed), "byte \(index), bit \(bit)")
        }
      }
    }
  }

  @Test func `every length but the whole`() throws {
    let files = try files()
    for length in files[0].indices { #expect(isRefused([UInt8](files[0][..<length]))) }
    // An armored file may lack its last line end.
    for length in files[1].indices.dropLast() {
      #expect(isRefused([UInt8](files[1][..<length])))
    }
  }

  @Test func `every missing, doubled or added byte`() throws {
    for (number, file) in try files().enumerated() {
      for index in file.indices {
        var (shorter, longer) = (file, file)
        shorter.remove(at: index)
        longer.insert(file[index], at: index)
        // White space at the end of an armored file counts for nothing.
        let isLineEnd = number == 1 && index == file.count - 1
        #expect(isRefused(shorter) == !isLineEnd, "byte \(index) missing")
        #expect(isRefused(longer) == !isLineEnd, "byte \(index) doubled")
      }
      #expect(isRefused(file + [0]))
    }
  }

  @Test func `random damage`() throws {
    var random = FixedRandom(seed: 1)
    let file = try AgeFile.encrypt(Secret(content), to: recipients)
    for _ in 0..<2000 {
      var changed = file
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: changed.indices, using: &random)
        let end = min(changed.count, index + Int.random(in: 0...20, using: &random))
        let count = Int.random(in: 0...20, using: &random)
        changed.replaceSubrange(index..<end, with: random.bytes(count))
        if changed.isEmpty { changed = [0] }
      }
      #expect(isRefused(changed) || changed == file)
    }
  }

  @Test func `chunks that change places, repeat or are missing`() throws {
    var random = FixedRandom(seed: 2)
    let content = try Secret(copying: random.bytes(3 * 65_536))
    let file = try AgeFile.encrypt(content, to: recipients)
    let size = 65_536 + 16
    let start = file.count - 3 * size
    let head = [UInt8](file[..<start])
    let chunks = (0..<3).map { [UInt8](file[(start + $0 * size)..<(start + ($0 + 1) * size)]) }
    for order in [[0, 1], [1, 2], [0, 2], [1, 0, 2], [0, 0, 1, 2], [0, 1, 2, 2], [2], []] {
      #expect(isRefused(head + order.flatMap { chunks[$0] }))
    }
    #expect(!isRefused(head + chunks.joined()))
  }

  @Test func `the head of one file on the chunks of another`() throws {
    let files = try (0..<2).map { _ in try AgeFile.encrypt(Secret(content), to: recipients) }
    let payload = 16 + content.utf8.count + 16
    let file = [UInt8](files[0].dropLast(payload) + files[1].suffix(payload))
    let error = failure { () throws(AgeError) in try decrypt(file, with: identity) }
    #expect(error == .damagedPayload)
  }
}

/// `file` as armor has it; askcred only reads it.
private func armor(_ file: [UInt8]) -> [UInt8] {
  let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text = [UInt8]()
  for start in stride(from: 0, to: file.count, by: 3) {
    let group = file[start..<min(start + 3, file.count)]
    let padded = group + [0, 0]
    let bits = padded.prefix(3).reduce(0) { $0 << 8 | Int($1) }
    let characters = (0..<4).map { alphabet[bits >> (18 - 6 * $0) & 63] }
    text += characters.prefix(group.count + 1)
    text += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count)
  }
  var armored = [UInt8]("-----BEGIN AGE ENCRYPTED FILE-----\n".utf8)
  for start in stride(from: 0, to: text.count, by: 64) {
    armored += text[start..<min(start + 64, text.count)] + [UInt8(ascii: "\n")]
  }
  return armored + "-----END AGE ENCRYPTED FILE-----\n".utf8
}

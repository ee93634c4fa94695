// SPDX-License-Identifier: MIT

import Testing

@testable import Age

/// Beside the public vectors, which cover the grammar.
@Suite struct ArmorTests {
  private func decode(_ text: String) -> Result<[UInt8], AgeError> {
    let bytes = [UInt8](text.utf8)
    return Result { () throws(AgeError) in try Armor.decode(bytes.span) }
  }

  private let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  private let end = "-----END AGE ENCRYPTED FILE-----"

  @Test func `lines end with LF or CRLF, the last with neither`() {
    let bytes = [UInt8]("hello, armor".utf8)
    #expect(decode("\(begin)\naGVsbG8sIGFybW9y\n\(end)\n") == .success(bytes))
    #expect(decode("\(begin)\r\naGVsbG8sIGFybW9y\r\n\(end)\r\n") == .success(bytes))
    #expect(decode("\(begin)\naGVsbG8sIGFybW9y\n\(end)") == .success(bytes))
    #expect(decode("\n \t\r\n\(begin)\naGVsbG8sIGFybW9y\n\(end)\n\n \t\r\n") == .success(bytes))
  }

  @Test func `each fault has its word`() {
    #expect(decode("") == .failure(.damagedArmor(.beginning)))
    #expect(decode("\(begin) \naGVs\n\(end)\n") == .failure(.damagedArmor(.beginning)))
    #expect(decode(begin) == .failure(.damagedArmor(.cutShort)))
    #expect(decode("\(begin)\naGVs\n") == .failure(.damagedArmor(.cutShort)))
    #expect(decode("\(begin)\naGVs\n\(end) \n") == .failure(.damagedArmor(.width)))
    #expect(decode("\(begin)\naGVs\naGVs\n\(end)\n") == .failure(.damagedArmor(.width)))
    #expect(decode("\(begin)\naGV\n\(end)\n") == .failure(.damagedArmor(.base64)))
    #expect(decode("\(begin)\naGVs\n\(end)\nx") == .failure(.damagedArmor(.trailing)))
    #expect(decode("\(begin)\naGVs\n\(end)\n\u{B}") == .failure(.damagedArmor(.trailing)))
  }
}

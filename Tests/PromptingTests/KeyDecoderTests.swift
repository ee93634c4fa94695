// SPDX-License-Identifier: MIT

import Testing

@testable import Prompting

@Suite struct KeyDecoderTests {
  /// The keys in `bytes`, and whether a sequence is still open at their end.
  private func keys(_ bytes: String) -> (keys: [Key], isPartial: Bool) {
    var decoder = KeyDecoder()
    let keys = bytes.utf8.compactMap { decoder.key(for: $0) }
    return (keys, decoder.isPartial)
  }

  @Test func `text and control characters come as they are`() {
    #expect(keys("a\t\r").keys == [.byte(0x61), .byte(0x09), .byte(0x0D)])
    #expect(keys("é").keys == [.byte(0xC3), .byte(0xA9)])
  }

  @Test(arguments: [
    ("\u{1B}[A", Key.up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OD", .left), ("\u{1B}[H", .home), ("\u{1B}OH", .home),
    ("\u{1B}[F", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home),
    ("\u{1B}[8~", .end), ("\u{1B}[3~", .delete), ("\u{1B}[1;5C", .wordRight),
    ("\u{1B}[1;3D", .wordLeft), ("\u{1B}b", .meta(0x62)), ("\u{1B}\u{7F}", .meta(0x7F)),
    ("\u{1B}[200~", .pasteStart), ("\u{1B}[201~", .pasteEnd),
    // Function keys of xterm, of the Linux console; mouse, cursor and colour reports.
    ("\u{1B}OP", .ignored), ("\u{1B}[15~", .ignored), ("\u{1B}[[A", .ignored),
    ("\u{1B}[1;2A", .ignored), ("\u{1B}[24;80R", .ignored), ("\u{1B}[?1;2c", .ignored),
    ("\u{1B}[<0;1;1M", .ignored), ("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\", .ignored),
    ("\u{1B}]11;rgb:0/0/0\u{7}", .ignored), ("\u{1B}P1+r\u{1B}\\", .ignored),
  ])
  func `a sequence is one key`(_ bytes: String, _ key: Key) {
    let found = keys(bytes)
    #expect(found.keys == [key])
    #expect(!found.isPartial)
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[20", "\u{1B}O", "\u{1B}]0;x", "\u{1B}[["])
  func `a sequence that is not whole gives no key yet`(_ bytes: String) {
    let found = keys(bytes)
    #expect(found.keys == [])
    #expect(found.isPartial)
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[", "\u{1B}[2", "\u{1B}O", "\u{1B}]0;x", "\u{1B}[["])
  func `Enter is never lost in a sequence that broke off`(_ bytes: String) {
    #expect(keys(bytes + "\r").keys.last == .byte(0x0D))
    #expect(!keys(bytes + "\r").isPartial)
  }

  @Test func `what follows a sequence that was given up is text`() {
    var decoder = KeyDecoder()
    #expect(decoder.key(for: 0x1B) == nil)
    decoder.giveUp()
    #expect(decoder.key(for: 0x5B) == .byte(0x5B))
  }

  @Test func `a sequence without end holds no more than a bounded state`() {
    var decoder = KeyDecoder()
    _ = decoder.key(for: 0x1B)
    _ = decoder.key(for: 0x5B)
    for _ in 0..<100_000 { #expect(decoder.key(for: 0x30) == nil) }
    #expect(decoder.key(for: 0x7E) == .ignored)
  }
}

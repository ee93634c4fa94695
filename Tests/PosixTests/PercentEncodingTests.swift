// SPDX-License-Identifier: MIT

import Posix
import Testing

@Suite struct PercentEncodingTests {
  @Test func `an escape is a percent sign and two digits in upper case`() {
    #expect(PercentEncoding.escape(0x2F) == Array("%2F".utf8))
    #expect(PercentEncoding.escape(0x00) == Array("%00".utf8))
    #expect(PercentEncoding.escape(0xFF) == Array("%FF".utf8))
  }

  @Test(arguments: [
    ("", ""), ("a", "a"), ("%41", "A"), ("%2f%2F", "//"), ("%25%32%35", "%25"), ("%C3%a9", "é"),
    ("a+b", "a+b"),
  ])
  func `escapes stand for bytes, and everything else for itself`(text: String, decoded: String) {
    #expect(PercentEncoding.decode(Array(text.utf8)) == Array(decoded.utf8))
  }

  @Test(arguments: ["%", "a%", "%4", "%4g", "%G4", "%%41", "% 41", "%+1"])
  func `a percent sign without two digits means nothing`(text: String) {
    #expect(PercentEncoding.decode(Array(text.utf8)) == nil)
  }

  @Test func `every byte comes back from its escape`() {
    for byte in UInt8.min...UInt8.max {
      #expect(PercentEncoding.decode(PercentEncoding.escape(byte)) == [byte])
    }
  }
}

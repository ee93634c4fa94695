// SPDX-License-Identifier: MIT

import Posix
import Testing

@Suite struct QuantityTests {
  @Test(arguments: [
    ("0", 0), ("45", 45), ("45s", 45), ("10m", 600), ("8h", 28_800), ("90d", 7_776_000),
    ("007m", 420), ("9223372036854775807", 9_223_372_036_854_775_807),
  ])
  func `a duration is a number of seconds or has a unit`(text: String, seconds: Int) {
    #expect(Duration(argument: ByteString(text)) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "s", "-1", "+1", "1.5h", "1 h", "1H", "1w", "1hh", "1h30m", "0x10", "١", " 1", "1\n",
    "9223372036854775808", "9223372036854775807m", "153722867280912931m",
  ])
  func `anything else is no duration`(text: String) {
    #expect(Duration(argument: ByteString(text)) == nil)
  }
}

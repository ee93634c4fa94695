// SPDX-License-Identifier: MIT

import Credentials
import Posix
import TestSupport
import Testing

@Suite struct ExpiryTests {
  /// Checked against `date -u -d`.
  private static let knownTimes = [
    ("1970-01-01T00:00:00Z", 0),
    ("1970-01-01T00:00:01Z", 1),
    ("1970-12-31T23:59:59Z", 31_535_999),
    ("1972-02-29T12:00:00Z", 68_212_800),
    ("1972-03-01T00:00:00Z", 68_256_000),
    ("1999-12-31T23:59:59Z", 946_684_799),
    ("2000-02-29T00:00:00Z", 951_782_400),
    ("2000-03-01T00:00:00Z", 951_868_800),
    ("2001-09-09T01:46:40Z", 1_000_000_000),
    ("2026-12-31T23:59:59Z", 1_798_761_599),
    ("2038-01-19T03:14:08Z", 2_147_483_648),
    ("2100-02-28T23:59:59Z", 4_107_542_399),
    ("2100-03-01T00:00:00Z", 4_107_542_400),
    ("2286-11-20T17:46:39Z", 9_999_999_999),
    ("2400-02-29T00:00:00Z", 13_574_563_200),
    ("9999-12-31T23:59:59Z", 253_402_300_799),
  ]

  @Test(arguments: knownTimes)
  func `a known time is read and written`(text: String, seconds: Int) {
    #expect(Expiry(ByteString(text))?.seconds == seconds)
    #expect(Expiry(seconds: seconds)?.text == text)
  }

  @Test(arguments: [
    ("2026-12-31t23:59:59z", "2026-12-31T23:59:59Z"),
    ("2026-12-31 23:59:59Z", "2026-12-31T23:59:59Z"),
    ("2026-12-31 23:59:59+00:00", "2026-12-31T23:59:59Z"),
    ("2026-12-31T23:59:59-00:00", "2026-12-31T23:59:59Z"),
    ("2026-12-31T23:59:59+02:00", "2026-12-31T21:59:59Z"),
    ("2026-12-31T23:59:59-00:30", "2027-01-01T00:29:59Z"),
    ("2026-01-01T00:00:00+23:59", "2025-12-31T00:01:00Z"),
    ("1969-12-31T23:00:00-01:00", "1970-01-01T00:00:00Z"),
    ("1969-12-31T00:01:00-23:59", "1970-01-01T00:00:00Z"),
    ("2026-12-31T23:59:59.0Z", "2026-12-31T23:59:59Z"),
    ("2026-12-31T23:59:59.999999999999999999999Z", "2026-12-31T23:59:59Z"),
    ("2026-12-31T23:59:59.5+02:00", "2026-12-31T21:59:59Z"),
    ("1990-12-31T23:59:60Z", "1991-01-01T00:00:00Z"),
    ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
  ])
  func `what RFC 3339 allows is read`(text: String, inUTC: String) {
    #expect(Expiry(ByteString(text))?.text == inUTC)
  }

  @Test(arguments: [
    "", "Z", "2026", "2026-12-31", "23:59:59Z", "2026-12-31T23:59:59", "2026-12-31T23:59Z",
    "26-12-31T23:59:59Z", "2026-1-31T23:59:59ZZ", "2026/12/31T23:59:59Z", "2026-12-31_23:59:59Z",
    "2026-12-31T23.59.59Z", "2026-12-31T23:59:59.Z", "2026-12-31T23:59:59,5Z",
    "2026-12-31T23:59:59.5", "2026-12-31T23:59:59+02", "2026-12-31T23:59:59+0200",
    "2026-12-31T23:59:59+24:00", "2026-12-31T23:59:59+02:60", "2026-12-31T23:59:59+-2:00",
    "2026-12-31T23:59:59ZZ", " 2026-12-31T23:59:59Z", "2026-12-31T23:59:59Z ",
    "2026-12-31T23:59:59Z\n", "2026-12-31T24:00:00Z", "2026-12-31T23:60:00Z",
    "2026-12-31T23:59:61Z", "2026-12-31T22:59:60Z", "2026-12-31T23:58:60Z",
    "2026-12-31T23:59:60+01:00", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
    "2026-04-31T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z",
    "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "1972-02-30T00:00:00Z",
    "-026-12-31T23:59:59Z", "+026-12-31T23:59:59Z", "2026-+1-31T23:59:59Z",
    "２026-12-31T23:59:59Z", "10000-01-01T00:00:00Z",
    "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
  ])
  func `anything else is no time`(text: String) {
    #expect(Expiry(ByteString(text)) == nil)
  }

  /// The calendar repeats itself after 400 years.
  @Test func `every day of 400 years follows the one before`() throws {
    var (year, month, day) = (1970, 1, 1)
    for days in 0..<146_097 {
      let digits = [year, month, day].map { $0 < 10 ? "0\($0)" : "\($0)" }
      let text = digits.joined(separator: "-") + "T00:00:00Z"
      guard Expiry(seconds: days * 86_400)?.text == text,
        Expiry(ByteString(text))?.seconds == days * 86_400
      else {
        Issue.record("\(text)")
        return
      }
      day += 1
      let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
      let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    #expect((year, month, day) == (2370, 1, 1))
  }

  @Test func `arbitrary times are read back`() throws {
    var arbitrary = ArbitraryBytes(seed: 3339)
    for _ in 0..<10_000 {
      let expiry = try #require(Expiry(seconds: Int.random(in: Expiry.range, using: &arbitrary)))
      try #require(Expiry(ByteString(expiry.text)) == expiry)
    }
  }

  @Test(arguments: [
    ("+45s", 1045), ("+45", 1045), ("+30m", 2800), ("+12h", 44_200), ("+90d", 7_777_000),
    ("+0s", 1000), ("2026-12-31T23:59:59Z", 1_798_761_599),
  ])
  func `an operator says a time or a duration from now on`(argument: String, seconds: Int) {
    #expect(Expiry(argument: ByteString(argument), now: 1000)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "+", "+d", "++1d", "+-1d", "-1d", "90d", "45", "+1.5h", "+1w", "+ 1d", "tomorrow",
    "+253402299800s", "+9223372036854775807", "+9223372036854775808", "+106751991167300d",
    "+106751991167301d",
  ])
  func `what is neither, or too far, is refused`(argument: String) {
    #expect(Expiry(argument: ByteString(argument), now: 1000) == nil)
  }

  @Test func `a clock that is wrong by ages overflows nothing`() {
    for now in [Int.min, -1, Int.max] {
      #expect(Expiry(argument: "+9223372036854775807", now: now)?.seconds == nil)
      #expect(Expiry(argument: "+1d", now: now)?.seconds == (now == -1 ? 86_399 : nil))
    }
  }

  @Test func `the last time is reached by a duration, and none after it`() {
    #expect(Expiry(argument: "+253402299799s", now: 1000)?.text == "9999-12-31T23:59:59Z")
    #expect(Expiry(argument: "+253402299800s", now: 1000) == nil)
    #expect(Expiry(seconds: 253_402_300_800) == nil)
    #expect(Expiry(seconds: -1) == nil)
  }

  @Test func `a time is past from its second on`() throws {
    let expiry = try #require(Expiry(seconds: 1000))
    #expect(!expiry.isPast(at: 999))
    #expect(expiry.isPast(at: 1000))
    #expect(expiry.isPast(at: 1001))
    #expect(!expiry.isPast(at: .min))
    #expect(expiry.isPast(at: .max))
  }
}

// SPDX-License-Identifier: MIT

package import Posix

/// The time from which on a login is as good as absent, in whole seconds.
package struct Expiry: Hashable, Sendable {
  /// Since 1970-01-01T00:00:00Z, without leap seconds.
  package let seconds: Int

  /// From 1970 to the end of 9999, which is as far as RFC 3339 writes.
  package static let range = 0...253_402_300_799

  /// Nil where the time is out of range.
  package init?(seconds: Int) {
    guard Self.range.contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// What an operator says: a time as RFC 3339 has it, or `+` and a duration from `now` on, in
  /// seconds since 1970. Nil where it is neither, or out of range.
  package init?(argument: ByteString, now: Int) {
    guard argument.bytes.first == UInt8(ascii: "+") else {
      self.init(argument)
      return
    }
    guard let span = Duration(argument: ByteString(Array(argument.bytes.dropFirst()))) else {
      return nil
    }
    let (sum, overflow) = now.addingReportingOverflow(Int(span.components.seconds))
    if overflow { return nil }
    self.init(seconds: sum)
  }

  /// Whether it has come, at a time in seconds since 1970.
  package func isPast(at now: Int) -> Bool { now >= seconds }
}

extension Expiry {
  /// A time as RFC 3339 has it (section 5.6), a blank in the place of `T` included. Nil where it is
  /// none, or out of range.
  ///
  /// A fraction of a second is cut off, as an expiry may come early, but not late. A leap second is
  /// the second after it, as POSIX counts.
  package init?(_ text: ByteString) {
    let bytes = text.bytes
    guard bytes.count >= 20, Self.hasMarks(bytes),
      let year = Int(digits: bytes[0..<4]), let month = Int(digits: bytes[5..<7]),
      let day = Int(digits: bytes[8..<10]), let hour = Int(digits: bytes[11..<13]),
      let minute = Int(digits: bytes[14..<16]), let second = Int(digits: bytes[17..<19]),
      let offset = Self.offset(Self.withoutFraction(bytes[19...])),
      let days = Date(year: year, month: month, day: day)?.days,
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second - offset
    // It is the last second of a day in UTC.
    if second == 60, seconds % 86_400 != 0 { return nil }
    self.init(seconds: seconds)
  }

  /// As RFC 3339 has it, in UTC: `2026-12-31T23:59:59Z`.
  package var text: String {
    let date = Date(days: seconds / 86_400)
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
    return [
      Self.padded(date.year, 4), "-", Self.padded(date.month, 2), "-", Self.padded(date.day, 2),
      "T",
      Self.padded(hour, 2), ":", Self.padded(minute, 2), ":", Self.padded(second, 2), "Z",
    ].joined()
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func hasMarks(_ bytes: [UInt8]) -> Bool {
    let isDate = bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
    let isTime = bytes[13] == UInt8(ascii: ":") && bytes[16] == UInt8(ascii: ":")
    return isDate && isTime && "Tt ".utf8.contains(bytes[10])
  }

  /// What follows the seconds; nothing where a point has no digit after it.
  private static func withoutFraction(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.first == UInt8(ascii: ".") else { return bytes }
    let digits = bytes.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return digits.isEmpty ? [] : bytes[digits.endIndex...]
  }

  /// The seconds that a place is ahead of UTC.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual("Z".utf8) || bytes.elementsEqual("z".utf8) { return 0 }
    let text = Array(bytes)
    guard text.count == 6, "+-".utf8.contains(text[0]), text[3] == UInt8(ascii: ":"),
      let hour = Int(digits: text[1..<3]), let minute = Int(digits: text[4..<6]),
      hour < 24, minute < 60
    else { return nil }
    let seconds = (hour * 60 + minute) * 60
    return text[0] == UInt8(ascii: "-") ? -seconds : seconds
  }
}

/// A day of the Gregorian calendar, year 0 at the earliest.
private struct Date {
  var year: Int
  var month: Int
  var day: Int

  /// Nil where there is no such day.
  init?(year: Int, month: Int, day: Int) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  // Both ways count from the 1st of March of year 0, so that a leap day is the last of its year:
  // Howard Hinnant's `days_from_civil` and `civil_from_days`, for years that are not negative.

  /// The day that is `days` after 1970-01-01, which may not be negative.
  init(days: Int) {
    let day = days + 719_468
    let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    self.year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
  }

  /// How many days it is after 1970-01-01.
  var days: Int {
    // Year 0 has a January, which belongs to the year before.
    let years = (month > 2 ? year : year - 1) + 400
    let (era, yearOfEra) = years.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468 - 146_097
  }
}

// SPDX-License-Identifier: MIT

private import CSystem

/// A point of the monotonic clock, which a change of the time of day does not move.
package struct Deadline: Sendable {
  /// Nanoseconds of CLOCK_MONOTONIC; nil never comes.
  private let nanoseconds: UInt64?

  private init(nanoseconds: UInt64?) {
    self.nanoseconds = nanoseconds
  }

  package static let never = Deadline(nanoseconds: nil)
  private static let passed = Deadline(nanoseconds: 0)

  package static func after(_ span: Duration) -> Deadline {
    if span.attoseconds <= 0 { return .passed }
    let (seconds, attoseconds) = span.components
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = now.addingReportingOverflow(whole)
    if overflow || overflow2 { return .never }
    return Deadline(nanoseconds: sum &+ UInt64(attoseconds / 1_000_000_000))
  }

  package func earlier(of other: Deadline) -> Deadline {
    guard let mine = nanoseconds else { return other }
    guard let others = other.nanoseconds else { return self }
    return mine <= others ? self : other
  }

  package var hasPassed: Bool {
    guard let nanoseconds else { return false }
    return Self.now >= nanoseconds
  }

  /// Nanoseconds that are left, 0 where it has passed, nil where it never comes.
  package var remaining: UInt64? {
    guard let nanoseconds else { return nil }
    let now = Self.now
    return now >= nanoseconds ? 0 : nanoseconds - now
  }

  private static var now: UInt64 { UInt64(askcred_monotonic_time()) }
}

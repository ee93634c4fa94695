// SPDX-License-Identifier: MIT

/// A bound of a wait. One that is reached is a failure of the test, so it is generous.
package struct Limit {
  /// What every wait has that names no other.
  package static let usual = Duration.seconds(10)

  private let end: ContinuousClock.Instant

  package init(_ span: Duration) {
    self.end = ContinuousClock.now + span
  }

  package var isReached: Bool { ContinuousClock.now >= end }

  /// What is left, in whole milliseconds, rounded up, and never more than `most`.
  func milliseconds(atMost most: Int32) -> Int32 {
    let (seconds, attoseconds) = (end - ContinuousClock.now).components
    if seconds < 0 || attoseconds < 0 { return 0 }
    if seconds > 1_000 { return most }
    return min(most, Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) + 1)
  }
}

// SPDX-License-Identifier: MIT

private import CSystem

/// The time of day, which can be set; for a bound on waiting there is `Deadline`.
package enum Clock {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  package static var seconds: Int { Int(askcred_wall_time() / 1_000_000_000) }
}

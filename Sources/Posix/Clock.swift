// SPDX-License-Identifier: MIT

private import Glibc

/// The time of day, which can be set; for a bound on waiting there is `Deadline`.
package enum Clock {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  package static var seconds: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec
  }
}

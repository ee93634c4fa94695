// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// Waiting for descriptors, with a bound; the corresponding C function is `ppoll`.
package enum Wait {
  /// What is waited for on one descriptor.
  package enum Readiness: Sendable {
    case reading(CInt)
    case writing(CInt)
  }

  /// Waits until one of `candidates` is ready, or has been hung up or broken, so that the next call
  /// on it will not block, or until `deadline`. Gives the index of the first ready one in their
  /// order, or nil at the deadline.
  package static func first(
    of candidates: [Readiness], until deadline: Deadline
  ) throws(Errno) -> Int? {
    var entries = candidates.map { candidate in
      switch candidate {
      case .reading(let number): pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      case .writing(let number): pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      }
    }
    while true {
      let count = UInt(entries.count)
      let left = deadline.remaining.map { Int64(clamping: $0) } ?? -1
      let ready = unsafe askcred_ppoll(&entries, count, left)
      if ready > 0 { return entries.firstIndex { $0.revents != 0 } }
      if ready < 0, errno != EINTR { throw Errno.last }
      if deadline.hasPassed { return nil }
    }
  }

  /// Sleeps, for the few waits that the kernel announces by no descriptor.
  package static func pause(_ span: Duration) {
    _ = try? first(of: [], until: .after(span))
  }
}

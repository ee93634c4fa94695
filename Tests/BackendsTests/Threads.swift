// SPDX-License-Identifier: MIT

import Glibc
import Posix

/// Runs `body` in so many threads at once, each with a number of its own, and waits for all of them.
/// (Tasks would take turns on the few threads that tests run on.)
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws {
  var threads: [pthread_t] = []
  var failure: CInt = 0
  for number in 0..<count {
    var thread = pthread_t()
    let work = Work { body(number) }
    failure = unsafe pthread_create(
      &thread, nil,
      { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
        }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    if failure != 0 { break }
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
  if failure != 0 { throw Errno(failure) }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

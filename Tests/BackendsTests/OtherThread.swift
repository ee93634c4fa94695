// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Synchronization

/// A thread that does the same again and again. (A task would wait for one of the few threads that
/// tests run on.)
final class OtherThread: Sendable {
  private let isOver = Atomic(false)
  private let hasEnded = Atomic(false)

  /// `body` gets a number that counts up from 0.
  init(_ body: @escaping @Sendable (Int) -> Void) throws(Errno) {
    let work = Work { [self] in
      var number = 0
      while !isOver.load(ordering: .relaxed) {
        body(number)
        number += 1
      }
      hasEnded.store(true, ordering: .releasing)
    }
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, nil,
      { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
        }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    if error != 0 { throw Errno(error) }
    pthread_detach(thread)
  }

  /// Waits until it has done its last.
  func end() {
    isOver.store(true, ordering: .relaxed)
    while !hasEnded.load(ordering: .acquiring) { Wait.pause(.milliseconds(1)) }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}

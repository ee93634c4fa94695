// SPDX-License-Identifier: MIT

private import CPty
private import Glibc

/// The memory of a process, searched from outside; only root may.
package enum Memory {
  package static var isReadable: Bool { geteuid() == 0 }

  /// How often `bytes` stand in it.
  package static func occurrences(of bytes: Bytes, in process: CInt) throws -> Int {
    let found = unsafe bytes.bytes.withUnsafeBytes {
      unsafe pty_occurrences(process, $0.baseAddress, $0.count)
    }
    return try checked("reading the memory of \(process)", found)
  }

  /// Runs `body` where the process is about to end and its memory is still there.
  ///
  /// `play` is what brings the process to its end.
  package static func atEnd<Value>(
    of session: Session, after play: () throws -> Void, _ body: () throws -> Value
  ) throws -> Value {
    try checked("following", pty_follow(session.process))
    try play()
    guard try checked("waiting for the end", pty_wait_for_exit_stop(session.process, 10_000)) == 1
    else { throw SessionFailure("not ended; '\(session.screen)'") }
    defer { _ = pty_let_go(session.process) }
    return try body()
  }
}

// SPDX-License-Identifier: MIT

import CSystem
import Glibc

/// A pipe between a test and a program that it runs.
struct Stream: ~Copyable {
  private(set) var reading: CInt
  private(set) var writing: CInt

  /// Both ends are closed in every program that is started, but for copies made on purpose.
  init() throws(RunningProgram.Failure) {
    var ends: [CInt] = [-1, -1]
    guard unsafe askcred_pipe(&ends) == 0 else { throw .noPipe(errno) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  mutating func closeReading() {
    close(reading)
    reading = -1
  }

  mutating func closeWriting() {
    close(writing)
    writing = -1
  }

  /// From now on, `write` does not wait for room.
  func makeWritingNonBlocking() {
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
  }

  /// Writes what there is room for, and closes the end after the last byte, or where nobody reads
  /// any more.
  mutating func write(_ bytes: inout ArraySlice<UInt8>) {
    let count = withoutBrokenPipe {
      unsafe bytes.withUnsafeBufferPointer {
        unsafe Glibc.write(writing, $0.baseAddress, $0.count)
      }
    }
    if count > 0 { bytes = bytes.dropFirst(count) }
    if bytes.isEmpty || count < 0 && errno != EAGAIN { closeWriting() }
  }

  /// Reads what is there, and closes the end where that is the end.
  mutating func read(into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(reading, &buffer, buffer.count)
    if count > 0 { bytes += buffer.prefix(count) } else { closeReading() }
  }
}

/// Holds SIGPIPE back in this thread and takes one that came: a program that does not read its
/// input is a finding, not the end of the test run. The process's own setting is other tests'
/// business.
private func withoutBrokenPipe(_ body: () -> Int) -> Int {
  var (pipe, former) = (sigset_t(), sigset_t())
  unsafe sigemptyset(&pipe)
  unsafe sigaddset(&pipe, SIGPIPE)
  unsafe pthread_sigmask(SIG_BLOCK, &pipe, &former)
  let count = body()
  let error = errno
  if count < 0, error == EPIPE {
    var none = timespec()
    unsafe sigtimedwait(&pipe, nil, &none)
  }
  unsafe pthread_sigmask(SIG_SETMASK, &former, nil)
  errno = error
  return count
}

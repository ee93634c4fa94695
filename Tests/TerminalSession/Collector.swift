// SPDX-License-Identifier: MIT

private import CPty
private import Glibc

/// The reading end of a pipe, and what has come through it.
final class Collector {
  private(set) var descriptor: CInt
  private(set) var bytes: [UInt8] = []

  /// Takes over an open descriptor.
  init(owning descriptor: CInt) throws {
    self.descriptor = descriptor
    try checked("fcntl", pty_unblock(descriptor))
  }

  deinit { close() }

  var isOpen: Bool { descriptor >= 0 }

  func close() {
    if isOpen { _ = Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Takes what has come, without waiting. False where there was nothing.
  @discardableResult
  func take() -> Bool {
    guard isOpen else { return false }
    let (piece, ended) = readAvailable(descriptor)
    bytes += piece
    if ended { close() }
    return !piece.isEmpty
  }
}

/// What can be read from a non-blocking descriptor, and whether its other end is gone.
func readAvailable(_ descriptor: CInt) -> (bytes: [UInt8], ended: Bool) {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while true {
    let got = unsafe read(descriptor, &piece, piece.count)
    if got > 0 {
      bytes += piece[0..<got]
    } else if got == 0 {
      return (bytes, true)
    } else if errno != EINTR {
      return (bytes, errno != EAGAIN)
    }
  }
}

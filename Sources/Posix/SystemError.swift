// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// An error number of the C library, as errno(3) names them.
package struct Errno: Error, Hashable, Sendable {
  package var number: CInt

  package init(_ number: CInt) {
    self.number = number
  }

  /// The number that the last call of this thread left.
  package static var last: Errno { Errno(errno) }

  /// Whether it says that what was named is not there.
  package var isAbsence: Bool { number == ENOENT || number == ENOTDIR }

  /// Whether it says that a file is not there; a folder on the way to it may be none.
  package var isMissingFile: Bool { number == ENOENT }

  /// Whether it says that a program's words and its environment are too long.
  package var isTooLong: Bool { number == E2BIG }

  /// The C library's English text, such as `No such file or directory`.
  package var text: String {
    unsafe String(cString: askcred_error_text(number))
  }
}

/// A system call that failed: what was to be done, and why it was not.
package struct SystemError: Error, Hashable, Sendable {
  /// What could not be done, such as `cannot open '/dev/tty'`.
  package var action: String
  package var errno: Errno

  package init(_ action: String, _ errno: Errno) {
    self.action = action
    self.errno = errno
  }

  package var message: String { "\(action): \(errno.text)" }
}

/// The one rule for interrupted calls: a call that a signal broke off is made again.
///
/// Gives what `call` returned where that is not negative, and throws errno's value otherwise.
package func retrying<Value: SignedInteger>(_ call: () -> Value) throws(Errno) -> Value {
  while true {
    let result = call()
    if result >= 0 { return result }
    let error = Errno.last
    if error.number != EINTR { throw error }
  }
}

// SPDX-License-Identifier: MIT

private import Glibc

/// Why a session could not be played to its end, for the person who reads the test's report.
package struct SessionFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// A call of the C library that failed just now.
  static func call(_ name: String) -> SessionFailure {
    let text = unsafe String(cString: strerror(errno))
    return SessionFailure("\(name): \(text)")
  }
}

/// Gives what a call returned, and throws where that is negative.
@discardableResult
func checked<Value: SignedInteger>(_ name: String, _ result: Value) throws -> Value {
  if result < 0 { throw SessionFailure.call(name) }
  return result
}

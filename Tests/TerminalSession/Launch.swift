// SPDX-License-Identifier: MIT

private import Glibc

/// The state in which a program is started.
package struct Launch {
  /// Where one of the program's descriptors leads.
  package enum Stream {
    case terminal
    case null
    case closed
    /// A pipe whose other end the session reads.
    case pipe
    /// A pipe whose other end nobody reads any more.
    case brokenPipe
    /// A pipe that these bytes come out of, and then its end. At most 65,536.
    case bytes(Bytes)
    /// A device, to be read and written.
    case device(String)
  }

  package var program: String
  /// Without the program's name.
  package var arguments: [String]
  /// All of the environment. A session starts with PATH, a HOME that is not there and TERM alone.
  package var environment: [String: String] = [
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/nonexistent",
    "TERM": "xterm",
  ]
  package var input: Stream = .terminal
  package var output: Stream = .pipe
  package var error: Stream = .pipe
  /// Descriptors 3 and up.
  package var others: [CInt: Stream] = [:]
  package var directory: String?
  package var root: String?
  /// Whether the terminal is the controlling one of the program's session.
  package var isControlled = true
  /// `tcsetattr` fails with EIO.
  package var refusesSettings = false
  package var blocked: Set<CInt> = []
  package var ignored: Set<CInt> = []
  /// Bytes.
  package var coreLimit: Int?
  package var creationMask: Int?
  package var user: Int?

  package init(program: String, arguments: [String] = []) {
    self.program = program
    self.arguments = arguments
  }
}

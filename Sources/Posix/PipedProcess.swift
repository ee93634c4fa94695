// SPDX-License-Identifier: MIT

private import Glibc

/// A shell command with its standard input and its standard error in askcred's hands, and nothing on
/// its standard output.
package struct PipedProcess: ~Copyable {
  package var child: ChildProcess
  /// Where its standard input is written; nil once that is closed.
  package var input: FileDescriptor?
  /// Where its standard error is read; nil once that has ended.
  package var error: FileDescriptor?

  /// Runs `command` by `sh -c`.
  package init(
    shell command: ByteString, environment: [String: ByteString?], inheritance: Inheritance
  ) throws(Errno) {
    let null = try FileDescriptor.open("/dev/null", O_WRONLY)
    var input = try Pipe()
    var error = try Pipe()
    self.child = try ChildProcess(
      running: "/bin/sh", arguments: ["sh", "-c", command], environment: environment,
      input: input.reading?.number ?? -1, output: null.number, error: error.writing?.number ?? -1,
      inheritance: inheritance)
    self.input = input.writing.take()
    self.error = error.reading.take()
  }

  /// What there is to wait for, in this order: its standard error, its standard input, its end.
  package var awaited: [Wait.Readiness] {
    [
      .reading(Self.number(of: error)), .writing(Self.number(of: input)),
      .reading(child.number),
    ]
  }

  /// -1, which is waited for in vain, where it has been closed.
  private static func number(of descriptor: borrowing FileDescriptor?) -> CInt {
    switch descriptor {
    case .some(let descriptor): descriptor.number
    case nil: -1
    }
  }
}

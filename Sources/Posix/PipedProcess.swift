// SPDX-License-Identifier: MIT

private import Glibc

/// A program with its standard input and its standard error in askcred's hands, and its standard output
/// too, where that is wanted.
package struct PipedProcess: ~Copyable {
  package var child: ChildProcess
  /// Where its standard input is written; nil once that is closed.
  package var input: FileDescriptor?
  /// Where its standard error is read; nil once that has ended.
  package var error: FileDescriptor?
  /// Where its standard output is read; nil where nobody reads it, or once that has ended.
  package var output: FileDescriptor?

  /// Runs `command` by `sh -c`, with nothing on its standard output.
  package init(
    shell command: ByteString, environment: [String: ByteString?], inheritance: Inheritance
  ) throws(Errno) {
    let null = try FileDescriptor.open("/dev/null", O_WRONLY)
    try self.init(
      running: "/bin/sh", arguments: ["sh", "-c", command], environment: environment,
      output: null.number, inheritance: inheritance)
  }

  /// Runs the program at an absolute path, whose standard output is to be read.
  package init(
    running program: ByteString, arguments: [ByteString], inheritance: Inheritance
  ) throws(Errno) {
    var output = try Pipe()
    try self.init(
      running: program, arguments: [program] + arguments, environment: [:],
      output: output.writing?.number ?? -1, inheritance: inheritance)
    self.output = output.reading.take()
  }

  private init(
    running program: ByteString, arguments: [ByteString], environment: [String: ByteString?],
    output: CInt, inheritance: Inheritance
  ) throws(Errno) {
    var input = try Pipe()
    var error = try Pipe()
    self.child = try ChildProcess(
      running: program, arguments: arguments, environment: environment,
      input: input.reading?.number ?? -1, output: output, error: error.writing?.number ?? -1,
      inheritance: inheritance)
    self.input = input.writing.take()
    self.error = error.reading.take()
    self.output = nil
  }

  /// What there is to wait for, in this order: its standard error, its standard input, its end, its
  /// standard output.
  package var awaited: [Wait.Readiness] {
    [
      .reading(Self.number(of: error)), .writing(Self.number(of: input)),
      .reading(child.number), .reading(Self.number(of: output)),
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

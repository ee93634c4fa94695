// SPDX-License-Identifier: MIT

import Glibc
import Posix

/// Another program, run to its end as a judge.
struct Program {
  private let path: String

  /// Nil where no folder of PATH has it.
  init?(_ name: String) {
    let folders = (Process.environment("PATH")?.text ?? "/usr/bin:/bin").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: { unsafe access($0, X_OK) == 0 }) else { return nil }
    self.path = path
  }

  /// Runs it on files for its standard input and output, for a minute at most, and gives its exit
  /// status: -1 where it had none.
  func run(
    _ arguments: [String], input: String = "/dev/null", output: String = "/dev/null"
  ) throws -> CInt {
    let source = try FileDescriptor.open(ByteString(input), O_RDONLY)
    let target = try FileDescriptor.open(
      ByteString(output), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    let errors = try FileDescriptor.open("/dev/null", O_WRONLY)
    var child = try ChildProcess(
      running: ByteString(path), arguments: [ByteString(path)] + arguments.map { ByteString($0) },
      environment: [:], input: source.number, output: target.number, error: errors.number,
      inheritance: Self.inheritance)
    guard try Wait.first(of: [.reading(child.number)], until: .after(.seconds(60))) != nil else {
      return -1
    }
    guard case .status(let status) = try child.ending() else { return -1 }
    return status
  }

  private static let inheritance = Inheritance.takeAndShield()
}

/// A folder of its own that goes with its owner.
struct Folder: ~Copyable {
  let path: String

  init() throws {
    var template = [CChar]("/tmp/age-tests-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Errno.last }
    self.path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = try? Program("rm")?.run(["-rf", path])
  }

  /// Writes a file and gives its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = self.path(of: name)
    let descriptor = try FileDescriptor.open(
      ByteString(file), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    try Descriptor.write(descriptor.number, bytes.span)
    return file
  }

  func read(_ name: String) throws -> [UInt8] { try AgeTests.read(path(of: name)) }

  func path(of name: String) -> String { "\(path)/\(name)" }
}

/// The bytes of a file.
func read(_ path: String) throws -> [UInt8] {
  try FileDescriptor.open(ByteString(path), O_RDONLY).readAll(limit: 1 << 26)
}

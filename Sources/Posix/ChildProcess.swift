// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// A program that askcred runs and waits for. It leads a process group of its own, so that whatever
/// it starts can be ended with it. Where nobody waited for its end, it is ended with its owner.
package struct ChildProcess: ~Copyable {
  /// How a program ended.
  package enum Ending: Equatable, Sendable {
    case status(CInt)
    case signal(Signal)
  }

  private let identifier: pid_t
  private let descriptor: FileDescriptor
  private var isReaped = false

  /// Starts `program` (an absolute path) on the three descriptors, with askcred's environment
  /// changed by `environment` (nil takes a variable out) and everything else as askcred found it.
  package init(
    running program: ByteString, arguments: [ByteString],
    environment changes: [String: ByteString?], input: CInt, output: CInt, error: CInt,
    inheritance: Inheritance
  ) throws(Errno) {
    let environment = Self.environment(changedBy: changes)
    let identifier = try retrying {
      unsafe program.withCString { program in
        unsafe withCStrings([ByteString](arguments)) { arguments in
          unsafe withCStrings(environment) { environment in
            var child = unsafe askcred_child(
              program: program, arguments: arguments, environment: environment, input: input,
              output: output, error: error, own_group: 1)
            var raw = inheritance.raw
            return unsafe askcred_spawn(&child, &raw)
          }
        }
      }
    }
    let number = askcred_pidfd(identifier)
    if number < 0 {
      let error = Errno.last
      kill(-identifier, SIGKILL)
      _ = try? retrying { waitpid(identifier, nil, 0) }
      throw error
    }
    self.identifier = identifier
    self.descriptor = FileDescriptor(owning: number)
  }

  /// Becomes readable when the program has ended.
  package var number: CInt { descriptor.number }

  deinit {
    if isReaped { return }
    // The identifier is still its own: nobody has waited for it.
    kill(-identifier, SIGKILL)
    _ = try? retrying { waitpid(identifier, nil, 0) }
  }

  /// Waits until the program has ended, and says how.
  package mutating func ending() throws(Errno) -> Ending {
    var status: CInt = 0
    _ = try retrying { unsafe waitpid(identifier, &status, 0) }
    isReaped = true
    let signal = askcred_end_signal(status)
    return signal != 0 ? .signal(Signal(signal)) : .status(askcred_exit_status(status))
  }

  private static func environment(changedBy changes: [String: ByteString?]) -> [ByteString] {
    var result: [ByteString] = []
    var index = 0
    while let entry = unsafe environ[index] {
      let text = unsafe ByteString(copying: entry)
      let name = text.bytes.prefix { $0 != UInt8(ascii: "=") }
      if !changes.keys.contains(where: { name.elementsEqual($0.utf8) }) { result.append(text) }
      index += 1
    }
    for (name, value) in changes {
      if let value {
        result.append(ByteString([UInt8](name.utf8) + [UInt8(ascii: "=")] + value.bytes))
      }
    }
    return result
  }
}

/// Lends a null-terminated list of C strings.
func withCStrings<Result>(
  _ strings: [ByteString], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { text in
    unsafe text.withCString { unsafe strdup($0) }
  }
  unsafe pointers.append(nil)
  defer {
    for index in unsafe pointers.indices { unsafe free(pointers[index]) }
  }
  return unsafe pointers.withUnsafeBufferPointer { buffer in
    guard let address = buffer.baseAddress else { preconditionFailure("no buffer") }
    return unsafe body(address)
  }
}

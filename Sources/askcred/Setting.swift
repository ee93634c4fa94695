// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Posix

/// What this run was started in.
struct Setting {
  /// What child processes get back.
  let inheritance: Inheritance
  /// Those of the standard descriptors that were closed.
  let closedDescriptors: [Int32]

  /// Prints public text on standard output.
  func print(_ text: String) throws(Failure) {
    try print(Array(text.utf8))
  }

  func print(_ text: [UInt8]) throws(Failure) {
    try failing { () throws(FileError) in
      try Output(.standardOutput, closed: closedDescriptors).write(public: text)
    }
  }
}

/// What is said on standard error.
enum Report {
  static func say(_ failure: Failure) {
    guard case .message(let message, let hint, _) = failure else { return }
    say(message)
    if let hint { self.hint(hint) }
  }

  static func say(_ message: String) {
    line("askcred: \(message)")
  }

  static func hint(_ hint: String) {
    line("hint: \(hint)")
  }

  /// A failure to write a message has nobody to be told to.
  private static func line(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    try? Descriptor.write(2, bytes.span)
  }
}

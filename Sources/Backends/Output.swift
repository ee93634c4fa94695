// SPDX-License-Identifier: MIT

package import Credentials
package import Posix
private import Glibc

/// Where an answer goes that is not kept: standard output, a descriptor or a file. Looked at before the
/// first question, written to after the last.
package struct Output: Sendable {
  package enum Destination: Equatable, Sendable {
    case standardOutput
    /// A descriptor that askcred was started with.
    case descriptor(CInt)
    case file(ByteString)
  }

  private enum Place {
    case descriptor(CInt, name: String)
    case file(FileTarget)
  }

  private let place: Place

  /// How long a pipe may take to have a reader.
  private static let pipePause = Duration.seconds(10)

  /// Fails where a write is sure to fail. `closed` are the standard descriptors that were closed when
  /// askcred was started, and have been filled since.
  package init(_ destination: Destination, closed: [CInt]) throws(FileError) {
    switch destination {
    case .standardOutput:
      self.place = try Self.descriptor(1, "standard output", closed)
    case .descriptor(let number):
      self.place = try Self.descriptor(number, "descriptor \(number)", closed)
    case .file(let path):
      if let number = Self.descriptorNumber(of: path) {
        self.place = try Self.descriptor(number, "'\(path.visible)'", closed)
        return
      }
      self.place = .file(try FileTarget(path))
    }
  }

  /// Writes text that is no secret, such as a list, to a descriptor.
  package func write(public text: [UInt8]) throws(FileError) {
    guard case .descriptor(let number, let name) = place else {
      preconditionFailure("public text goes to standard output")
    }
    do {
      try Descriptor.write(number, text.span)
    } catch {
      throw .system(SystemError("cannot write to \(name)", error))
    }
  }

  /// Writes the whole text: a file that was there is replaced in one step, and left alone where it has
  /// the same content.
  package func write(_ text: borrowing Secret) throws(FileError) {
    switch place {
    case .descriptor(let number, let name):
      do {
        try text.write(to: number)
      } catch {
        throw .system(SystemError("cannot write to \(name)", error))
      }
    case .file(let target):
      try Self.write(text, to: target)
    }
  }

  private static func write(
    _ text: borrowing Secret, to target: FileTarget
  ) throws(FileError) {
    target.removeStrays()
    if target.kind == .special {
      try text.withBytes { (bytes) throws(FileError) in
        try target.writeInPlace(bytes, until: .after(pipePause))
      }
    } else if target.kind == .absent || !holds(text, target) {
      try text.withBytes { (bytes) throws(FileError) in
        try target.replace(with: bytes, mode: 0o600)
      }
    }
  }

  /// Whether the file has just this content.
  private static func holds(_ text: borrowing Secret, _ target: FileTarget) -> Bool {
    guard let file = try? target.open(), var content = try? Secret(capacity: text.count + 1) else {
      return false
    }
    while content.count <= text.count {
      let before = content.count
      let result: Void? = try? content.append { (output) throws(Errno) in
        _ = try file.read(into: &output)
      }
      if result == nil { return false }
      if content.count == before { break }
    }
    return content.isEqual(to: text)
  }

  private static func descriptor(
    _ number: CInt, _ name: String, _ closed: [CInt]
  ) throws(FileError) -> Place {
    let isOpenForWriting = !closed.contains(number) && Descriptor.access(number)?.writes == true
    if !isOpenForWriting {
      throw .system(SystemError("cannot write to \(name)", Errno(EBADF)))
    }
    return .descriptor(number, name: name)
  }

  /// The descriptor that a path stands for. Opening the path would lose its place in a file.
  private static func descriptorNumber(of path: ByteString) -> CInt? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      for prefix in ["/dev/fd/", "/proc/self/fd/"] {
        if let text = path.text, text.hasPrefix(prefix) {
          return CInt(text.dropFirst(prefix.count))
        }
      }
      return nil
    }
  }
}

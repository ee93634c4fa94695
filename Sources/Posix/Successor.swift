// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// The program that this process becomes, with its process number and all that hangs on it: process
/// group, terminal, file locks, and who waits for it.
package struct Successor: Sendable {
  /// The name of the program, and its arguments.
  private let words: [ByteString]

  /// A descriptor of this process, and the number that the program finds it under.
  package struct Placement: Sendable {
    let from: CInt
    let to: CInt

    package init(from: CInt, to: CInt) {
      self.from = from
      self.to = to
    }
  }

  /// Looks for the program, where execvp(3) will; of `words`, there is one at least. Throws what
  /// running it is sure to end with.
  package init(_ words: [ByteString]) throws(Errno) {
    try Self.look(for: words[0])
    self.words = words
  }

  private static func look(for name: ByteString) throws(Errno) {
    if name.bytes.contains(UInt8(ascii: "/")) { return try check(name) }
    if name.isEmpty { throw Errno(ENOENT) }
    // The default is that of the C library.
    let path = Process.environment("PATH") ?? "/bin:/usr/bin"
    var isDenied = false
    for folder in path.bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      do throws(Errno) {
        let folder: ByteString = folder.isEmpty ? "." : ByteString(Array(folder))
        return try check(folder.appending(name))
      } catch {
        if error.number != EACCES, !error.isAbsence { throw error }
        isDenied = isDenied || error.number == EACCES
      }
    }
    throw Errno(isDenied ? EACCES : ENOENT)
  }

  /// Fails where the file cannot be run.
  private static func check(_ path: ByteString) throws(Errno) {
    guard try FileStatus(of: path).kind == .regular else { throw Errno(EACCES) }
    _ = try retrying {
      unsafe path.withCString { unsafe faccessat(AT_FDCWD, $0, X_OK, AT_EACCESS) }
    }
  }

  /// Becomes the program; gives the reason where that failed. A file that the kernel does not know how
  /// to run is a script of `sh`, as execvp(3) has it.
  ///
  /// It gets this process's environment, in which `variables`, `NAME=VALUE` texts of which a NUL ends
  /// each, take the place of others of their names. They are not copied before the kernel does. It gets
  /// the descriptors that this process was started with: none that was opened since, none of `closed`,
  /// and `placements` over all. The source of one is the number of no other.
  package func takeOver(
    variables: Span<UInt8>, placements: [Placement], closed: [CInt], inheritance: Inheritance
  ) -> Errno {
    do throws(Errno) {
      for number in closed { _ = try retrying { askcred_set_close_on_exec(number) } }
      for placement in placements { _ = try retrying { dup2(placement.from, placement.to) } }
    } catch {
      return error
    }
    var raw = inheritance.raw
    return unsafe variables.withUnsafeBytes { variables in
      var environment = unsafe Self.environment(changedBy: variables)
      return unsafe words[0].withCString { program in
        unsafe withCStrings(words) { arguments in
          _ = unsafe askcred_become(program, arguments, &environment, &raw)
          return Errno.last
        }
      }
    }
  }

  /// This process's variables but those that are changed, and then those; a null pointer at the end.
  private static func environment(
    changedBy variables: UnsafeRawBufferPointer
  ) -> [UnsafeMutablePointer<CChar>?] {
    var changed: [UnsafeMutablePointer<CChar>] = unsafe []
    if let first = variables.baseAddress {
      var start = 0
      while start < variables.count {
        let text = unsafe UnsafeMutableRawPointer(mutating: first + start)
          .assumingMemoryBound(to: CChar.self)
        unsafe changed.append(text)
        start += unsafe strlen(text) + 1
      }
    }
    var all: [UnsafeMutablePointer<CChar>?] = unsafe []
    var index = 0
    while let variable = unsafe environ[index] {
      let isKept = unsafe !changed.contains { unsafe haveOneName($0, variable) }
      if isKept { unsafe all.append(variable) }
      index += 1
    }
    return unsafe all + changed + [nil]
  }

  private static func haveOneName(
    _ variable: UnsafePointer<CChar>, _ other: UnsafePointer<CChar>
  ) -> Bool {
    var index = 0
    while unsafe variable[index] == other[index] {
      if unsafe variable[index] == CChar(UInt8(ascii: "=")) || variable[index] == 0 { return true }
      index += 1
    }
    return false
  }
}

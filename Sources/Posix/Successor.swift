// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// The program that this process becomes, with its process number and all that hangs on it: process
/// group, terminal, file locks, and who waits for it.
package struct Successor: Sendable {
  /// The name of the program, and its arguments.
  private let words: [ByteString]
  /// Where it may be, in the order in which it is looked for.
  private let paths: [ByteString]

  /// A descriptor of this process, and the number that the program finds it under.
  package struct Placement: Sendable {
    let from: CInt
    let to: CInt

    package init(from: CInt, to: CInt) {
      self.from = from
      self.to = to
    }
  }

  /// What kept the program from taking over.
  package enum Obstacle: Equatable, Sendable {
    /// This process could not be made ready for it.
    case notReady(SystemError)
    /// The kernel does not run it.
    case refused(Errno)
    /// It is there, and what the kernel needs to run it is not.
    case noInterpreter(Errno)
  }

  /// Looks for the program, as execvp(3) does; of `words`, there is one at least. Throws what running
  /// it is sure to end with: what only running it tells is left to that.
  package init(_ words: [ByteString]) throws(Errno) {
    self.words = words
    self.paths = try Self.paths(of: words[0])
    _ = try isFound()
  }

  /// Where the program may be.
  private static func paths(of name: ByteString) throws(Errno) -> [ByteString] {
    if name.bytes.contains(UInt8(ascii: "/")) { return [name] }
    if name.isEmpty { throw Errno(ENOENT) }
    if name.bytes.count > Int(NAME_MAX) { throw Errno(ENAMETOOLONG) }
    // The default is that of the C library.
    let path = Process.environment("PATH") ?? "/bin:/usr/bin"
    let folders = path.bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    // The C library looks into the current folder in the place of one whose name is too long.
    let paths = folders.map { folder in
      (folder.isEmpty ? "." : ByteString(Array(folder))).appending(name)
    }
    return paths.filter { $0.bytes.count < Int(PATH_MAX) }
  }

  /// Whether it is there; false where only running it tells.
  private func isFound() throws(Errno) -> Bool {
    var (isSure, isDenied) = (true, false)
    for path in paths {
      do throws(Errno) {
        if try Self.check(path) { return true }
        isSure = false
      } catch {
        // Named by a path, it is nowhere else.
        if paths == [words[0]] { throw error }
        isDenied = isDenied || error.number == EACCES
      }
    }
    if !isSure { return false }
    throw Errno(isDenied ? EACCES : ENOENT)
  }

  /// Fails where the file is not there, or may not be run; false is that neither is known.
  private static func check(_ path: ByteString) throws(Errno) -> Bool {
    do throws(Errno) {
      guard try FileStatus(of: path).kind == .regular else { throw Errno(EACCES) }
      _ = try retrying {
        unsafe path.withCString { unsafe faccessat(AT_FDCWD, $0, X_OK, AT_EACCESS) }
      }
      return true
    } catch  where error.number != EACCES && !error.isAbsence {
      return false
    }
  }

  /// Becomes the program; gives the reason where that failed, with this process shielded again. A file
  /// that the kernel does not know how to run is a script of `sh`, as execvp(3) has it.
  ///
  /// It gets this process's environment, in which `variables`, `NAME=VALUE` texts of which a NUL ends
  /// each, take the place of others of their names. They are not copied before the kernel does. It gets
  /// the descriptors that this process was started with: none that was opened since, none of `closed`,
  /// and `placements` over all. The source of one is the number of no other.
  package func takeOver(
    variables: Span<UInt8>, placements: [Placement], closed: [CInt], inheritance: Inheritance
  ) -> Obstacle {
    do throws(SystemError) {
      try prepare(placements: placements, closed: closed)
    } catch {
      return .notReady(error)
    }
    var raw = inheritance.raw
    defer { inheritance.shield() }
    if unsafe askcred_hand_back(&raw) != 0 {
      return .notReady(SystemError("cannot put back the limits", .last))
    }
    let error = unsafe variables.withUnsafeBytes { variables in
      let environment = unsafe Self.environment(changedBy: variables)
      return unsafe withCStrings(words) { arguments in unsafe run(arguments, environment) }
    }
    if error.isMissingFile, (try? isFound()) == true { return .noInterpreter(error) }
    return .refused(error)
  }

  private func prepare(placements: [Placement], closed: [CInt]) throws(SystemError) {
    for number in closed {
      do {
        _ = try retrying { askcred_set_close_on_exec(number) }
      } catch {
        throw SystemError("cannot close descriptor \(number)", error)
      }
    }
    for placement in placements {
      do {
        _ = try retrying { dup2(placement.from, placement.to) }
      } catch {
        throw SystemError("cannot place descriptor \(placement.to)", error)
      }
    }
  }

  /// Goes on from path to path where execvp(3) does.
  private func run(
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>,
    _ environment: [UnsafeMutablePointer<CChar>?]
  ) -> Errno {
    var last = Errno(ENOENT)
    var isDenied = false
    for path in paths {
      unsafe path.withCString { _ = unsafe askcred_execute($0, arguments, environment) }
      last = .last
      switch last.number {
      case EACCES: isDenied = true
      case ENOENT, ENOTDIR, ESTALE, ENODEV, ETIMEDOUT: break
      default: return last
      }
    }
    return isDenied ? Errno(EACCES) : last
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

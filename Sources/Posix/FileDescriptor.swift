// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// An open file description that is closed with its owner.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number that the kernel knows it by.
  package let number: CInt

  /// Takes over an open descriptor.
  package init(owning number: CInt) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Opens `path`, close-on-exec; the corresponding C function is `open`.
  package static func open(
    _ path: ByteString, _ flags: CInt, mode: UInt32 = 0
  ) throws(Errno) -> FileDescriptor {
    let number = try retrying {
      unsafe path.withCString { unsafe askcred_open($0, flags | O_CLOEXEC, mode) }
    }
    return FileDescriptor(owning: number)
  }

  /// Opens what `folder` has under `name`, close-on-exec; the corresponding C function is `openat`.
  package static func open(
    _ name: ByteString, in folder: borrowing FileDescriptor, _ flags: CInt
  ) throws(Errno) -> FileDescriptor {
    let folder = folder.number
    let number = try retrying {
      unsafe name.withCString { unsafe askcred_open_in(folder, $0, flags | O_CLOEXEC) }
    }
    return FileDescriptor(owning: number)
  }

  package func read(into output: inout OutputSpan<UInt8>) throws(Errno) -> Int {
    try Descriptor.read(number, into: &output)
  }

  /// Counts the file as changed now; the corresponding C function is `futimens`.
  package func renew() throws(Errno) {
    _ = try retrying { askcred_set_modified(number, askcred_wall_time()) }
  }

  /// At most `limit` bytes of public content, empty at the end.
  package func readSome(limit: Int) throws(Errno) -> [UInt8] {
    try [UInt8](capacity: limit) { (output) throws(Errno) in
      _ = try read(into: &output)
    }
  }

  /// All that is left to read of public content, or its first `limit` bytes.
  package func readAll(limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let part = try readSome(limit: min(65_536, limit - bytes.count))
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }
}

/// A pipe, both ends close-on-exec; an end that is taken out or set to nil is closed by itself.
package struct Pipe: ~Copyable {
  package var reading: FileDescriptor?
  package var writing: FileDescriptor?

  /// The corresponding C function is `pipe2`.
  package init() throws(Errno) {
    var ends: [CInt] = [-1, -1]
    _ = try retrying { unsafe askcred_pipe(&ends) }
    self.reading = FileDescriptor(owning: ends[0])
    self.writing = FileDescriptor(owning: ends[1])
  }
}

/// Calls on descriptors by number, for those that askcred was handed and does not own.
package enum Descriptor {
  /// Reads at most what is free in `output`; 0 is the end. The corresponding C function is `read`.
  package static func read(
    _ number: CInt, into output: inout OutputSpan<UInt8>
  ) throws(Errno) -> Int {
    let result: Result<Int, Errno> = unsafe output.withUnsafeMutableBufferPointer {
      buffer, filled in
      let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
      let got = Result { () throws(Errno) in
        try retrying { unsafe Glibc.read(number, free.baseAddress, free.count) }
      }
      if case .success(let count) = got { filled += count }
      return got
    }
    return try result.get()
  }

  /// Reads one byte, which no buffer keeps; nil is the end.
  package static func readByte(_ number: CInt) throws(Errno) -> UInt8? {
    var byte: UInt8 = 0
    let got = try retrying { unsafe Glibc.read(number, &byte, 1) }
    return got == 0 ? nil : byte
  }

  /// Writes some of `bytes` and says how many; the corresponding C function is `write`.
  package static func writeSome(_ number: CInt, _ bytes: Span<UInt8>) throws(Errno) -> Int {
    let result: Result<Int, Errno> = unsafe bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(Errno) in
        try retrying { unsafe Glibc.write(number, buffer.baseAddress, buffer.count) }
      }
    }
    return try result.get()
  }

  /// Writes all of `bytes`, also to a descriptor that somebody made non-blocking.
  package static func write(_ number: CInt, _ bytes: Span<UInt8>) throws(Errno) {
    var done = 0
    while done < bytes.count {
      do throws(Errno) {
        done += try writeSome(number, bytes.extracting(done..<bytes.count))
      } catch  where error.number == EAGAIN {
        _ = try Wait.first(of: [.writing(number)], until: .never)
      }
    }
  }

  /// What a descriptor can be used for, or nil where it is not open.
  package static func access(_ number: CInt) -> (reads: Bool, writes: Bool)? {
    let flags = askcred_status_flags(number)
    if flags < 0 { return nil }
    let mode = flags & O_ACCMODE
    return (mode != O_WRONLY, mode != O_RDONLY)
  }

  package static func isTerminal(_ number: CInt) -> Bool { isatty(number) == 1 }

  /// Whether it is a pipe, a socket or a file, which somebody has put something into.
  package static func isFed(_ number: CInt) -> Bool {
    var found = stat()
    guard unsafe fstat(number, &found) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFREG].contains(found.st_mode & S_IFMT)
  }

  /// Fails where no descriptor of this process may have the number.
  package static func checkNumber(_ number: CInt) throws(Errno) {
    if number >= limit { throw Errno(EMFILE) }
  }

  /// The lowest number at or above `preferred`, or else at or above 3, that the next program of this
  /// process has free, and that is none of `others`.
  package static func freeNumber(
    from preferred: CInt, besides others: [CInt]
  ) throws(Errno) -> CInt {
    let limit = limit
    for lowest in [preferred, 3] {
      var number = lowest
      while number < limit {
        if !others.contains(number), askcred_outlives_exec(number) == 0 { return number }
        number += 1
      }
    }
    throw Errno(EMFILE)
  }

  /// Puts an empty input, /dev/null, in the place of standard input.
  package static func endStandardInput() throws(Errno) {
    let null = try FileDescriptor.open("/dev/null", O_RDONLY)
    _ = try retrying { dup2(null.number, 0) }
  }

  /// What is above every number. The corresponding C function is `getrlimit`.
  private static var limit: CInt {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return CInt(clamping: limit.rlim_cur)
  }

  /// Opens /dev/null in the place of each closed one of 0, 1 and 2, so that no file or terminal that
  /// is opened later becomes standard output by accident. Gives the numbers that were closed.
  package static func fillStandardOnes() -> [CInt] {
    var closed: [CInt] = []
    for number: CInt in 0...2 where access(number) == nil {
      closed.append(number)
      // The lowest free number is given, and lower ones have been filled already.
      _ = unsafe askcred_open("/dev/null", O_RDWR, 0)
    }
    return closed
  }
}

extension ByteString {
  /// Lends the bytes up to the first NUL, ended by one.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe (bytes + [0]).withUnsafeBytes { buffer in
      // The array holds a NUL at least, so it has an address.
      guard let address = buffer.baseAddress else { preconditionFailure("no buffer") }
      return unsafe body(address.assumingMemoryBound(to: CChar.self))
    }
  }

  /// Copies the bytes up to the terminating NUL.
  init(copying pointer: UnsafePointer<CChar>) {
    let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
    self.init(unsafe [UInt8](bytes))
  }
}

// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Testing

/// A folder of a test's own, gone with it.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws {
    var template = Array("/tmp/askcred-test-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Errno.last }
    self.path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    _ = unsafe system("rm -rf '\(path)'")
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  var names: [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

@Suite struct FileTargetTests {
  private func write(_ text: String, to path: String, mode: UInt32 = 0o600) throws {
    let bytes = Array(text.utf8)
    try FileTarget(ByteString(path)).replace(with: bytes.span, mode: mode)
  }

  private func content(_ path: String) throws -> String {
    let file = try FileDescriptor.open(ByteString(path), O_RDONLY)
    return try String(decoding: file.readAll(limit: 1000), as: UTF8.self)
  }

  private func mode(_ path: String) -> UInt32 {
    var found = stat()
    _ = unsafe stat(path, &found)
    return found.st_mode & 0o7777
  }

  @Test func `a new file has the mode that was asked for and nothing else lies beside it`() throws {
    let folder = try TemporaryFolder()
    try write("a", to: folder["new"])
    try write("b", to: folder["shared"], mode: 0o640)
    #expect(try content(folder["new"]) == "a")
    #expect(mode(folder["new"]) == 0o600)
    #expect(mode(folder["shared"]) == 0o640)
    #expect(folder.names == ["new", "shared"])
  }

  @Test func `an existing file keeps its mode`() throws {
    let folder = try TemporaryFolder()
    try write("old", to: folder["file"], mode: 0o644)
    try write("new", to: folder["file"])
    #expect(try content(folder["file"]) == "new")
    #expect(mode(folder["file"]) == 0o644)
  }

  @Test func `a link is kept and its target replaced`() throws {
    let folder = try TemporaryFolder()
    _ = unsafe mkdir(folder["real"], 0o700)
    try write("old", to: folder["real/file"])
    _ = unsafe symlink("real/file", folder["link"])
    _ = unsafe symlink("link", folder["second"])
    try write("new", to: folder["second"])
    #expect(try content(folder["real/file"]) == "new")
    #expect(folder.names == ["link", "real", "second"])
    var found = stat()
    _ = unsafe lstat(folder["link"], &found)
    #expect(found.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a link to nowhere gets its target`() throws {
    let folder = try TemporaryFolder()
    _ = unsafe symlink("target", folder["link"])
    try write("x", to: folder["link"])
    #expect(try content(folder["target"]) == "x")
  }

  @Test func `what cannot be written is refused before anything is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    _ = unsafe symlink("loop", folder["loop"])
    #expect(throws: FileError.isFolder(ByteString(path))) { try FileTarget(ByteString(path)) }
    #expect(throws: FileError.tooManyLinks(ByteString(path + "/loop"))) {
      try FileTarget(ByteString(path + "/loop"))
    }
    #expect(
      throws: FileError.system(
        SystemError("cannot write '\(path)/no/file'", Errno(ENOENT)))
    ) { try FileTarget(ByteString(path + "/no/file")) }
  }

  @Test(.enabled(if: getuid() == 0, "needs root to make a link of another user"))
  func `another user's link in a folder for everybody is refused`() throws {
    let folder = try TemporaryFolder()
    _ = unsafe chmod(folder.path, 0o1777)
    _ = unsafe symlink("file", folder["link"])
    _ = unsafe lchown(folder["link"], 65_534, 65_534)
    let path = ByteString(folder["link"])
    #expect(throws: FileError.foreignLink(path)) { try FileTarget(path) }
    #expect(folder.names == ["link"])
  }

  @Test func `a signal that ends programs keeps a file from being replaced`() throws {
    let folder = try TemporaryFolder()
    try write("old", to: folder["file"])
    // This one is not acted on before the end, as `replace` finds it held back already.
    let signal = Signal(SIGUSR2)
    Signal.holding(SignalSet(signal)) {
      _ = pthread_kill(pthread_self(), SIGUSR2)
      #expect(throws: FileError.self) { try write("new", to: folder["file"]) }
      var (only, got) = (sigset_t(), CInt(0))
      unsafe sigemptyset(&only)
      unsafe sigaddset(&only, SIGUSR2)
      unsafe sigwait(&only, &got)
      #expect(got == SIGUSR2)
    }
    #expect(try content(folder["file"]) == "old")
    #expect(folder.names == ["file"])
  }

  @Test func `a name that is too long is refused beforehand`() throws {
    let folder = try TemporaryFolder()
    let path = folder[String(repeating: "n", count: 256)]
    #expect(
      throws: FileError.system(SystemError("cannot write '\(path)'", Errno(ENAMETOOLONG)))
    ) { try FileTarget(ByteString(path)) }
  }

  @Test func `a socket is refused beforehand`() throws {
    let folder = try TemporaryFolder()
    let path = folder["socket"]
    #expect(unsafe mknod(path, S_IFSOCK | 0o600, 0) == 0)
    #expect(
      throws: FileError.system(SystemError("cannot write '\(path)'", Errno(ENXIO)))
    ) { try FileTarget(ByteString(path)) }
  }

  @Test func `a device is written to where it is`() throws {
    let target = try FileTarget("/dev/null")
    #expect(target.kind == .special)
    let bytes = Array("x".utf8)
    try target.writeInPlace(bytes.span, until: .after(.seconds(5)))
  }
}

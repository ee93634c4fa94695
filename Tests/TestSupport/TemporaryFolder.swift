// SPDX-License-Identifier: MIT

import Glibc

/// A folder for the files of one test, removed with its owner.
package struct TemporaryFolder: ~Copyable {
  package let path: String
  private var files: [String] = []
  private var folders: [String] = []

  package struct Failure: Error {
    package var path: String
    package var errno: CInt
  }

  package init() throws(Failure) {
    var template = Array("/tmp/test-XXXXXX\0".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Failure(path: "/tmp", errno: errno)
    }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
  }

  deinit {
    // What a program put there beside them is left, and with it the folder.
    for file in files { unsafe unlink(file) }
    for folder in folders.reversed() { unsafe rmdir(folder) }
    unsafe rmdir(path)
  }

  /// Makes a folder in it.
  package mutating func makeFolder(_ name: String) throws(Failure) {
    let folder = path + "/" + name
    guard unsafe mkdir(folder, 0o755) == 0 else { throw Failure(path: folder, errno: errno) }
    folders.append(folder)
  }

  /// Makes a file in it.
  package mutating func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    let file = path + "/" + name
    let number = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw Failure(path: file, errno: errno) }
    defer { close(number) }
    files.append(file)
    let written = unsafe Glibc.write(number, bytes, bytes.count)
    guard written == bytes.count else { throw Failure(path: file, errno: errno) }
  }

  /// Expects a program to make a file of that name, which is to be removed too.
  package mutating func expect(_ name: String) {
    files.append(path + "/" + name)
  }

  /// All bytes of a file in it.
  package func read(_ name: String) throws(Failure) -> [UInt8] {
    let file = path + "/" + name
    let number = unsafe open(file, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(path: file, errno: errno) }
    defer { close(number) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(number, &buffer, buffer.count)
      if count < 0 { throw Failure(path: file, errno: errno) }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
    }
  }
}

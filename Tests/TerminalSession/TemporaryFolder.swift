// SPDX-License-Identifier: MIT

private import Glibc

/// A folder that goes with its owner, with all that is in it.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    var template = "/tmp/session-XXXXXX".utf8.map { CChar($0) } + [0]
    guard unsafe mkdtemp(&template) != nil else { throw SessionFailure.call("mkdtemp") }
    self.path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  package var names: [String] { Files.names(in: path) }

  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  private static func remove(_ path: String) {
    if unsafe unlink(path) == 0 { return }
    for name in Files.names(in: path) { remove(path + "/" + name) }
    _ = unsafe rmdir(path)
  }
}

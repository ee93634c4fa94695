// SPDX-License-Identifier: MIT

import Backends
import Formats
import Posix
import TestSupport

/// A file of logins in a folder of its own, for the time of a test. At first there is none.
final class MadeFile: Sendable {
  let format: any LoginFile
  private let folder: TemporaryFolder

  convenience init(_ name: FormatName) throws {
    guard let format = name.loginFile else { throw NoFile() }
    try self.init(format)
  }

  struct NoFile: Error {}

  init(_ format: any LoginFile) throws {
    self.format = format
    var folder = try TemporaryFolder()
    folder.expect("file")
    self.folder = folder
  }

  var path: String { folder.path + "/file" }

  var backend: FileBackend { FileBackend(format, at: ByteString(path)) }

  /// All bytes of the file, as text.
  var text: String {
    get throws { String(decoding: try folder.read("file"), as: UTF8.self) }
  }
}

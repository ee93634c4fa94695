// SPDX-License-Identifier: MIT

import Glibc
import Posix

/// A text file of the package.
struct Document {
  let lines: [Substring]

  var text: String { lines.joined(separator: "\n") }

  /// Reads the file at `path`, which starts at the package's folder.
  init(_ path: String) throws {
    let file = try FileDescriptor.open(ByteString(Self.path(path)), O_RDONLY)
    var bytes: [UInt8] = []
    while true {
      let part = try [UInt8](capacity: 65_536) { output throws(Errno) in
        _ = try file.read(into: &output)
      }
      if part.isEmpty { break }
      bytes += part
    }
    self.init(text: String(decoding: bytes, as: UTF8.self))
  }

  init(text: String) {
    self.lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines that start so.
  func starting(with prefix: String) -> Document {
    Document(text: lines.filter { $0.hasPrefix(prefix) }.joined(separator: "\n"))
  }

  /// What a pattern with one group finds, each time that it finds it.
  func captures(_ pattern: Regex<(Substring, Substring)>) -> [String] {
    text.matches(of: pattern).map { String($0.output.1) }
  }

  /// The pairs that a pattern with two groups finds, as `p prompt`.
  func pairs(_ pattern: Regex<(Substring, Substring, Substring)>) -> Set<String> {
    Set(text.matches(of: pattern).map { "\($0.output.1) \($0.output.2)" })
  }

  /// Whether the word stands there with no letter, digit or dash around it.
  func contains(word: String) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.contains { $0 == word }
  }

  /// The whole path of a file of the package.
  static func path(_ path: String) -> String { folder + path }

  private static let folder: String = {
    let components = #filePath.split(separator: "/").dropLast(3)
    return "/" + components.joined(separator: "/") + "/"
  }()
}

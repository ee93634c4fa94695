// SPDX-License-Identifier: MIT

private import Glibc

/// A pattern as shells have it, where `*` stands for any text; the corresponding C function is
/// `fnmatch`.
package struct Glob: Sendable {
  private let pattern: ByteString

  package init(_ pattern: ByteString) {
    self.pattern = pattern
  }

  package func matches(_ text: ByteString) -> Bool {
    unsafe pattern.withCString { pattern in
      unsafe text.withCString { text in unsafe fnmatch(pattern, text, 0) == 0 }
    }
  }
}

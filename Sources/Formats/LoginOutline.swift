// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// What is known of a login before the first question.
package struct LoginOutline: Sendable {
  /// The parts that it will have.
  package var parts: [Part]
  /// Those that will certainly hold a line feed.
  package var multiline: Set<Part>
  /// The values that are not asked for.
  package var known: [Part: ByteString]

  package init(parts: [Part], multiline: Set<Part> = [], known: [Part: ByteString] = [:]) {
    self.parts = parts
    self.multiline = multiline
    self.known = known
  }
}

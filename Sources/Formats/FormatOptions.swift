// SPDX-License-Identifier: MIT

package import Credentials

/// What the command line says about the form.
package struct FormatOptions: Sendable {
  /// The names of variables, where the format writes such: a part that is not among them gets a
  /// name by default, a part that is there twice is written twice.
  package var variables: [Variable]
  /// Off, what ends the last value is left out: a newline, or the NUL of `nul`.
  package var endsWithNewline: Bool
  /// What `kubernetes` answers; nil where nobody said.
  package var kubernetesRequest: KubernetesRequest?

  package init(
    variables: [Variable] = [], endsWithNewline: Bool = true,
    kubernetesRequest: KubernetesRequest? = nil
  ) {
    self.variables = variables
    self.endsWithNewline = endsWithNewline
    self.kubernetesRequest = kubernetesRequest
  }
}

/// A variable that takes a part of the login.
package struct Variable: Hashable, Sendable {
  /// A name as shells have it, `[A-Za-z_][A-Za-z0-9_]*`, which therefore never acts as anything
  /// else.
  package let name: String
  package let part: Part

  /// Nil where `name` is no name for a variable.
  package init?(_ name: String, takes part: Part) {
    let isWord = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isWord, let first = name.utf8.first, first > UInt8(ascii: "9") else { return nil }
    self.name = name
    self.part = part
  }

  init(name: String, part: Part) {
    self.name = name
    self.part = part
  }
}

// SPDX-License-Identifier: MIT

/// The formats by the names that `--format` takes.
package enum FormatName: String, CaseIterable, Sendable {
  case lines, nul, json, sh, userpass, curl, netrc
  case gitCredentials = "git-credentials"
  case git

  /// Whether it writes variables, whose names `--env` can choose.
  package var hasVariableNames: Bool { self == .sh }
}

// SPDX-License-Identifier: MIT

/// The formats by the names that `--format` takes.
package enum FormatName: String, CaseIterable, Sendable {
  case lines, nul, json, sh, userpass, curl, netrc, pgpass, mycnf
  case gitCredentials = "git-credentials"
  case git, htpasswd, cifs
  case systemdEnv = "systemd-env"
  case dockerEnv = "docker-env"
  case dotenv, aws, kubernetes

  /// Whether it writes variables, whose names `--env` can choose.
  package var hasVariableNames: Bool {
    switch self {
    case .sh, .systemdEnv, .dockerEnv, .dotenv: true
    default: false
    }
  }

  /// Whether it is for logins of any kind and for no one program.
  var isGeneral: Bool {
    switch self {
    case .lines, .nul, .json, .sh: true
    default: false
    }
  }
}

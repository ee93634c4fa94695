// SPDX-License-Identifier: MIT

/// The ports that a URL need not name.
enum DefaultPort {
  /// The port of a scheme in lower case, or nil where it is not known.
  ///
  /// Source: the service names of IANA's registry (RFC 6335), TCP. `sftp` runs over ssh; `smtps` is
  /// `submissions` there; for `rediss` and `postgres` the plain name's port is what clients take.
  static func of(_ scheme: String) -> Int? {
    switch scheme {
    case "ftp": 21
    case "ftps": 990
    case "git": 9418
    case "http", "ws": 80
    case "https", "wss": 443
    case "imap": 143
    case "imaps": 993
    case "ldap": 389
    case "ldaps": 636
    case "mysql": 3306
    case "nntp": 119
    case "nntps": 563
    case "pop3": 110
    case "pop3s": 995
    case "postgres", "postgresql": 5432
    case "redis", "rediss": 6379
    case "rsync": 873
    case "sftp", "ssh": 22
    case "smtp": 25
    case "smtps", "submissions": 465
    case "submission": 587
    case "telnet": 23
    default: nil
    }
  }
}

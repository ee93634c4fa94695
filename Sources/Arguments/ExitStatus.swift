// SPDX-License-Identifier: MIT

/// How askcred ends, so that a script can tell "no" from "gone" from "broken".
package enum ExitStatus: CInt, CaseIterable, Sendable {
  case done = 0
  case failed = 1
  case usage = 2
  case cancelled = 3
  case noTerminal = 4
  case notAccepted = 5
  case inputRefused = 6
  case notCarried = 7
  case noLogin = 8
  case locked = 9
  case severalLogins = 10
  case timedOut = 124
  case notStarted = 125
  case cannotRun = 126
  case noCommand = 127

  /// What it tells the caller, in one line.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .failed: "failed: a backend, a file or a program; the message says which"
    case .usage: "the command line is wrong"
    case .cancelled:
      "cancelled by the person: end of file at a prompt, or \"no\" at a yes/no question"
    case .noTerminal: "no terminal to ask on, the terminal went away, or asking was forbidden"
    case .notAccepted:
      "not accepted: the two entries differed, the check refused, or nothing was given, in every"
        + " attempt"
    case .inputRefused:
      "input refused: too long, a NUL byte, an account that is not UTF-8, several lines in one"
        + " field, too few lines"
    case .notCarried: "the chosen format or backend cannot carry these bytes"
    case .noLogin: "no such login, or it has expired"
    case .locked: "the store is locked and nobody could be asked, or it is not reachable"
    case .severalLogins: "several logins match; the message lists their accounts"
    case .timedOut: "timed out"
    case .notStarted: "exec: what is status 1 elsewhere, before the command was run"
    case .cannotRun: "exec: the command cannot be run"
    case .noCommand: "exec: the command is not there"
    }
  }

  /// What the caller sees in place of a status where a signal ended askcred.
  package static let signalMeaning = """
    killed by SIGINT, SIGTERM, SIGHUP or SIGQUIT: the terminal was put back, nothing was written
    """
}

// SPDX-License-Identifier: MIT

package import Posix

/// What the command line asks for, checked as far as it can be without doing any of it.
package enum Request: Equatable, Sendable {
  /// Explain a command, or all of askcred.
  case help(CommandName?)
  case version
  case ask(AskRequest)
  case save(SaveRequest)
  case get(GetRequest)
  case list(ListRequest)
  case erase(EraseRequest)
  case copy(CopyRequest)
  case exec(ExecRequest)
  case initialise(InitRequest)
  case unlock(UnlockRequest)
  case lock(LockRequest)
  case passwd(PasswdRequest)
  case recipients(RecipientsRequest)

  /// Reads `arguments`, those after the program's name. `now` is in seconds since 1970.
  package init(
    arguments: WordList, environment: Environment, now: @autoclosure () -> Int = Clock.seconds
  ) throws(UsageError) {
    let invocation = try Invocation(arguments)
    switch (invocation.ending, invocation.command) {
    case (.version, _):
      self = .version
    case (.help, _):
      self = .help(invocation.named)
    case (_, .help):
      self = .help(try invocation.topic)
    case (_, .ask):
      self = .ask(try AskRequest(invocation, environment))
    case (_, .save):
      self = .save(try SaveRequest(invocation, environment, now: now()))
    case (_, .get):
      self = .get(try GetRequest(invocation, environment))
    case (_, .list):
      self = .list(try ListRequest(invocation, environment))
    case (_, .erase):
      self = .erase(try EraseRequest(invocation, environment))
    case (_, .copy):
      self = .copy(try CopyRequest(invocation, environment))
    case (_, .exec):
      self = .exec(try ExecRequest(invocation, environment))
    case (_, .initialise):
      self = .initialise(try InitRequest(invocation, environment))
    case (_, .unlock):
      self = .unlock(try UnlockRequest(invocation, environment))
    case (_, .lock):
      self = .lock(LockRequest(invocation))
    case (_, .passwd):
      self = .passwd(try PasswdRequest(invocation, environment))
    case (_, .recipients):
      self = .recipients(try RecipientsRequest(invocation, environment))
    }
  }
}

/// `askcred ask`: ask, and answer on standard output, a descriptor or a file.
package struct AskRequest: Equatable, Sendable {
  package let asking: AskingOptions
  package let output: OutputOptions
  package let verbosity: Verbosity

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.asking = try AskingOptions(invocation, environment)
    self.output = try OutputOptions(invocation, parts: asking.parts)
    self.verbosity = Verbosity(invocation)
  }
}

/// How much is said on standard error.
package enum Verbosity: Equatable, Sendable {
  case quiet, normal, verbose

  init(_ invocation: Invocation) {
    if invocation.has(.quiet) {
      self = .quiet
    } else if invocation.has(.verbose) {
      self = .verbose
    } else {
      self = .normal
    }
  }
}

extension Invocation {
  /// The command that help is wanted on.
  fileprivate var topic: CommandName? {
    get throws(UsageError) {
      guard let word = operands.first else { return nil }
      return try CommandName.named(word, orElse: .unknownTopic(word))
    }
  }
}

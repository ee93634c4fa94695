// SPDX-License-Identifier: MIT

package import Posix

/// What the command line asks for, checked as far as it can be without doing any of it.
package enum Request: Equatable, Sendable {
  /// Explain a command, or all of askcred.
  case help(CommandName?)
  case version
  case ask(AskRequest)

  /// Reads `arguments`, those after the program's name.
  package init(arguments: [ByteString], environment: Environment) throws(UsageError) {
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

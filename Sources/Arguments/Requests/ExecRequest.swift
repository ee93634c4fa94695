// SPDX-License-Identifier: MIT

package import Credentials
private import Formats
package import Posix

/// `askcred exec`: run a command that gets a login.
package struct ExecRequest: Equatable, Sendable {
  package enum Source: Equatable, Sendable {
    case saved(WantedLogin)
    /// Is asked for, and not kept.
    case asked(AskingOptions)

    /// What is asked, where there is anything to ask.
    package var asking: AskingOptions? {
      switch self {
      case .saved(let wanted): wanted.asking
      case .asked(let asking): asking
      }
    }
  }

  package let source: Source
  /// In the order of the command line, one at least; no place stands there twice.
  package let deliveries: [Delivery]
  /// Whether the last value of a format is ended as the others are.
  package let endsWithNewline: Bool
  /// The service's name in a format, where that is another.
  package let renamed: Service?
  /// The command and its arguments, one word at least.
  package let command: [ByteString]
  package let verbosity: Verbosity

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    guard let command = invocation.program else { throw .missingDashes }
    if command.isEmpty { throw .missingOperand("COMMAND after '--'", .exec) }
    self.command = command
    // A file of one login needs no service, where it is named on the command line.
    let namesServices = try BackendChoice(invocation, .backend)?.namesServices ?? true
    if invocation.operands.isEmpty, namesServices {
      for option: OptionName in [.ask, .backend] where invocation.has(option) {
        throw .needsService(option)
      }
      self.source = .asked(try AskingOptions(invocation, environment))
    } else {
      self.source = .saved(try WantedLogin(invocation, environment))
    }
    self.deliveries = try Delivery.all(invocation, parts: source.asking?.parts)
    if !deliveries.contains(where: \.isLogin) {
      // A part is handed over as it is.
      for option: OptionName in [.noNewline, .renamed] where invocation.has(option) {
        throw .needs(option, .format)
      }
    }
    self.endsWithNewline = !invocation.has(.noNewline)
    self.renamed = try Service(invocation, .renamed)
    if case .asked = source, renamed == nil {
      for case .login(let format) in deliveries.compactMap(\.content)
      where format.format.needsService {
        throw .formatNeedsService(format)
      }
    }
    self.verbosity = Verbosity(invocation)
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
private import Posix

/// `askcred get`: print a saved password, or more of the login.
package struct GetRequest: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// The password alone.
    case password
    /// That part alone.
    case part(Part)
    case login(FormatName)
  }

  package let wanted: WantedLogin
  package let content: Content
  /// In the order of the command line; no name stands there twice, a part may.
  package let variables: [Variable]
  /// Whether the last value is ended as the others are.
  package let endsWithNewline: Bool
  package let destination: OutputOptions.Destination
  /// The service's name in the output, where that is another.
  package let renamed: Service?

  init(_ invocation: Invocation, _ environment: Environment) throws(UsageError) {
    self.wanted = try WantedLogin(invocation, environment)
    // What is saved already can have any part.
    let parts = wanted.asking?.parts
    self.content = try Content(invocation)
    if let parts, let part = content.part, !parts.contains(part) { throw .absentPart(part) }
    self.variables = try OutputOptions.variables(invocation, parts: parts)
    if !variables.isEmpty {
      if case .login(let format) = content {
        if !format.hasVariableNames, !wanted.backend.hasVariableNames { throw .noVariables(format) }
      } else if !wanted.backend.hasVariableNames {
        throw .needs(.env, .format)
      }
    }

    self.endsWithNewline = !invocation.has(.noNewline)
    self.destination = try OutputOptions.Destination(invocation)
    self.renamed = try Service(invocation, .renamed)
  }
}

extension GetRequest.Content {
  fileprivate init(_ invocation: Invocation) throws(UsageError) {
    if let name = invocation.value(of: .part) {
      guard let part = name.text.flatMap(Part.init) else { throw .unknownPart(name) }
      self = .part(part)
    } else if invocation.has(.format) {
      self = .login(try OutputOptions.format(invocation))
    } else {
      self = .password
    }
  }

  /// The part that is wanted alone.
  fileprivate var part: Part? {
    switch self {
    case .password: .password
    case .part(let part): part
    case .login: nil
    }
  }
}

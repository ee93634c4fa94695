// SPDX-License-Identifier: MIT

internal import Credentials
package import Formats
package import Posix

/// Where a login is written to, and in which form.
package struct OutputOptions: Equatable, Sendable {
  package enum Destination: Equatable, Sendable {
    case standardOutput
    /// A descriptor that askcred was handed.
    case descriptor(CInt)
    /// A path.
    case file(ByteString)
  }

  package let destination: Destination
  package let format: FormatName
  /// In the order of the command line; no name stands there twice, a part may.
  package let variables: [Variable]
  /// Whether the last value is ended as the others are.
  package let endsWithNewline: Bool

  package static let defaultFormat = FormatName.lines

  /// What an invocation says of the output of a login that has `parts`.
  init(_ invocation: Invocation, parts: PartList) throws(UsageError) {
    self.destination = try Destination(invocation)
    self.format = try Self.format(invocation)
    self.variables = try Self.variables(invocation, parts: parts)
    self.endsWithNewline = !invocation.has(.noNewline)

    if !variables.isEmpty, !format.hasVariableNames { throw .noVariables(format) }
    if format.format.needsService { throw .formatNeedsService(format) }
  }

  static func format(_ invocation: Invocation) throws(UsageError) -> FormatName {
    guard let value = invocation.value(of: .format) else { return defaultFormat }
    guard let format = value.text.flatMap(FormatName.init(rawValue:)) else {
      throw .badValue(.format, value)
    }
    return format
  }

  /// What an invocation says of variables. `parts` are those of the login; nil where they are not known
  /// yet.
  static func variables(
    _ invocation: Invocation, parts: PartList?
  ) throws(UsageError) -> [Variable] {
    var variables: [Variable] = []
    for occurrence in invocation.occurrences where occurrence.option == .env {
      guard let value = occurrence.value else { continue }
      let variable = try Variable(value)
      if variables.contains(where: { $0.name == variable.name }) {
        throw .variableTwice(variable.name)
      }
      if let parts, !parts.contains(variable.part) { throw .absentPart(variable.part) }
      variables.append(variable)
    }
    return variables
  }
}

extension OutputOptions.Destination {
  init(_ invocation: Invocation) throws(UsageError) {
    if let path = try invocation.filledValue(of: .output) {
      // As elsewhere; a file of that name is `./-`.
      self = path == "-" ? .standardOutput : .file(path)
    } else if let number = try invocation.number(of: .outputFd, in: 0...Int(CInt.max)) {
      self = .descriptor(CInt(number))
    } else {
      self = .standardOutput
    }
  }
}

extension Variable {
  /// The value of `--env`.
  init(_ value: ByteString) throws(UsageError) {
    let (name, part) = value.cut(at: "=")
    guard let part, let text = name.text else { throw .badValue(.env, value) }
    guard let known = part.text.flatMap(Part.init) else { throw .unknownPart(part) }
    guard let variable = Variable(text, takes: known) else { throw .badValue(.env, value) }
    self = variable
  }
}

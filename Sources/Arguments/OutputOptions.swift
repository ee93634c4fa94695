// SPDX-License-Identifier: MIT

package import Credentials
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

  /// A variable's name, for a format that has such.
  package struct Variable: Equatable, Sendable {
    /// `[A-Za-z_][A-Za-z0-9_]*`
    package let name: String
    /// Is in the login.
    package let part: Part

    package init(name: String, part: Part) {
      self.name = name
      self.part = part
    }
  }

  package let destination: Destination
  package let format: FormatName
  /// In the order of the command line; no name stands there twice, a part may.
  package let variables: [Variable]
  /// Whether the last value is ended as the others are.
  package let endsWithNewline: Bool

  package static let defaultFormat = FormatName.lines

  /// What an invocation says of the output of a login that has `parts`.
  init(_ invocation: Invocation, parts: Set<Part>) throws(UsageError) {
    self.destination = try Destination(invocation)
    self.format = try Self.format(invocation)
    self.variables = try Self.variables(invocation, parts: parts)
    self.endsWithNewline = !invocation.has(.noNewline)

    if !variables.isEmpty, !format.hasVariableNames { throw .noVariables(format) }
  }

  private static func format(_ invocation: Invocation) throws(UsageError) -> FormatName {
    guard let value = invocation.value(of: .format) else { return defaultFormat }
    guard let format = value.text.flatMap(FormatName.init(rawValue:)) else {
      throw .badValue(.format, value)
    }
    return format
  }

  private static func variables(
    _ invocation: Invocation, parts: Set<Part>
  ) throws(UsageError) -> [Variable] {
    var variables: [Variable] = []
    for (_, value) in invocation.values(of: .env) {
      let variable = try Variable(value)
      if variables.contains(where: { $0.name == variable.name }) {
        throw .variableTwice(variable.name)
      }
      if !parts.contains(variable.part) { throw .absentPart(variable.part) }
      variables.append(variable)
    }
    return variables
  }
}

extension OutputOptions.Destination {
  fileprivate init(_ invocation: Invocation) throws(UsageError) {
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

extension OutputOptions.Variable {
  /// The value of `--env`.
  fileprivate init(_ value: ByteString) throws(UsageError) {
    let (name, part) = value.cut(at: "=")
    guard let part, let text = name.text, Self.isName(text) else { throw .badValue(.env, value) }
    guard let known = part.text.flatMap(Part.init) else { throw .unknownPart(part) }
    self.init(name: text, part: known)
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !isDigit(first) else { return false }
    return text.utf8.allSatisfy { isDigit($0) || isLetter($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

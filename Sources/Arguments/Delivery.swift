// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
internal import Posix

/// What a command that is run gets of the login, and where it finds it.
package enum Delivery: Equatable, Sendable {
  /// A part in an environment variable.
  case variable(Variable)
  /// Behind descriptor 0, or 3 or more.
  case descriptor(CInt, Content)
  /// In a file, whose path is in that environment variable.
  case file(variable: String, Content)

  package enum Content: Equatable, Sendable {
    /// That part alone, as it is.
    case part(Part)
    case login(FormatName)
  }

  /// What it delivers into a file or behind a descriptor; nil where that is not what it does.
  package var content: Content? {
    switch self {
    case .variable: nil
    case .descriptor(_, let content), .file(_, let content): content
    }
  }

  /// Whether it delivers all of the login, in a format.
  var isLogin: Bool {
    if case .login = content { true } else { false }
  }

  /// What an invocation says, in the order of the command line; no variable and no descriptor stands
  /// there twice. `parts` are those of the login; nil where they are not known yet.
  static func all(_ invocation: Invocation, parts: PartList?) throws(UsageError) -> [Delivery] {
    let format = invocation.has(.format) ? try OutputOptions.format(invocation) : nil
    let whole = format.map(Content.login) ?? .part(.password)
    var all: [Delivery] = []
    for occurrence in invocation.occurrences {
      guard let delivery = try Delivery(occurrence, whole: whole) else { continue }
      if let name = delivery.variableName, all.contains(where: { $0.variableName == name }) {
        throw .variableTwice(name)
      }
      if let number = delivery.number, all.contains(where: { $0.number == number }) {
        throw .descriptorTwice(number)
      }
      if let parts, let part = delivery.part, !parts.contains(part) { throw .absentPart(part) }
      all.append(delivery)
    }
    if all.isEmpty { throw .nothingHandedOver }
    if format != nil, !all.contains(where: { $0.content == whole }) { throw .unusedFormat }
    return all
  }

  /// What `--env`, `--fd` or `--file` says; nil for any other option. `whole` is meant where no part is
  /// named.
  private init?(_ occurrence: OptionOccurrence, whole: Content) throws(UsageError) {
    let option = occurrence.option
    guard let value = occurrence.value else { return nil }
    switch option {
    case .env:
      self = .variable(try Variable(value))
    case .fd:
      let (number, part) = value.cut(at: "=")
      guard let known = Int(digits: number.bytes).flatMap({ CInt(exactly: $0) }),
        known != 1, known != 2
      else { throw .badValue(option, value) }
      self = .descriptor(known, try part?.asContent ?? whole)
    case .file:
      let (name, part) = value.cut(at: "=")
      guard let variable = name.text.flatMap({ Variable($0, takes: .password) }) else {
        throw .badValue(option, value)
      }
      self = .file(variable: variable.name, try part?.asContent ?? whole)
    default: return nil
    }
  }

  private var variableName: String? {
    switch self {
    case .variable(let variable): variable.name
    case .file(let name, _): name
    case .descriptor: nil
    }
  }

  private var number: CInt? {
    if case .descriptor(let number, _) = self { number } else { nil }
  }

  private var part: Part? {
    if case .variable(let variable) = self { return variable.part }
    if case .part(let part) = content { return part }
    return nil
  }
}

extension ByteString {
  /// The part that it names.
  fileprivate var asContent: Delivery.Content {
    get throws(UsageError) {
      guard let part = text.flatMap(Part.init) else { throw .unknownPart(self) }
      return .part(part)
    }
  }
}

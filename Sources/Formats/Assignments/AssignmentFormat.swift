// SPDX-License-Identifier: MIT

internal import Credentials

/// A format of assignments, `NAME=value`, one after another.
protocol AssignmentFormat: Format {
  /// The variables that a part goes into, one at least.
  func variables(of part: Part, _ options: FormatOptions) -> [Variable]
  /// Writes a value of which nothing was refused as it stands after the `=`.
  func put(_ value: Span<UInt8>, to output: inout Output) throws(FormatError)
}

extension AssignmentFormat {
  func variables(of part: Part, _ options: FormatOptions) -> [Variable] {
    options.variables(of: part)
  }

  func examine(_ outline: LoginOutline, _ options: FormatOptions) throws(FormatError) {
    for variable in options.variables where !outline.parts.contains(variable.part) {
      throw .missing(variable.part, for: name)
    }
    var names: [String] = []
    for part in outline.parts {
      for variable in variables(of: part, options) {
        if names.contains(variable.name) { throw .sameVariable(variable.name, in: name) }
        names.append(variable.name)
      }
    }
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try lines(of: credential, options)
  }

  /// An assignment for each variable.
  func lines(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try Output.text { (output) throws(FormatError) in
      var isFirst = true
      try credential.forEachValue { (part, value) throws(FormatError) in
        for variable in variables(of: part, options) {
          if !isFirst { try output.put("\n") }
          isFirst = false
          try output.put(variable.name)
          try output.put("=")
          try put(value, to: &output)
        }
      }
      if options.endsWithNewline { try output.put("\n") }
    }
  }
}

extension FormatOptions {
  /// The variables that a part goes into, one at least.
  func variables(of part: Part) -> [Variable] {
    let given = variables.filter { $0.part == part }
    return given.isEmpty ? [Variable(for: part)] : given
  }

  /// What the variable of that name holds; nil where it is none of the login's.
  func variable(named name: Span<UInt8>) -> Variable? {
    if let given = variables.first(where: { name.isEqual(to: $0.name) }) { return given }
    guard let usual = Variable(usualName: name),
      !variables.contains(where: { $0.part == usual.part })
    else { return nil }
    return usual
  }
}

extension Variable {
  private static let usualStart = "ASKCRED_"

  /// The variable of a part that was given none: `ASKCRED_` and the part's name in capitals.
  init(for part: Part) {
    self.init(name: Self.usualStart + part.name.uppercased(), part: part)
  }

  /// Nil where no part has this name by default.
  fileprivate init?(usualName name: Span<UInt8>) {
    let start = Self.usualStart.utf8.count
    guard name.count > start, name.extracting(..<start).isEqual(to: Self.usualStart) else {
      return nil
    }
    var text = ""
    for index in start..<name.count {
      let byte = name[index]
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if byte >= 0x60 { return nil }
      text.unicodeScalars.append(Unicode.Scalar(isCapital ? byte + 0x20 : byte))
    }
    guard let part = Part(text) else { return nil }
    self.init(for: part)
  }
}

extension Span<UInt8> {
  /// Whether these are the bytes of a public word.
  func isEqual(to word: String) -> Bool {
    let bytes = word.utf8
    if count != bytes.count { return false }
    for (index, byte) in bytes.enumerated() where self[index] != byte { return false }
    return true
  }
}

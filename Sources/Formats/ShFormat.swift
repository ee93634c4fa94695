// SPDX-License-Identifier: MIT

internal import Credentials

/// `sh`: assignments for `eval` in a POSIX shell and those like it, each value in single quotes, in
/// which every byte but the quote stands for itself.
struct ShFormat: Format {
  let name = FormatName.sh
  let places = Places.any

  func examine(_ outline: LoginOutline, _ options: FormatOptions) throws(FormatError) {
    for variable in options.variables where !outline.parts.contains(variable.part) {
      throw .missing(variable.part, for: name)
    }
    var names: Set<String> = []
    for variable in outline.parts.flatMap(options.variables(of:)) {
      if !names.insert(variable.name).inserted { throw .sameVariable(variable.name, in: name) }
    }
  }

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.first { $0 == 0 }.map(Refusal.byte)
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try Output.text { (output) throws(FormatError) in
      var isFirst = true
      try credential.forEachValue { (part, value) throws(FormatError) in
        for variable in options.variables(of: part) {
          if !isFirst { try output.put("\n") }
          isFirst = false
          try output.put(variable.name)
          try output.put("='")
          for index in value.indices {
            let byte = value[index]
            if byte == UInt8(ascii: "'") { try output.put("'\\''") } else { try output.put(byte) }
          }
          try output.put("'")
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
}

// SPDX-License-Identifier: MIT

internal import Credentials

/// `cifs`: the file of the option `credentials=` of mount.cifs(8), with the lines `username=`, `password=`
/// and `domain=`, the last of which is for the field `domain`.
///
/// A value is what follows the first `=` up to the LF, as it is. Blanks at the start of a line are skipped,
/// a name is told by how it begins, in whatever case, and other lines are passed over, so that there
/// are comments: `open_cred_file` in mount.cifs.c of cifs-utils.
struct CifsFormat: AssignmentFile {
  let name = FormatName.cifs
  let places = Places(account: .required, password: .required, takesFields: true)
  let takesCarriageReturns = false

  /// In bytes, without the LF: mount.cifs reads lines into a buffer of 4 KiB.
  private static let longestLine = 4094
  /// In bytes. A longer name is cut; commas of a password count twice.
  private static let longestName = 256
  private static let longestPassword = 512

  private static let domain = FieldName("domain").map(Part.field)

  func variables(of part: Part, _ options: FormatOptions) -> [Variable] {
    switch part {
    case .account: [Variable(name: "username", part: part)]
    case .password, .field: [Variable(name: part.name, part: part)]
    }
  }

  func examine(_ outline: LoginOutline, _ options: FormatOptions) throws(FormatError) {
    for part in outline.parts {
      if case .field = part, part != Self.domain { throw .noPlace(for: part, in: name) }
    }
  }

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    // The kernel is given the options of a mount between commas, doubled in the password alone.
    let refused = value.first {
      $0 == 0x0A || $0 == 0 || ($0 == UInt8(ascii: ",") && part != .password)
    }
    return refused.map(Refusal.byte)
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    try credential.forEachValue { (part, value) throws(FormatError) in
      var size = value.count
      if part == .password {
        for index in value.indices where value[index] == UInt8(ascii: ",") { size += 1 }
      }
      let limit = part == .password ? Self.longestPassword : Self.longestName
      if size > limit {
        let start = variables(of: part, options)[0].name.utf8.count + 1
        throw .tooLong(limit: start + limit, for: name)
      }
    }
    return try lines(of: credential, options)
  }

  func put(_ value: Span<UInt8>, to output: inout Output) throws(FormatError) {
    try output.put(value)
  }

  func variable(named name: Span<UInt8>, _ options: FormatOptions) -> Variable? {
    if name.begins(with: "user") { return variables(of: .account, options)[0] }
    if name.begins(with: "pass") {
      // Newer versions have a second password, for the time in which the first one is changed.
      if name.isEqual(to: "pass2") || name.isEqual(to: "password2") { return nil }
      return variables(of: .password, options)[0]
    }
    if name.begins(with: "dom") { return Self.domain.map { variables(of: $0, options)[0] } }
    return nil
  }

  func forEachAssignment(
    in text: Span<UInt8>, _ body: (Assignment) throws(LoginFileError) -> Void
  ) throws(LoginFileError) -> TextEnd {
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      if end - start > Self.longestLine {
        throw .malformed(text, at: start, "longer than \(Self.longestLine) bytes")
      }
      let next = min(end + 1, text.count)
      var name = start
      while name < end, text[name] == UInt8(ascii: " ") || text[name] == UInt8(ascii: "\t") {
        name += 1
      }
      var equals = name
      while equals < end, text[equals] != UInt8(ascii: "=") { equals += 1 }
      if equals < end {
        try body(
          Assignment(name: name..<equals, value: equals + 1..<end, lines: start..<next))
      }
      start = next
    }
    return text.endsInLine ? .line : .whole
  }
}

extension Span<UInt8> {
  /// Whether these are the bytes of a word, in whatever case, and more. The word is in lower case.
  func begins(with word: String) -> Bool {
    if count < word.utf8.count { return false }
    for (index, byte) in word.utf8.enumerated() {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self[index])
      if (isCapital ? self[index] + 0x20 : self[index]) != byte { return false }
    }
    return true
  }
}

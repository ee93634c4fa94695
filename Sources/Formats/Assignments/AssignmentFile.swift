// SPDX-License-Identifier: MIT

internal import Credentials
private import Posix

/// A format of assignments whose files hold one login beside whatever else is assigned there.
///
/// The last assignment of a variable counts. Writing changes the values alone; a line goes where the
/// login has no use for it, and comes at the end where it had none.
protocol AssignmentFile: AssignmentFormat, LoginFile {
  /// What the variable of a name holds; nil where it is none of the login's. Variables of several names
  /// can be one, by the name that is written.
  func variable(named name: Span<UInt8>, _ options: FormatOptions) -> Variable?
  /// Lends the assignments of a text in its order, and gives how it ends. Fails where its reader would not
  /// take it.
  func forEachAssignment(
    in text: Span<UInt8>, _ body: (Assignment) throws(LoginFileError) -> Void
  ) throws(LoginFileError) -> TextEnd
  /// The value of an assignment as its reader has it.
  func value(
    of assignment: Assignment, in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret
  /// Whether a CR before the LF ends a line as the LF does.
  var takesCarriageReturns: Bool { get }
}

/// Where in a text something is assigned.
struct Assignment: Equatable {
  let name: Range<Int>
  /// What stands for the value; nil where there is a name alone.
  let value: Range<Int>?
  /// Its lines, with their last end.
  let lines: Range<Int>
}

/// What a text ends in.
enum TextEnd {
  /// The next line can begin right there.
  case whole
  /// In a line without its end.
  case line
}

extension AssignmentFile {
  var namesServices: Bool { false }
  var takesCarriageReturns: Bool { true }

  func variable(named name: Span<UInt8>, _ options: FormatOptions) -> Variable? {
    options.variable(named: name)
  }

  func spelling(of service: Service) -> Service { .unnamed }

  /// The bytes as they stand.
  func value(
    of assignment: Assignment, in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret {
    let range = assignment.value ?? 0..<0
    var value = try Secret.room(for: range.count)
    try value.add(text.extracting(range))
    return value
  }

  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    let variables = try found(in: text, options).effective
    guard let first = variables.first else { return [] }
    var account: ByteString?
    if let holder = variables.holder(of: .account, among: self.variables(of: .account, options)) {
      account = try value(of: holder.assignment, in: text).publicBytes
    }
    return [LoginEntry(service: .unnamed, account: account, range: first.assignment.lines)]
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    let variables = try found(in: text, options).effective
    var credential = Credential(account: entry.account)
    for variable in variables {
      let part = variable.variable.part
      // Where a part stands in several variables, it is read from the first that is named.
      let holder = variables.holder(of: part, among: self.variables(of: part, options))
      if holder != variable { continue }
      switch part {
      case .account: break
      case .password: credential.password = try value(of: variable.assignment, in: text)
      case .field(let name):
        credential.fields.append(
          Credential.Field(
            name: name, value: try value(of: variable.assignment, in: text), isSecret: true))
      }
    }
    return credential
  }

  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    // Refuses what is too long for a line.
    _ = try LoginFileError.of { () throws(FormatError) in try self.text(of: credential, options) }
    let found = try found(in: text, options)
    var missing: [Variable] = []
    for part in credential.parts { missing += variables(of: part, options) }
    var edits: [TextEdit<NewContent>] = []
    // The last assignment counts, and takes the value.
    for place in found.all.reversed() {
      let (variable, assignment) = (place.variable, place.assignment)
      if let index = missing.firstIndex(where: { $0.name == variable.name }),
        let range = assignment.value
      {
        missing.remove(at: index)
        if try holds(assignment, variable.part, of: credential, text) { continue }
        edits.append(TextEdit(range, .value(variable.part)))
      } else {
        edits.append(TextEdit(assignment.lines, .nothing))
      }
    }
    edits.reverse()
    if !missing.isEmpty { edits.append(TextEdit(text.count..<text.count, .lines(missing))) }
    let lineEnd = takesCarriageReturns ? text.lineEnd : "\n"
    let result = try revised(text, edits) { (content, output) throws(FormatError) in
      switch content {
      case .nothing: break
      case .value(let part): try put(part, of: credential, to: &output)
      case .lines(let variables):
        if found.end == .line { try output.put(lineEnd) }
        for variable in variables {
          try output.put(variable.name)
          try output.put("=")
          try put(variable.part, of: credential, to: &output)
          try output.put(lineEnd)
        }
      }
    }
    try check(result, for: credential, options)
    return result
  }

  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let edits = try found(in: text, options).all.map {
      TextEdit($0.assignment.lines, NewContent.nothing)
    }
    return try revised(text, edits) { (_, _) throws(FormatError) in }
  }

  /// The assignments of the login's variables, in their order.
  private func found(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> FoundAssignments {
    // A NUL is the sign of a file that is no text, and ends it early for some readers.
    if let offset = text.firstOffset(of: 0) {
      throw .malformed(text, at: offset, "a NUL byte")
    }
    var all: [FoundAssignment] = []
    let end = try forEachAssignment(in: text) { (assignment) throws(LoginFileError) in
      if let variable = variable(named: text.extracting(assignment.name), options) {
        // They are looked through, time and again.
        if all.count == FoundAssignments.limit {
          throw .malformed(
            text, at: assignment.lines.lowerBound, "more than \(all.count) variables of a login")
        }
        all.append(FoundAssignment(variable: variable, assignment: assignment))
      }
    }
    return FoundAssignments(all: all, end: end)
  }

  /// Whether an assignment has the value already, in whatever spelling.
  private func holds(
    _ assignment: Assignment, _ part: Part, of credential: borrowing Credential,
    _ text: Span<UInt8>
  ) throws(LoginFileError) -> Bool {
    guard let old = try? value(of: assignment, in: text) else { return false }
    var isEqual = false
    try LoginFileError.of { () throws(FormatError) in
      try credential.forEachValue { (other, value) throws(FormatError) in
        if other == part { isEqual = old.withBytes { $0.isEqual(to: value) } }
      }
    }
    return isEqual
  }

  private func put(
    _ part: Part, of credential: borrowing Credential, to output: inout Output
  ) throws(FormatError) {
    try credential.forEachValue { (other, value) throws(FormatError) in
      if other == part { try put(value, to: &output) }
    }
  }

  /// Fails where the text is not read as it was meant: its end may have been such that what was added
  /// belongs to what stood there.
  private func check(
    _ result: borrowing Secret, for credential: borrowing Credential, _ options: FormatOptions
  ) throws(LoginFileError) {
    try result.withBytes { (text) throws(LoginFileError) in
      let variables = try found(in: text, options).effective
      var count = 0
      for part in credential.parts { count += self.variables(of: part, options).count }
      var isRead = variables.count == count
      for variable in variables where isRead {
        isRead = try holds(variable.assignment, variable.variable.part, of: credential, text)
      }
      if !isRead {
        throw .malformed(text, at: text.count - 1, "nothing can be added after this line")
      }
    }
  }
}

private struct FoundAssignment: Equatable {
  let variable: Variable
  let assignment: Assignment
}

/// What comes in the place of a piece of a text.
private enum NewContent {
  case nothing
  case value(Part)
  /// Whole lines, at the end of the text.
  case lines([Variable])
}

private struct FoundAssignments {
  static let limit = 250

  let all: [FoundAssignment]
  let end: TextEnd

  /// The last one of each variable, where that has a value.
  var effective: [FoundAssignment] {
    all.enumerated().filter { index, found in
      found.assignment.value != nil
        && !all[(index + 1)...].contains { $0.variable.name == found.variable.name }
    }.map(\.element)
  }
}

extension [FoundAssignment] {
  /// The one that a part is read from.
  fileprivate func holder(of part: Part, among variables: [Variable]) -> FoundAssignment? {
    for variable in variables {
      if let found = first(where: { $0.variable == variable }) { return found }
    }
    return nil
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

extension NetrcFormat {
  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let layout = try NetrcLayout(text)
    let account = credential.account
    var changed: Secret
    let former = entry(of: service, account, layout, in: text)
    if let entry = former {
      let places = try places(to: entry, of: credential, in: text)
      changed = try replacing(places, by: credential, in: text)
    } else {
      changed = try inserting(credential, of: service, layout, in: text)
    }
    changed = try guarding(changed, layout.comments, of: text, besideWords: former != nil)
    try changed.withBytes { (bytes) throws(LoginFileError) in
      try examine(service, account, in: bytes)
    }
    return changed
  }

  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let layout = try NetrcLayout(text)
    return try erasing([self.entry(entry, layout)], layout, in: text)
  }

  func text(
    erasingAllOf service: Service, _ account: ByteString?, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let layout = try NetrcLayout(text)
    let entries = layout.entries.filter { entry in
      let login = login(of: entry, in: text)
      return login?.service == service && login?.account == account
    }
    return try erasing(entries, layout, in: text)
  }

  private func erasing(
    _ entries: [NetrcEntry], _ layout: NetrcLayout, in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret {
    var pieces: [Range<Int>] = []
    for piece in entries.flatMap(\.pieces) {
      if let last = pieces.last, text.isWhitespace(in: last.upperBound..<piece.lowerBound) {
        pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
      } else {
        pieces.append(piece)
      }
    }
    let cuts = pieces.map { TextEdit(text.cut(taking: $0), ()) }
    let changed = try revised(text, cuts) { (_, _) throws(FormatError) in }
    return try guarding(changed, layout.comments.outside(cuts), of: text, besideWords: false)
  }

  /// Fails where a login that was put into the text would not be read from it.
  private func examine(
    _ service: Service, _ account: ByteString?, in text: Span<UInt8>
  ) throws(LoginFileError) {
    let layout = try NetrcLayout(text)
    guard let entry = entry(of: service, account, layout, in: text) else {
      preconditionFailure("the login is not in the text")
    }
    if entry.isInLongLine(of: text) {
      throw .format(.tooLong(limit: Self.longestLine, for: name))
    }
    try layout.examine(entry, in: text)
  }

  /// The places of the values that are others now, or that readers do not read alike.
  private func places(
    to entry: NetrcEntry, of credential: borrowing Credential, in text: Span<UInt8>
  ) throws(LoginFileError) -> [(part: Part, range: Range<Int>)] {
    var places: [(part: Part, range: Range<Int>)] = []
    if let login = entry.login, login.isDoubtful { places.append((.account, login.range)) }
    if let password = entry.password {
      let isHeld = try holds(password, credential, in: text)
      if password.isDoubtful || !isHeld { places.append((.password, password.range)) }
    } else {
      // Behind the account, which it is looked up by.
      let end = entry.login?.range.upperBound ?? entry.machine.range.upperBound
      places.append((.password, end..<end))
    }
    return places.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Puts values into those places.
  private func replacing(
    _ places: [(part: Part, range: Range<Int>)], by credential: borrowing Credential,
    in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret {
    try Output.fileText { (output) throws(FormatError) in
      var end = 0
      for (part, range) in places {
        try output.put(text.extracting(end..<range.lowerBound))
        if range.isEmpty { try output.put(" password ") }
        try credential.forEachValue { (other, value) throws(FormatError) in
          if other == part { try put(quoted: value, to: &output) }
        }
        end = range.upperBound
      }
      try output.put(text.extracting(end..<text.count))
    }
  }

  private func holds(
    _ word: NetrcWord, _ credential: borrowing Credential, in text: Span<UInt8>
  ) throws(LoginFileError) -> Bool {
    let kept = try secret(word, in: text)
    return switch credential.password {
    case .some(let password): password.isEqual(to: kept)
    case .none: false
    }
  }

  /// Puts a new entry before `default`, else at the end.
  private func inserting(
    _ credential: borrowing Credential, of service: Service, _ layout: NetrcLayout,
    in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret {
    let place = layout.fallback.map { text.startOfLine(before: $0) } ?? text.count
    let startsLine = place == 0 || text[place - 1] == UInt8(ascii: "\n")
    let endsMacro = layout.endsInMacro && layout.fallback == nil
    let newline = text.lineEnd
    return try Output.fileText { (output) throws(FormatError) in
      try output.put(text.extracting(0..<place))
      if !startsLine { try output.put(newline) }
      if endsMacro { try output.put(newline) }
      try put(credential, of: service, to: &output)
      try output.put(newline)
      try output.put(text.extracting(place..<text.count))
    }
  }
}

extension Span<UInt8> {
  /// Where the blanks after `place` end.
  private func endOfBlanks(after place: Int) -> Int {
    var end = place
    while end < count, NetrcScanner.isBlank(self[end]) { end += 1 }
    return end
  }

  /// Where the line goes on that ends at `place`; nil where something else stands there.
  private func nextLine(at place: Int) -> Int? {
    var end = place
    if end < count, self[end] == UInt8(ascii: "\r") { end += 1 }
    if end == count { return end }
    return self[end] == UInt8(ascii: "\n") ? end + 1 : nil
  }

  /// What goes with the words in a piece: the blanks on one side, and the whole line where it has
  /// nothing else.
  fileprivate func cut(taking piece: Range<Int>) -> Range<Int> {
    let start = startOfLine(before: piece.lowerBound)
    let startsLine = start == 0 || self[start - 1] == UInt8(ascii: "\n")
    var end = endOfBlanks(after: piece.upperBound)
    // An empty comment is no loss.
    if end < count, self[end] == UInt8(ascii: "#") {
      let behind = endOfBlanks(after: end + 1)
      if nextLine(at: behind) != nil { end = behind }
    }
    guard let next = nextLine(at: end) else { return piece.lowerBound..<end }
    if startsLine { return start..<next }
    var before = piece.lowerBound
    while before > 0, NetrcScanner.isBlank(self[before - 1]) { before -= 1 }
    return before..<end
  }
}

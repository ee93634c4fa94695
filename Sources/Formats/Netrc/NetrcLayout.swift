// SPDX-License-Identifier: MIT

private import Posix

/// What stands where in a netrc file.
struct NetrcLayout {
  /// Those of machines; there is none for `default`.
  private(set) var entries: [NetrcEntry] = []
  /// Where the first `default` stands, from which on curl looks no further.
  private(set) var fallback: Int?
  /// Whether the text ends within a macro, which a blank line would end.
  private(set) var endsInMacro = false
  private(set) var comments: [NetrcComment] = []

  private enum Section {
    case none, machine, fallback
  }

  init(_ text: Span<UInt8>) throws(LoginFileError) {
    try NetrcScanner.examine(text)
    var scanner = NetrcScanner()
    var section = Section.none
    while let word = try scanner.keyword(in: text, isTopLevel: section == .none) {
      let spelling = word.spelling(in: text)
      let place = word.range.lowerBound
      switch spelling.exactKeyword {
      case .machine:
        let name = try Self.value(of: .machine, &scanner, in: text, at: place)
        if name.isEmpty { throw .malformed(text, at: place, "a machine has an empty name") }
        entries.append(NetrcEntry(at: place, machine: name, isReached: fallback == nil))
        section = .machine
      case .default:
        if fallback == nil { fallback = place }
        section = .fallback
      case .macdef:
        endsInMacro = try !scanner.skipMacro(in: text)
        section = .none
      case .login, .password, .account:
        guard section != .none, let keyword = spelling.exactKeyword else {
          throw .malformed(text, at: place, "a word that belongs to no machine")
        }
        let value = try Self.value(of: keyword, &scanner, in: text, at: place)
        try Self.examine(value, in: text)
        if section == .machine {
          entries[entries.count - 1].take(keyword, at: place, value, in: text)
        }
      case nil:
        // Nothing is told of the word, which can be a piece of a password.
        if spelling.keyword != nil {
          throw .malformed(text, at: place, "a keyword that is not in lower case")
        }
        if section == .none || word.isEmpty || word.isQuotedComment(in: text) {
          throw .malformed(text, at: place, "a word that netrc files do not have")
        }
        if section == .machine { entries[entries.count - 1].takeUnknown(word, in: text) }
      }
    }
    comments = scanner.comments
  }

  private static func value(
    of keyword: NetrcKeyword, _ scanner: inout NetrcScanner, in text: Span<UInt8>, at place: Int
  ) throws(LoginFileError) -> NetrcWord {
    guard let value = try scanner.value(in: text) else {
      throw .malformed(text, at: place, "nothing follows '\(keyword.rawValue)'")
    }
    return value
  }

  /// Fails where curl, in search of another machine, would not pass over a value.
  private static func examine(
    _ value: NetrcWord, in text: Span<UInt8>
  ) throws(LoginFileError) {
    guard let keyword = value.spelling(in: text).keyword, keyword.startsAnywhere else { return }
    throw .malformed(
      text, at: value.range.lowerBound, "a value that curl takes for one of the format's own words")
  }
}

/// A machine of a netrc file, and what is said of it.
struct NetrcEntry {
  /// Its pieces: what stands between two of them is a comment.
  private(set) var pieces: [Range<Int>]
  let machine: NetrcWord
  private(set) var login: NetrcWord?
  private(set) var password: NetrcWord?
  /// The first word in it that readers do not take alike, and what is wrong there.
  private(set) var flaw: (place: Int, why: String)?
  /// Whether it has an account beside its login, or a word that not all readers know.
  private(set) var saysMore = false
  /// Whether it stands before every `default`.
  let isReached: Bool

  init(at start: Int, machine: NetrcWord, isReached: Bool) {
    self.pieces = [start..<machine.range.upperBound]
    self.machine = machine
    self.isReached = isReached
    note(doubtOf: machine)
  }

  /// From `machine` to the last word, with the comments between.
  var range: Range<Int> { pieces[0].lowerBound..<pieces[pieces.count - 1].upperBound }

  mutating func take(
    _ keyword: NetrcKeyword, at place: Int, _ value: NetrcWord, in text: Span<UInt8>
  ) {
    append(place..<value.range.upperBound, in: text)
    note(doubtOf: value)
    switch keyword {
    case .login:
      if login != nil { note(place, "a second login of one machine") }
      login = value
    case .password:
      if password != nil { note(place, "a second password of one login") }
      password = value
    default:
      saysMore = true
      // curl does not know `account`, and reads what follows it as it would read a keyword.
      if value.spelling(in: text).keyword != nil {
        note(place, "an account that curl takes for one of the format's own words")
      }
    }
  }

  mutating func takeUnknown(_ word: NetrcWord, in text: Span<UInt8>) {
    append(word.range, in: text)
    saysMore = true
    note(word.range.lowerBound, "a word that not all readers know")
  }

  private mutating func append(_ piece: Range<Int>, in text: Span<UInt8>) {
    let last = pieces[pieces.count - 1]
    if text.isWhitespace(in: last.upperBound..<piece.lowerBound) {
      pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
    } else {
      pieces.append(piece)
    }
  }

  private mutating func note(doubtOf value: NetrcWord) {
    if value.isDoubtful {
      note(
        value.range.lowerBound,
        "curl and Python do not read this alike; in quotes, on the line of its keyword, they would")
    }
  }

  private mutating func note(_ place: Int, _ why: String) {
    if flaw == nil { flaw = (place, why) }
  }
}

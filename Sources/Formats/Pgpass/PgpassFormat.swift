// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// `pgpass`: the password file of PostgreSQL's clients, a line a login, as libpq reads it
/// ("The Password File"). The first line that matches a connection is the one that counts.
struct PgpassFormat: LoginFile {
  let name = FormatName.pgpass
  let places = Places(account: .optional, password: .required, takesFields: false)
  let needsService = true
  let usualPath: ByteString? = "~/.pgpass"
  /// libpq ignores a file that anybody but its owner can read or write.
  let widestMode: UInt32 = 0o700

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    if let refused = value.first(where: { $0 == 0 || $0 == UInt8(ascii: "\n") }) {
      return .byte(refused)
    }
    // To libpq an empty password is none, and no user is empty.
    if value.isEmpty { return .empty }
    // It cuts CRs off with the end of the line.
    let isCut = part == .password && value[value.count - 1] == UInt8(ascii: "\r")
    return isCut ? .last(UInt8(ascii: "\r")) : nil
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    guard let service = credential.service else { throw .missingService(for: name) }
    let place = try PgpassPlace(service)
    return try Output.text { (output) throws(FormatError) in
      try put(credential, of: place, to: &output)
      if options.endsWithNewline { try output.put("\n") }
    }
  }

  func spelling(of service: Service) throws(FormatError) -> Service {
    guard let spelling = try PgpassPlace(service).service else {
      throw .unfitService(service, why: "there is no spelling for it", for: name)
    }
    return spelling
  }

  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    var entries: [LoginEntry] = []
    try Self.forEachLine(in: text) { (line) throws(LoginFileError) in
      guard let found = try PgpassLine(line, in: text), let service = found.place.service else {
        return
      }
      entries.append(
        LoginEntry(
          service: service, account: found.account, range: line.range,
          saysMore: found.password.upperBound < line.contentEnd))
    }
    return entries
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    let line = text.line(from: entry.range.lowerBound)
    guard let found = try PgpassLine(line, in: text) else {
      preconditionFailure("an entry of another text")
    }
    if let first = Self.firstCover(of: found.place, found.account, before: line.start, in: text) {
      throw .malformed(
        text, at: line.start, "libpq takes line \(Self.number(of: first, in: text)) in its place")
    }
    var credential = Credential(account: found.account)
    // An empty password is none to libpq.
    if found.password.isEmpty { return credential }
    do {
      var password = try Secret(capacity: found.password.count)
      PgpassLine.forEachByte(of: found.password, in: text) { byte in
        password.append { output in output.append(byte) }
      }
      credential.password = consume password
    } catch {
      throw .format(.noMemory)
    }
    return credential
  }

  /// A line that is there is replaced where it is, and a new one goes to the end; but both go before a
  /// line that libpq would find first.
  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let account = credential.account
    let former = try entries(in: text, options).first {
      $0.service == service && $0.account == account
    }?.range
    do throws(FormatError) {
      let place = try PgpassPlace(service)
      let cover = Self.firstCover(
        of: place, account, before: former?.lowerBound ?? text.count, in: text)
      return try Output.text { (output) throws(FormatError) in
        var rest = 0
        if let cover {
          try output.put(text.extracting(0..<cover))
          try put(credential, of: place, to: &output)
          try output.put(text.lineEnd)
          rest = cover
        }
        if let former {
          try output.put(text.extracting(rest..<former.lowerBound))
          let line = text.line(from: former.lowerBound)
          if cover == nil { try put(credential, of: place, to: &output) }
          rest = cover == nil ? line.contentEnd : line.end
        }
        try output.put(text.extracting(rest..<text.count))
        if cover == nil, former == nil {
          if text.lacksLineEnd { try output.put(text.lineEnd) }
          try put(credential, of: place, to: &output)
          try output.put(text.lineEnd)
        }
      }
    } catch {
      throw .format(error)
    }
  }

  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    try text.without([entry.range])
  }

  func text(
    erasingAllOf service: Service, _ account: ByteString?, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let entries = try entries(in: text, options).filter { $0.isLogin(of: service, account) }
    return try text.without(entries.map(\.range))
  }
}

extension PgpassFormat {
  private static func forEachLine(
    in text: Span<UInt8>, _ body: (TextLine) throws(LoginFileError) -> Void
  ) throws(LoginFileError) {
    if let nul = text.firstNul { throw .malformed(text, at: nul, "there is a NUL in it") }
    var start = 0
    while start < text.count {
      let line = text.line(from: start)
      try body(line)
      start = line.end
    }
  }

  /// Where a line starts that comes before a place of the text and is the one that libpq finds.
  private static func firstCover(
    of place: PgpassPlace, _ account: ByteString?, before limit: Int, in text: Span<UInt8>
  ) -> Int? {
    var start = 0
    while start < limit {
      let line = text.line(from: start)
      if PgpassLine.covers(place, account, line, in: text) { return start }
      start = line.end
    }
    return nil
  }

  private static func number(of start: Int, in text: Span<UInt8>) -> Int {
    var number = 1
    for index in 0..<start where text[index] == UInt8(ascii: "\n") { number += 1 }
    return number
  }

  private func put(
    _ credential: borrowing Credential, of place: PgpassPlace, to output: inout Output
  ) throws(FormatError) {
    try put(place.host, beginsLine: true, to: &output)
    try output.put(":")
    try put(place.port, to: &output)
    try output.put(":")
    try put(place.database, to: &output)
    try output.put(":")
    try put(credential.account, to: &output)
    try output.put(":")
    try credential.forEachValue { (part, value) throws(FormatError) in
      if part == .password { try put(value, to: &output) }
    }
  }

  private func put(
    _ field: ByteString?, beginsLine: Bool = false, to output: inout Output
  ) throws(FormatError) {
    guard let bytes = field?.bytes else { return try output.put("*") }
    let isMark = bytes.first == UInt8(ascii: "#") && beginsLine
    if bytes == [UInt8(ascii: "*")] || isMark { try output.put("\\") }
    try put(bytes.span, to: &output)
  }

  private func put(_ value: Span<UInt8>, to output: inout Output) throws(FormatError) {
    for index in value.indices {
      let byte = value[index]
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\") { try output.put("\\") }
      try output.put(byte)
    }
  }
}

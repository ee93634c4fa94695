// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// `netrc`: `machine H login "A" password "P"`, as curl, wget, Python and ftp look for it by the host.
///
/// What stands in quotes is escaped by backslashes. curl alone has letters for control characters, so that
/// only what all of them read alike is written.
struct NetrcFormat: LoginFile {
  let name = FormatName.netrc
  let places = Places(account: .required, password: .required, takesFields: false)
  let needsService = true
  let usualPath: ByteString? = "~/.netrc"

  /// curl 7.88 passes over a line that takes more than 4 KiB with its newline and a NUL.
  static let longestLine = 4094

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    let refused = value.first { byte in
      byte == 0 || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        || byte == UInt8(ascii: "\t")
    }
    if let refused { return .byte(refused) }
    // Python then fails for the whole file.
    if let refusal = value.invalidUTF8 { return refusal }
    let keyword = NetrcKeyword.Spelling(value).keyword
    return keyword?.startsAnywhere == true ? .keyword : nil
  }

  /// The bare name of the machine in lower case, as curl does not tell cases apart.
  func spelling(of service: Service) throws(FormatError) -> Service {
    let machine = ByteString(try machine(of: service).map(NetrcKeyword.lowerCase))
    if let refusal = machine.bytes.span.invalidUTF8 { throw .serviceRefused(refusal, by: name) }
    if machine == "default" {
      throw .unfitService(service, why: "to Python, that machine is every other one", for: name)
    }
    guard let spelling = Service(machine) else {
      throw .unfitService(service, why: "that is no name of a machine", for: name)
    }
    return spelling
  }

  private func machine(of service: Service) throws(FormatError) -> [UInt8] {
    var machine = service.name.bytes
    let isURL = service.scheme != nil
    if isURL {
      if service.scheme != "https" {
        throw .unfitService(service, why: "a machine is taken for that of https alone", for: name)
      }
      machine = (service.host ?? "").bytes + service.path.bytes
    }
    if machine.contains(where: { "/?".utf8.contains($0) }) || (isURL && !service.path.isEmpty) {
      throw .unfitService(service, why: "a machine has no path", for: name)
    }
    // curl looks for the name that is meant.
    if isURL, machine.contains(UInt8(ascii: "%")) {
      throw .unfitService(service, why: "a machine has its name without '%'", for: name)
    }
    // An address of IPv6 has several colons, and stands without its brackets.
    if machine.first == UInt8(ascii: "["), machine.last == UInt8(ascii: "]") {
      machine = Array(machine.dropFirst().dropLast())
    }
    let colons = machine.count { $0 == UInt8(ascii: ":") }
    if colons == 1 || machine.first == UInt8(ascii: "[") {
      throw .unfitService(service, why: "a machine has no port", for: name)
    }
    return machine
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    guard let service = credential.service else { throw .missingService(for: name) }
    let spelling = try spelling(of: service)
    let text = try Output.text { (output) throws(FormatError) in
      try put(credential, of: spelling, to: &output)
      if options.endsWithNewline { try output.put("\n") }
    }
    if text.count > Self.longestLine + (options.endsWithNewline ? 1 : 0) {
      throw .tooLong(limit: Self.longestLine, for: name)
    }
    return text
  }

  /// Writes an entry without the end of its line.
  func put(
    _ credential: borrowing Credential, of service: Service, to output: inout Output
  ) throws(FormatError) {
    try output.put("machine ")
    if service.name.bytes.allSatisfy(Self.isPlain) {
      try output.put(service.name.bytes.span)
    } else {
      try put(quoted: service.name.bytes.span, to: &output)
    }
    try credential.forEachValue { (part, value) throws(FormatError) in
      try output.put(part == .account ? " login " : " password ")
      try put(quoted: value, to: &output)
    }
  }

  func put(quoted value: Span<UInt8>, to output: inout Output) throws(FormatError) {
    try output.put("\"")
    for index in value.indices {
      if value[index] == UInt8(ascii: "\"") || value[index] == UInt8(ascii: "\\") {
        try output.put("\\")
      }
      try output.put(value[index])
    }
    try output.put("\"")
  }

  /// Whether it stands for itself outside quotes, to every reader.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}

// MARK: Reading

extension NetrcFormat {
  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    var entries: [LoginEntry] = []
    for entry in try NetrcLayout(text).entries {
      if let login = login(of: entry, in: text) { entries.append(login) }
    }
    return entries
  }

  /// Nil where the entry has no login, or its machine is none that a service can name.
  func login(of entry: NetrcEntry, in text: Span<UInt8>) -> LoginEntry? {
    if entry.login == nil, entry.password == nil { return nil }
    let machine = entry.machine.publicBytes(in: text).map(NetrcKeyword.lowerCase)
    guard let service = Service(ByteString(machine)), let spelling = try? spelling(of: service),
      spelling == service
    else { return nil }
    let account = entry.login.map { ByteString($0.publicBytes(in: text)) }
    return LoginEntry(
      service: service, account: account, range: entry.range, saysMore: entry.saysMore)
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    let layout = try NetrcLayout(text)
    let found = self.entry(entry, layout)
    try layout.examine(found, in: text)
    var credential = Credential(account: entry.account)
    if let password = found.password { credential.password = try secret(password, in: text) }
    return credential
  }

  /// What an entry is in its text.
  func entry(_ entry: LoginEntry, _ layout: NetrcLayout) -> NetrcEntry {
    guard let found = layout.entries.first(where: { $0.range == entry.range }) else {
      preconditionFailure("an entry of another text")
    }
    return found
  }

  /// The first entry of a login, which readers take.
  func entry(
    of service: Service, _ account: ByteString?, _ layout: NetrcLayout, in text: Span<UInt8>
  ) -> NetrcEntry? {
    layout.entries.first { entry in
      let login = login(of: entry, in: text)
      return login?.service == service && login?.account == account
    }
  }

  func secret(_ word: NetrcWord, in text: Span<UInt8>) throws(LoginFileError) -> Secret {
    do {
      return try word.secret(in: text)
    } catch {
      throw .format(error)
    }
  }
}

extension NetrcLayout {
  /// Fails where the readers of the file do not read an entry alike, or do not find it.
  func examine(_ entry: NetrcEntry, in text: Span<UInt8>) throws(LoginFileError) {
    let start = entry.range.lowerBound
    if let flaw = entry.flaw { throw .malformed(text, at: flaw.place, flaw.why) }
    if !entry.isReached {
      throw .malformed(text, at: start, "curl takes the 'default' that stands before this machine")
    }
    if entry.login == nil || entry.password == nil, fallback != nil || isRepeated(entry, in: text) {
      throw .malformed(
        text, at: start, "curl takes what this machine lacks from another entry of the file")
    }
    if entry.isInLongLine(of: text) {
      throw .malformed(
        text, at: start, "curl reads no line of more than \(NetrcFormat.longestLine) bytes")
    }
  }

  private func isRepeated(_ entry: NetrcEntry, in text: Span<UInt8>) -> Bool {
    let name = entry.machine.publicBytes(in: text).map(NetrcKeyword.lowerCase)
    let same = entries.count { other in
      other.machine.publicBytes(in: text).map(NetrcKeyword.lowerCase) == name
    }
    return same > 1
  }
}

extension NetrcEntry {
  /// Whether one of its words stands in a line that is longer than curl reads.
  func isInLongLine(of text: Span<UInt8>) -> Bool {
    for word in [machine, login, password].compactMap(\.self) {
      var (start, end) = (word.range.lowerBound, word.range.upperBound)
      while start > 0, text[start - 1] != UInt8(ascii: "\n"), end - start <= NetrcFormat.longestLine
      {
        start -= 1
      }
      while end < text.count, text[end] != UInt8(ascii: "\n"),
        end - start <= NetrcFormat.longestLine
      {
        end += 1
      }
      if end - start > NetrcFormat.longestLine { return true }
    }
    return false
  }
}

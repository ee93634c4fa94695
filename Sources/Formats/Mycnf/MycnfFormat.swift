// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// `mycnf`: a group of an option file, which the clients of MariaDB and MySQL read. The service is the
/// group; a group has one login at most. Source: "Option Files" and mysys/my_default.c of MariaDB.
struct MycnfFormat: LoginFile {
  let name = FormatName.mycnf
  let places = Places(account: .optional, password: .optional, takesFields: false)
  let needsService = true
  let usualPath: ByteString? = "~/.my.cnf"
  /// A file that everybody can write to is ignored.
  let widestMode: UInt32 = 0o7775

  func examine(_ outline: LoginOutline, _ options: FormatOptions) throws(FormatError) {
    guard let account = outline.known[.account] else { return }
    try checkLine(.user, of: Credential(account: account))
  }

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.first { $0 == 0 }.map(Refusal.byte)
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    guard let service = credential.service else { throw .missingService(for: name) }
    let group = try spelling(of: service)
    for kind in MycnfOption.Kind.allCases { try checkLine(kind, of: credential) }
    return try Output.text { (output) throws(FormatError) in
      try put(group, to: &output)
      for kind in MycnfOption.Kind.allCases where credential.has(kind) {
        try output.put("\n")
        try put(kind, of: credential, to: &output)
      }
      if options.endsWithNewline { try output.put("\n") }
    }
  }

  /// Names of groups are the same in either case.
  func spelling(of service: Service) throws(FormatError) -> Service {
    if service.scheme != nil {
      throw .unfitService(service, why: "a group of options is no URL", for: name)
    }
    let bytes = service.name.bytes
    // To its readers, two bytes that are not ASCII can be one letter in two cases.
    if let refused = bytes.first(where: { $0 == UInt8(ascii: "]") || $0 >= 0x80 }) {
      throw .serviceRefused(.byte(refused), by: name)
    }
    // What stands at the end is cut off, and at the start it is another group for them alone.
    for (end, refusal) in [(bytes.first, Refusal.first), (bytes.last, Refusal.last)]
    where end == UInt8(ascii: " ") {
      throw .serviceRefused(refusal(UInt8(ascii: " ")), by: name)
    }
    guard bytes.count + 2 <= MycnfText.longestLine,
      let spelling = Service(ByteString(bytes.map(MycnfOption.lowerCase)))
    else { throw .unfitService(service, why: "it is too long", for: name) }
    return spelling
  }

  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    try MycnfText(text).groups.compactMap { group in
      guard group.isLogin, let service = Service(ByteString(group.name)),
        (try? spelling(of: service)) == service,
        let first = group.options.first, let last = group.options.last
      else { return nil }
      return LoginEntry(
        service: service, account: group.account(in: text),
        range: first.line.start..<last.line.end)
    }
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    let group = try MycnfText(text).group(entry.service.name.bytes)
    var credential = Credential(account: entry.account)
    do {
      switch group?.last(.password)?.value {
      case .bytes(let range, _):
        var password = try Secret(capacity: range.count)
        MycnfOption.forEachByte(of: range, in: text) { byte in
          password.append { output in output.append(byte) }
        }
        credential.password = consume password
      case .empty: credential.password = try Secret()
      case .missing, nil: break
      }
    } catch {
      throw .format(.noMemory)
    }
    return credential
  }
}

extension MycnfFormat {
  func put(_ group: Service, to output: inout Output) throws(FormatError) {
    try output.put("[")
    try output.put(group.name.bytes.span)
    try output.put("]")
  }

  func put(
    _ kind: MycnfOption.Kind, of credential: borrowing Credential, to output: inout Output
  ) throws(FormatError) {
    try output.put(kind.name)
    try output.put(Self.equals)
    try putValue(of: kind, in: credential, to: &output)
  }

  func putValue(
    of kind: MycnfOption.Kind, in credential: borrowing Credential, to output: inout Output
  ) throws(FormatError) {
    try output.put("\"")
    try credential.forEachValue { (part, value) throws(FormatError) in
      if part != kind.part { return }
      for index in value.indices { try put(value[index], to: &output) }
    }
    try output.put("\"")
  }

  private static let equals = " = "

  /// Fails where a line for the option, with so many bytes beside it, would be longer than one that is
  /// read.
  func checkLine(
    _ kind: MycnfOption.Kind, of credential: borrowing Credential, beside: Int = 0
  ) throws(FormatError) {
    try checkValue(
      of: kind, in: credential, beside: beside + kind.name.utf8.count + Self.equals.utf8.count)
  }

  func checkValue(
    of kind: MycnfOption.Kind, in credential: borrowing Credential, beside: Int
  ) throws(FormatError) {
    var size = beside + 2
    try credential.forEachValue { (part, value) throws(FormatError) in
      if part != kind.part { return }
      for index in value.indices { size += "\\\"\n\r\t".utf8.contains(value[index]) ? 2 : 1 }
    }
    let limit = MycnfText.longestLine
    if size > limit { throw .tooLong(limit: limit, for: name) }
  }

  private func put(_ byte: UInt8, to output: inout Output) throws(FormatError) {
    switch byte {
    case UInt8(ascii: "\\"): try output.put("\\\\")
    case UInt8(ascii: "\""): try output.put("\\\"")
    case UInt8(ascii: "\n"): try output.put("\\n")
    case UInt8(ascii: "\r"): try output.put("\\r")
    case UInt8(ascii: "\t"): try output.put("\\t")
    default: try output.put(byte)
    }
  }
}

extension Credential {
  func has(_ kind: MycnfOption.Kind) -> Bool {
    switch kind {
    case .user: account != nil
    case .password: password != nil
    }
  }
}

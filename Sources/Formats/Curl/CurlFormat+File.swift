// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

extension CurlFormat {
  var namesServices: Bool { false }

  func spelling(of service: Service) -> Service { .unnamed }

  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    guard let option = try found(in: text).effective else { return [] }
    var account: ByteString?
    if option.kind == .user {
      let user = try CurlReader.value(of: option, in: text)
      account = user.publicBytes(upTo: UInt8(ascii: ":"))
    }
    return [LoginEntry(service: .unnamed, account: account, range: option.lines)]
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    let found = try found(in: text)
    var credential = Credential(account: entry.account)
    guard let option = found.effective else { return credential }
    if let other = found.options.first(where: { $0.kind != option.kind }) {
      throw .malformed(
        text, at: other.option.lowerBound,
        "both 'user' and 'oauth2-bearer', of which curl takes one")
    }
    guard let account = entry.account else {
      credential.password = try CurlReader.value(of: option, in: text)
      return credential
    }
    let value = try CurlReader.value(of: option, in: text)
    // curl asks for a password that is not there.
    if value.count > account.bytes.count {
      credential.password = try value.withBytes { (bytes) throws(LoginFileError) in
        var password = try Secret.room(for: bytes.count)
        try password.add(bytes.extracting((account.bytes.count + 1)...))
        return password
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
    let found = try found(in: text)
    let last = found.options.last
    var edits = found.options.dropLast().map { TextEdit($0.lines, false) }
    if let last {
      if found.options.count == 1, try holds(last, credential, text) {
        return try revised(text, edits) { (_, _) throws(FormatError) in }
      }
      edits.append(TextEdit(last.option, true))
    } else {
      edits.append(TextEdit(found.end..<found.end, true))
    }
    let startsInLine = last == nil && text.extracting(..<found.end).endsInLine
    return try revised(text, edits) { (isLogin, output) throws(FormatError) in
      if !isLogin { return }
      if startsInLine { try output.put(text.lineEnd) }
      try put(credential, to: &output)
      if last == nil { try output.put(text.lineEnd) }
    }
  }

  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let edits = try found(in: text).options.map { TextEdit($0.lines, ()) }
    return try revised(text, edits) { (_, _) throws(FormatError) in }
  }

  private func found(in text: Span<UInt8>) throws(LoginFileError) -> FoundOptions {
    if let offset = text.firstOffset(of: 0) {
      throw .malformed(text, at: offset, "a NUL byte")
    }
    var found = FoundOptions(end: text.count)
    var place = 0
    while let line = try CurlReader.line(in: text, &place, longest: Self.longestLine) {
      switch line.kind {
      case .user, .bearer: found.options.append(line)
      case .next:
        found.end = line.lines.lowerBound
        return found
      case .other: break
      }
    }
    return found
  }

  private func holds(
    _ option: CurlOption, _ credential: borrowing Credential, _ text: Span<UInt8>
  ) throws(LoginFileError) -> Bool {
    if (option.kind == .user) != (credential.account != nil) { return false }
    let wanted = try LoginFileError.of { () throws(FormatError) in
      try Output.text { (output) throws(FormatError) in
        try credential.forEachValue { (part, value) throws(FormatError) in
          if part == .password, credential.account != nil { try output.put(":") }
          try output.put(value)
        }
      }
    }
    return try CurlReader.value(of: option, in: text).isEqual(to: wanted)
  }
}

private struct FoundOptions {
  /// Those that give a login, in their order.
  var options: [CurlOption] = []
  /// Where the first request's options end.
  var end: Int

  init(end: Int) {
    self.end = end
  }

  /// The last of its kind counts.
  var effective: CurlOption? { options.last }
}

// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// `git-credentials`: a URL a line with user name and password, as `git credential-store` keeps them.
///
/// Git takes the first line that fits, and leaves lines that are no such URL as they are.
struct GitCredentialsFormat: LoginFile {
  let name = FormatName.gitCredentials
  let places = Places(account: .required, password: .required, takesFields: false)
  let needsService = true
  let usualPath: ByteString? = "~/.git-credentials"
  let lockSuffix: ByteString? = ".lock"

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.endOfGitValue.map(Refusal.byte)
  }

  func spelling(of service: Service) throws(FormatError) -> Service {
    guard let spelling = try GitURL(of: service, for: name).service else {
      preconditionFailure("a URL of no service")
    }
    return spelling
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    guard let service = credential.service else { throw .missingService(for: name) }
    let spelling = try spelling(of: service)
    return try Output.text { (output) throws(FormatError) in
      try put(credential, of: spelling, to: &output)
      if options.endsWithNewline { try output.put("\n") }
    }
  }

  /// Writes a line without its end.
  private func put(
    _ credential: borrowing Credential, of service: Service, to output: inout Output
  ) throws(FormatError) {
    let name = service.name.bytes
    let host = name.count - (service.host ?? "").bytes.count - service.path.bytes.count
    try output.put(name.span.extracting(0..<host))
    try credential.forEachValue { (part, value) throws(FormatError) in
      for index in value.indices { try output.put(GitURL.encoded(value[index]).span) }
      try output.put(part == .account ? ":" : "@")
    }
    try output.put(name.span.extracting(host..<name.count))
  }
}

// MARK: Reading

extension GitCredentialsFormat {
  /// A line that git finds a login in.
  private struct Line {
    /// With the line feed.
    let range: Range<Int>
    let url: GitURL
    let account: ByteString
    let password: Range<Int>
    let service: Service
    /// Whether git finds it where it is asked for its service as it is spelled here.
    let isFound: Bool
  }

  private func lines(in text: Span<UInt8>) throws(LoginFileError) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") {
        if text[end] == 0 { throw .malformed(text, at: end, "a NUL byte: this is no text") }
        end += 1
      }
      if let line = line(start..<end, in: text) { lines.append(line) }
      start = end + 1
    }
    return lines
  }

  private func line(_ range: Range<Int>, in text: Span<UInt8>) -> Line? {
    guard let url = GitURL(text, in: range), let username = url.username,
      let password = url.password, let service = url.service, let again = GitURL(service)
    else { return nil }
    var account: [UInt8] = []
    GitURL.decode(username, in: text) { account.append($0) }
    return Line(
      range: range.lowerBound..<min(range.upperBound + 1, text.count), url: url,
      account: ByteString(account), password: password, service: service,
      isFound: url.isSame(as: again))
  }

  /// Those that git finds come first: services do not tell cases of a host apart, and git does.
  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    let lines = try lines(in: text)
    return (lines.filter(\.isFound) + lines.filter { !$0.isFound }).map { line in
      LoginEntry(service: line.service, account: line.account, range: line.range)
    }
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    guard let line = line(text.withoutLineFeed(entry.range), in: text) else {
      preconditionFailure("an entry of another text")
    }
    let password = try password(of: line, in: text)
    if line.account.bytes.contains(UInt8(ascii: "\r")) || password.contains(UInt8(ascii: "\r")) {
      throw .malformed(
        text, at: entry.range.lowerBound, "git refuses a login with a carriage return (CR)")
    }
    return Credential(account: line.account, password: password)
  }

  private func password(
    of line: Line, in text: Span<UInt8>
  ) throws(LoginFileError) -> Secret {
    do throws(SecretError) {
      var password = try Secret(capacity: line.password.count)
      try GitURL.decode(line.password, in: text) { (byte) throws(SecretError) in
        try password.append(byte)
      }
      return password
    } catch {
      throw .format(.noMemory)
    }
  }
}

// MARK: Changing

extension GitCredentialsFormat {
  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let lines = try lines(in: text)
    let account = credential.account
    let fitting = lines.filter { $0.isFound && $0.account == account }
    let former = fitting.first { $0.service == service }
    // Asked for a host alone, git takes a line with a path as well.
    let isHidden = fitting.first { Self.isAnswer($0, to: service) }?.range != former?.range
    if let former, !isHidden {
      let isUnchanged = try holds(former, credential, in: text)
      let old = text.withoutLineFeed(former.range)
      return try Output.fileText { (output) throws(FormatError) in
        if isUnchanged { return try output.put(text) }
        try output.put(text.extracting(0..<old.lowerBound))
        try put(credential, of: service, to: &output)
        try output.put(text.extracting(old.upperBound..<text.count))
      }
    }
    let old = former?.range ?? 0..<0
    return try Output.fileText { (output) throws(FormatError) in
      try put(credential, of: service, to: &output)
      try output.put("\n")
      try output.put(text.extracting(0..<old.lowerBound))
      try output.put(text.extracting(old.upperBound..<text.count))
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
    let lines = try lines(in: text).filter { $0.service == service && $0.account == account }
    return try text.without(lines.map(\.range))
  }

  private func holds(
    _ line: Line, _ credential: borrowing Credential, in text: Span<UInt8>
  ) throws(LoginFileError) -> Bool {
    let kept = try password(of: line, in: text)
    return switch credential.password {
    case .some(let password): password.isEqual(to: kept)
    case .none: false
    }
  }

  /// Whether git takes a line where it is asked for the login of a service.
  private static func isAnswer(_ line: Line, to service: Service) -> Bool {
    guard let wanted = GitURL(service) else { return false }
    return wanted.scheme == line.url.scheme && wanted.host == line.url.host
      && (wanted.path == nil || wanted.path == line.url.path)
  }
}

extension Span<UInt8> {
  fileprivate func withoutLineFeed(_ line: Range<Int>) -> Range<Int> {
    let hasLineFeed = !line.isEmpty && self[line.upperBound - 1] == UInt8(ascii: "\n")
    return hasLineFeed ? line.lowerBound..<(line.upperBound - 1) : line
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
private import Crypt
package import Posix

/// `htpasswd`: a line of a file in which web servers look accounts up, with a hash of the password:
/// `account:$2y$…`, which is bcrypt's. The password cannot be had back.
///
/// As nginx, Apache's httpd and htpasswd(1) read it: the first line of an account counts.
package struct HtpasswdFormat: LoginFile {
  package let name = FormatName.htpasswd
  package let places = Places(account: .required, password: .required, takesFields: false)
  package let namesServices = false
  package let holdsOneLogin = false
  package let canRead = false

  /// In bytes: htpasswd(1) reads records of 255, and the colon and the hash take 61 of them.
  private static let longestAccount = 194

  /// The binary logarithm of bcrypt's rounds, 4 to 31.
  private let cost: Int

  package init(cost: Int = 10) {
    self.cost = cost
  }

  package func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    let ends: (UInt8) -> Bool = { byte in
      byte == 0 || part == .account && (byte == UInt8(ascii: "\n") || byte == UInt8(ascii: ":"))
    }
    if let refused = value.first(where: ends) { return .byte(refused) }
    if part == .password {
      return value.count > Bcrypt.longestPassword ? .longerThan(Bcrypt.longestPassword) : nil
    }
    if value.isEmpty { return .empty }
    if value.count > Self.longestAccount { return .longerThan(Self.longestAccount) }
    // A comment, or what httpd cuts off.
    let isCut = value[0] == UInt8(ascii: "#") || Self.isBlank(value[0])
    return isCut ? .first(value[0]) : nil
  }

  package func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    let hash = try hash(of: credential)
    return try Output.text { (output) throws(FormatError) in
      try put(credential.account, hash, to: &output)
      if options.endsWithNewline { try output.put("\n") }
    }
  }

  package func spelling(of service: Service) throws(FormatError) -> Service { .unnamed }

  package func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    if let nul = text.firstNul { throw .malformed(text, at: nul, "there is a NUL in it") }
    var entries: [LoginEntry] = []
    var start = 0
    while start < text.count {
      let line = text.line(from: start)
      start = line.end
      let first = line.content.first { !Self.isBlank(text[$0]) }
      guard let first, text[first] != UInt8(ascii: "#") else { continue }
      guard let colon = line.content.first(where: { text[$0] == UInt8(ascii: ":") }) else {
        throw .malformed(text, at: line.start, "there is no colon in it")
      }
      let account = ByteString(text.name(line.start..<colon))
      entries.append(LoginEntry(service: .unnamed, account: account, range: line.range))
    }
    return entries
  }

  /// Without the password.
  package func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    Credential(account: entry.account)
  }

  package func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let account = credential.account
    let former = try entries(in: text, options).first { $0.account == account }?.range
    do throws(FormatError) {
      let hash = try hash(of: credential)
      return try Output.text { (output) throws(FormatError) in
        try output.put(text.extracting(0..<(former?.lowerBound ?? text.count)))
        if former == nil, text.lacksLineEnd { try output.put(text.lineEnd) }
        try put(account, hash, to: &output)
        if let former {
          let line = text.line(from: former.lowerBound)
          try output.put(text.extracting(line.contentEnd..<text.count))
        } else {
          try output.put(text.lineEnd)
        }
      }
    } catch {
      throw .format(error)
    }
  }

  package func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    try text.without([entry.range])
  }

  package func text(
    erasingAllOf service: Service, _ account: ByteString?, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let entries = try entries(in: text, options).filter { $0.isLogin(of: service, account) }
    return try text.without(entries.map(\.range))
  }
}

extension HtpasswdFormat {
  private static func isBlank(_ byte: UInt8) -> Bool {
    (0x09...0x0D).contains(byte) || byte == UInt8(ascii: " ")
  }

  private func hash(of credential: borrowing Credential) throws(FormatError) -> Secret {
    switch credential.password {
    case .some(let password):
      try password.withBytes { (bytes) throws(FormatError) in try hash(of: bytes) }
    case .none: throw .missing(.password, for: name)
    }
  }

  private func hash(of password: Span<UInt8>) throws(FormatError) -> Secret {
    do {
      return try Bcrypt.hash(of: password, cost: cost)
    } catch {
      switch error {
      case .memory: throw .noMemory
      default: throw .cannotHash(why: error.message, for: name)
      }
    }
  }

  private func put(
    _ account: ByteString?, _ hash: borrowing Secret, to output: inout Output
  ) throws(FormatError) {
    if let account { try output.put(account.bytes.span) }
    try output.put(":")
    try hash.withBytes { (bytes) throws(FormatError) in try output.put(bytes) }
  }
}

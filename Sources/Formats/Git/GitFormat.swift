// SPDX-License-Identifier: MIT

internal import Credentials
private import Posix

/// `git`: the lines that a credential helper of git answers with, and that `git credential fill` prints
/// (git-credential(1), "INPUT/OUTPUT FORMAT").
struct GitFormat: Format {
  let name = FormatName.git
  let places = Places(account: .optional, password: .required, takesFields: false)
  let needsService = true

  /// What git-credential(1) allows a line, without its newline.
  private static let longestLine = 65_534

  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal? {
    value.endOfGitValue.map(Refusal.byte)
  }

  func examine(_ service: Service) throws(FormatError) {
    _ = try GitURL(of: service, for: name)
  }

  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret {
    guard let service = credential.service else { throw .missingService(for: name) }
    let url = try GitURL(of: service, for: name)
    let expires = credential.expires
    let text = try Output.text { (output) throws(FormatError) in
      try output.put("protocol=")
      try output.put(url.scheme.bytes.span)
      try output.put("\nhost=")
      try output.put(url.host.bytes.span)
      if let path = url.path {
        try output.put("\npath=")
        try output.put(path.bytes.span)
      }
      try credential.forEachValue { (part, value) throws(FormatError) in
        let start = part == .account ? "\nusername=" : "\npassword="
        if start.utf8.count - 1 + value.count > Self.longestLine {
          throw .tooLong(limit: Self.longestLine, for: name)
        }
        try output.put(start)
        try output.put(value)
      }
      if let expires { try output.put("\npassword_expiry_utc=\(expires.seconds)") }
      if options.endsWithNewline { try output.put("\n") }
    }
    return text
  }
}

extension GitURL {
  /// The place that git looks a login of a service up by. Fails where there is none.
  init(of service: Service, for format: FormatName) throws(FormatError) {
    guard service.scheme != nil else {
      throw .unfitService(service, why: "git looks logins up by URLs", for: format)
    }
    guard let url = GitURL(service), let spelling = url.service, let again = GitURL(spelling),
      url.isSame(as: again), url.host.bytes.span.endOfGitValue == nil,
      url.path?.bytes.span.endOfGitValue == nil
    else {
      throw .unfitService(service, why: "git would take it for another URL", for: format)
    }
    self = url
  }
}

extension Span<UInt8> {
  /// The first byte that git does not take in a value, or nil: where it does not end the value, git
  /// refuses it.
  var endOfGitValue: UInt8? {
    first { $0 == 0 || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }
}

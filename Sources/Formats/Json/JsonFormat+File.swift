// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// A file of logins: an array of the objects that `json` writes, or one of them alone.
extension JsonFormat: LoginFile {
  var keepsExpiry: Bool { true }

  func spelling(of service: Service) throws(FormatError) -> Service {
    if service == .unnamed { throw .missingService(for: name) }
    return service
  }

  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    try JsonLogin.entries(in: text, JsonPlaces(text)).filter { $0.service != .unnamed }
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    var credential: Credential?
    try JsonLogin.forEach(in: text, JsonPlaces(text)) { login in
      if login.entry == entry { credential = login.takeCredential() }
    }
    guard let credential else { preconditionFailure("no such entry") }
    return credential
  }

  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let places = JsonPlaces(text)
    let account = credential.account
    var former: (range: Range<Int>, unknownKey: String?)?
    try JsonLogin.forEach(in: text, places) { login in
      if former == nil, login.entry.isLogin(of: service, account) {
        former = (login.entry.range, login.unknownKey)
      }
    }
    if let former, let key = former.unknownKey {
      throw .malformed(
        text, at: former.range.lowerBound,
        "replacing the login would lose its '\(Visible.text(key))'")
    }
    return try LoginFileError.of { () throws(FormatError) in
      let object = try self.text(of: credential, FormatOptions(endsWithNewline: false))
      return try places.text(putting: object, inPlaceOf: former?.range, in: text)
    }
  }

  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    try erasing(in: text) { $0.range == entry.range }
  }

  func text(
    erasingAllOf service: Service, _ account: ByteString?, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    try erasing(in: text) { $0.isLogin(of: service, account) }
  }

  private func erasing(
    in text: Span<UInt8>, where isErased: (LoginEntry) -> Bool
  ) throws(LoginFileError) -> Secret {
    let places = JsonPlaces(text)
    let areErased = try JsonLogin.entries(in: text, places).map(isErased)
    return try revised(text, places.edits(erasing: areErased)) {
      (content, output) throws(FormatError) in try output.put(content)
    }
  }
}

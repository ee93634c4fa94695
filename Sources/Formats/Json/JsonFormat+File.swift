// SPDX-License-Identifier: MIT

internal import Credentials
private import Posix

/// A file of logins: an array of the objects that `json` writes, or one of them alone.
extension JsonFormat: LoginFile {
  var keepsExpiry: Bool { true }

  func spelling(of service: Service) throws(FormatError) -> Service { service }

  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry] {
    let logins = try JsonLogin.all(in: text, JsonPlaces(text))
    return logins.indices.map { logins[$0].entry }
  }

  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential {
    var logins = try JsonLogin.all(in: text, JsonPlaces(text))
    while let login = logins.removeFirst() {
      if login.entry == entry { return login.takeCredential() }
    }
    preconditionFailure("no such entry")
  }

  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let places = JsonPlaces(text)
    let logins = try JsonLogin.all(in: text, places)
    let former = logins.indices.first { index in
      let entry = logins[index].entry
      return entry.service == service && entry.account == credential.account
    }
    if let former, let key = logins[former].unknownKey {
      throw .malformed(
        text, at: logins[former].entry.range.lowerBound,
        "replacing the login would lose its '\(Visible.text(key))'")
    }
    let range = former.map { logins[$0].entry.range }
    return try LoginFileError.of { () throws(FormatError) in
      let object = try self.text(of: credential, FormatOptions(endsWithNewline: false))
      return try places.text(putting: object, inPlaceOf: range, in: text)
    }
  }

  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    let range = JsonPlaces(text).rangeToErase(entry.range)
    return try Output.fileText { (output) throws(FormatError) in
      try output.put(text.extracting(..<range.lowerBound))
      try output.put(text.extracting(range.upperBound...))
    }
  }
}

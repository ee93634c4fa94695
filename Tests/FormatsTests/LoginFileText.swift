// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport

/// A file of logins in memory.
struct LoginFileText {
  let format: any LoginFile
  var bytes: [UInt8]

  init(_ name: FormatName, _ text: String = "") throws {
    try self.init(name, Array(text.utf8))
  }

  init(_ name: FormatName, _ bytes: [UInt8]) throws {
    guard let format = name.loginFile else { throw NoFile() }
    self.format = format
    self.bytes = bytes
  }

  struct NoFile: Error {}

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A login as a line, `service account password`; `-` stands for what is not there.
  var logins: [String] {
    get throws {
      try entries.map { entry in
        let credential = try format.credential(of: entry, in: bytes.span, FormatOptions())
        let password: String? =
          switch credential.password {
          case .some(let password): password.text
          case .none: nil
          }
        return "\(entry.service.name.visible) \(entry.account?.visible ?? "-") \(password ?? "-")"
      }
    }
  }

  var entries: [LoginEntry] {
    get throws { try format.entries(in: bytes.span, FormatOptions()) }
  }

  mutating func save(_ service: String, _ account: ByteString?, _ password: String?) throws {
    try save(service, account, password.map { Array($0.utf8) })
  }

  mutating func save(_ service: String, _ account: ByteString?, _ password: [UInt8]?) throws {
    let spelling = try format.spelling(of: try Service.read(ByteString(service)).service)
    let credential = try login(account: account, password: password)
    bytes = try format.text(
      saving: credential, of: spelling, in: bytes.span, FormatOptions()
    ).bytes
  }

  /// The file with a login more.
  func saving(_ service: String, _ account: ByteString?, _ password: String?) throws -> String {
    var copy = self
    try copy.save(service, account, password)
    return copy.text
  }

  /// The file without its first login of a service and an account, in the spelling of entries.
  func erasing(_ service: String, _ account: ByteString?) throws -> String {
    let entry = try entries.first {
      $0.service.name == ByteString(service) && $0.account == account
    }
    guard let entry else { return "no such entry" }
    return try format.text(erasing: entry, in: bytes.span, FormatOptions()).text
  }

  /// Why the file is not read.
  var refusal: LoginFileError? {
    do {
      _ = try entries
      return nil
    } catch {
      return error as? LoginFileError
    }
  }
}

/// A copy of a login's password in ordinary memory; nil where it has none.
func passwordBytes(of credential: borrowing Credential) -> [UInt8]? {
  switch credential.password {
  case .some(let password): password.bytes
  case .none: nil
  }
}

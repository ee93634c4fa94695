// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport

extension LoginFile {
  /// The text with a login in it, as a backend makes it.
  func saving(
    _ service: ByteString, _ account: [UInt8], _ password: [UInt8], in text: [UInt8]
  ) throws -> [UInt8] {
    let credential = try login(
      service: service, account: ByteString(account), password: password)
    _ = try encode(credential)
    return try self.text(
      saving: credential, of: spelling(of: Service.read(service).service), in: text.span,
      FormatOptions()
    ).bytes
  }

  func entries(in text: [UInt8]) throws -> [LoginEntry] {
    try entries(in: text.span, FormatOptions())
  }

  /// Nil where the entry has no password.
  func password(of entry: LoginEntry, in text: [UInt8]) throws -> [UInt8]? {
    let credential = try credential(of: entry, in: text.span, FormatOptions())
    switch credential.password {
    case .some(let password): return password.bytes
    case .none: return nil
    }
  }

  func erasing(_ entry: LoginEntry, in text: [UInt8]) throws -> [UInt8] {
    try self.text(erasing: entry, in: text.span, FormatOptions()).bytes
  }
}

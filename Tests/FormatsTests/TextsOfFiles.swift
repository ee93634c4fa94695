// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport

extension LoginFile {
  /// The text with a login in it.
  func saving(
    _ service: ByteString, _ account: ByteString, _ password: [UInt8], in text: [UInt8]
  ) throws -> [UInt8] {
    let credential = try login(service: service, account: account, password: password)
    // As a backend does first.
    _ = try encode(credential)
    return try self.text(
      saving: credential, of: spelling(of: Service.read(service).service), in: text.span,
      FormatOptions()
    ).bytes
  }

  func saving(
    _ service: ByteString, _ account: ByteString, _ password: String, in text: String
  ) throws -> String {
    String(
      decoding: try saving(service, account, Array(password.utf8), in: Array(text.utf8)),
      as: UTF8.self)
  }

  /// The first entry of a login, as it is spelled in the text.
  func entry(
    _ service: ByteString, _ account: ByteString?, in text: [UInt8]
  ) throws -> LoginEntry? {
    try entries(in: text.span, FormatOptions()).first {
      $0.service.name == service && $0.account == account
    }
  }

  /// The text without the first entry of a login; nil where there is none.
  func erasing(
    _ service: ByteString, _ account: ByteString?, in text: String
  ) throws -> String? {
    let bytes = Array(text.utf8)
    guard let entry = try entry(service, account, in: bytes) else { return nil }
    return try self.text(erasing: entry, in: bytes.span, FormatOptions()).text
  }

  func erasingAll(
    of service: ByteString, _ account: ByteString?, in text: String
  ) throws -> String {
    let bytes = Array(text.utf8)
    return try self.text(
      erasingAllOf: Service.read(service).service, account, in: bytes.span, FormatOptions()
    ).text
  }

  /// The password of a login; nil where the login is not there, or has none.
  func password(
    _ service: ByteString, _ account: ByteString?, in text: [UInt8]
  ) throws -> [UInt8]? {
    guard let entry = try entry(service, account, in: text) else { return nil }
    let credential = try credential(of: entry, in: text.span, FormatOptions())
    switch credential.password {
    case .some(let password): return password.bytes
    case .none: return nil
    }
  }

  func password(
    _ service: ByteString, _ account: ByteString?, in text: String
  ) throws -> String? {
    try password(service, account, in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Each login as `service account`, in the order of the text.
  func list(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try entries(in: bytes.span, FormatOptions()).map {
      $0.service.name.visible + " " + ($0.account?.visible ?? "-")
    }
  }
}

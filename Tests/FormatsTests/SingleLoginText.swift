// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// A text of a file of one login, and what is done to it; errors are those of the format.
struct SingleLoginText {
  let format: any LoginFile
  var bytes: [UInt8]
  var options = FormatOptions()

  init(_ name: FormatName, _ text: String = "", _ variables: [Variable] = []) throws {
    self.format = try #require(name.loginFile)
    self.bytes = Array(text.utf8)
    self.options = FormatOptions(variables: variables)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The login's values by the names of their parts, in their order; nil where there is no login.
  func values() throws(LoginFileError) -> [Value]? {
    let entries = try format.entries(in: bytes.span, options)
    guard let entry = entries.first else { return nil }
    let credential = try format.credential(of: entry, in: bytes.span, options)
    var values: [Value] = []
    if let account = credential.account { values.append(Value("account", account.bytes)) }
    switch credential.password {
    case .some(let password): values.append(Value("password", password.bytes))
    case .none: break
    }
    for index in credential.fields.indices {
      values.append(
        Value(credential.fields[index].name.text, credential.fields[index].value.bytes))
    }
    return values
  }

  struct Value: Equatable, CustomStringConvertible {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    init(_ name: String, _ text: String) {
      self.init(name, Array(text.utf8))
    }

    var description: String { "\(name)=\(String(decoding: bytes, as: UTF8.self))" }
  }

  mutating func save(
    _ account: ByteString?, _ password: [UInt8]?, fields: [(String, [UInt8])] = []
  ) throws {
    let credential = try login(account: account, password: password, fields: fields)
    _ = try format.encode(credential, options)
    bytes =
      try format.text(
        saving: credential, of: .unnamed, in: bytes.span, options
      ).bytes
  }

  mutating func save(_ account: ByteString?, _ password: String) throws {
    try save(account, Array(password.utf8))
  }

  mutating func erase() throws {
    for entry in try format.entries(in: bytes.span, options) {
      bytes = try format.text(erasing: entry, in: bytes.span, options).bytes
    }
  }

  /// The text after a login was saved in it.
  static func saving(
    _ name: FormatName, _ text: String, _ account: ByteString?, _ password: String
  ) throws -> String {
    var file = try SingleLoginText(name, text)
    try file.save(account, password)
    return file.text
  }

  static func erasing(_ name: FormatName, _ text: String) throws -> String {
    var file = try SingleLoginText(name, text)
    try file.erase()
    return file.text
  }
}

func variable(_ name: String, _ part: Part) throws -> Variable {
  try #require(Variable(name, takes: part))
}

// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Posix

/// `askcred list`: services and accounts, never secrets, and nothing is unlocked for it.
struct List {
  private let request: ListRequest
  private let setting: Setting
  private let access: BackendAccess

  init(_ request: ListRequest, _ setting: Setting) throws(Failure) {
    self.request = request
    self.setting = setting
    self.access = try BackendAccess(request.backend, nil, setting)
  }

  func run() throws(Failure) {
    var keys = try failing { () throws(BackendError) in try access.backend.list() }
    if let pattern = request.pattern {
      let glob = Glob(pattern)
      keys = keys.filter { glob.matches($0.service.name) }
    }
    try setting.print(request.isJSON ? Self.json(keys) : Self.lines(keys))
  }

  /// A line each: the service, a TAB, the account. An account is made visible, so that a line is a
  /// line.
  private static func lines(_ keys: [LoginKey]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(keys.count * 64)
    for key in keys {
      text += key.service.name.bytes
      text.append(UInt8(ascii: "\t"))
      if let account = key.account { Visible.append(account.bytes, to: &text) }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// An array of objects; a login without an account has null.
  private static func json(_ keys: [LoginKey]) -> [UInt8] {
    var text = Array("[".utf8)
    for (index, key) in keys.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += Array("\n{\"service\":".utf8) + JsonString.quoted(key.service.name)
      text += Array(",\"account\":".utf8)
      text += key.account.map(JsonString.quoted) ?? Array("null".utf8)
      text.append(UInt8(ascii: "}"))
    }
    text += Array(keys.isEmpty ? "]\n".utf8 : "\n]\n".utf8)
    return text
  }
}

/// A public name as a JSON string (RFC 8259). Bytes that are not UTF-8 become U+FFFD, as JSON has no
/// place for them.
enum JsonString {
  static func quoted(_ name: ByteString) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    for byte in String(decoding: name.bytes, as: UTF8.self).utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        let digits = Array(String(byte, radix: 16).utf8)
        text += Array("\\u00".utf8) + (digits.count == 1 ? [UInt8(ascii: "0")] : []) + digits
      default: text.append(byte)
      }
    }
    return text + [UInt8(ascii: "\"")]
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// What the store calls the folder of a service and the file of an account in it.
///
/// A name stands as it is, but `/`, `%`, control bytes (00 to 1F, 7F), bytes that are not UTF-8 and
/// a dot at the start, which are percent-encoded with digits in upper case. `%.age` is a login
/// without an account and `%%.age` one with an empty account, as no encoding gives those. So every
/// login has one name, and every name at most one login: what is spelled in another way is none of
/// the store's.
package enum EntryName {
  /// Bytes in the name of a file or folder (NAME_MAX of Linux), a file's ending included.
  package static let limit = 255

  private static let ending = Array(".age".utf8)

  /// Fails where the name would be too long.
  package static func folder(of service: Service) throws(BackendError) -> ByteString {
    try checked(encode(service.name.bytes), .service)
  }

  /// Fails where the name would be too long.
  package static func file(of account: ByteString?) throws(BackendError) -> ByteString {
    let name =
      switch account {
      case nil: Array("%".utf8)
      case "": Array("%%".utf8)
      case .some(let account): encode(account.bytes)
      }
    return try checked(name + ending, .account)
  }

  /// The service that a folder is of; nil where the store would not call a folder so.
  package static func service(ofFolder name: ByteString) -> Service? {
    guard name.bytes.count <= limit, let bytes = decode(name.bytes) else { return nil }
    return Service(ByteString(bytes))
  }

  /// The login of `service` that a file in its folder is; nil where the store would not call a file
  /// so.
  package static func login(of service: Service, inFile name: consuming ByteString) -> LoginKey? {
    guard name.bytes.count <= limit, name.bytes.suffix(ending.count).elementsEqual(ending) else {
      return nil
    }
    name.bytes.removeLast(ending.count)
    // Lists can be long, and most names are such.
    if isItself(name.bytes) { return LoginKey(service, name) }
    switch name {
    case "%": return LoginKey(service, nil)
    case "%%": return LoginKey(service, "")
    case let name:
      guard let account = decode(name.bytes) else { return nil }
      return LoginKey(service, ByteString(account))
    }
  }

  private static func checked(
    _ name: [UInt8], _ kind: BackendError.LongName
  ) throws(BackendError) -> ByteString {
    if name.count > limit { throw .nameTooLong(kind, bytes: name.count, limit: limit) }
    return ByteString(name)
  }

  private static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let length = byte < 0x80 ? 1 : Visible.scalarLength(startingWith: byte)
      if length > 1, let scalar = scalar(bytes[index...].prefix(length)) {
        name += scalar
        index += length
        continue
      }
      if isPlain(byte), !(byte == UInt8(ascii: ".") && index == 0) {
        name.append(byte)
      } else {
        name += PercentEncoding.escape(byte)
      }
      index += 1
    }
    return name
  }

  /// The bytes that are encoded so, and in no other way; nil where there are none.
  private static func decode(_ name: [UInt8]) -> [UInt8]? {
    if isItself(name) { return name }
    guard !name.isEmpty, let bytes = PercentEncoding.decode(name), encode(bytes) == name else {
      return nil
    }
    return bytes
  }

  /// Whether it is of ASCII, and nothing in it is encoded.
  private static func isItself(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, first != UInt8(ascii: ".") else { return false }
    return bytes.allSatisfy(isPlain)
  }

  /// The same bytes where they are UTF-8.
  private static func scalar(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "%"), 0x00...0x1F, 0x7F...0xFF: false
    default: true
    }
  }
}

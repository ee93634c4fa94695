// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// A login of made-up values.
package func login(
  service: ByteString? = nil, account: ByteString? = nil, password: [UInt8]? = nil,
  fields: [(String, [UInt8])] = []
) throws -> Credential {
  var credential = Credential(account: account)
  credential.service = try service.map { try Service.read($0).service }
  if let password { credential.password = try Secret(copying: password) }
  for (name, value) in fields {
    guard let name = FieldName(name) else { throw BadName(name: name) }
    credential.fields.append(
      Credential.Field(name: name, value: try Secret(copying: value), isSecret: true))
  }
  return credential
}

/// A field's name that is none.
package struct BadName: Error {
  package var name: String
}

/// A part by its name, which must be one.
package func part(_ name: String) throws -> Part {
  guard let part = Part(name) else { throw BadName(name: name) }
  return part
}

extension Secret {
  /// A copy in ordinary memory, for a value that is no secret but a test's.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for index in 0..<count { bytes.append(self[index]) }
    return bytes
  }

  /// The bytes as text; what is not UTF-8 comes out as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

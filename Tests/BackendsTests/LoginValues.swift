// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Posix
import TestSupport

/// A copy of a made-up login in ordinary memory, to be compared.
struct LoginValues: Equatable {
  struct Field: Equatable {
    var name: String
    var value: [UInt8]
    var isSecret: Bool
  }

  var service: Service?
  var account: ByteString?
  var password: [UInt8]?
  var fields: [Field] = []
  var expires: Expiry?

  init(of credential: borrowing Credential) {
    service = credential.service
    account = credential.account
    switch credential.password {
    case .some(let password): self.password = password.bytes
    case .none: break
    }
    for index in credential.fields.indices {
      let name = credential.fields[index].name.text
      fields.append(
        Field(
          name: name, value: credential.fields[index].value.bytes,
          isSecret: credential.fields[index].isSecret))
    }
    expires = credential.expires
  }
}

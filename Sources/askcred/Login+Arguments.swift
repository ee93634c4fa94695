// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Posix

extension WantedAccount {
  init(_ choice: AccountChoice) {
    self =
      switch choice {
      case .any: .any
      case .without: .without
      case .named(let name): .named(name)
      }
  }
}

extension Credential {
  /// Takes the value of one part out; nil where the login does not have it.
  mutating func take(_ part: Part) throws(SecretError) -> Secret? {
    switch part {
    case .account:
      guard let account else { return nil }
      return try Secret(copying: account.bytes)
    case .password: return password.take()
    case .field(let name):
      for index in fields.indices where fields[index].name == name {
        var value = try Secret(capacity: fields[index].value.count + 1)
        try value.append(fields[index].value)
        return value
      }
      return nil
    }
  }

  /// Lends the value of one part; nil where the login does not have it.
  func withValue<Value, Failure: Error>(
    of part: Part, _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    switch part {
    case .account:
      guard let account else { return nil }
      return try body(account.bytes.span)
    case .password:
      switch password {
      case .some(let password): return try password.withBytes(body)
      case .none: return nil
      }
    case .field(let name):
      for index in fields.indices where fields[index].name == name {
        return try fields[index].value.withBytes(body)
      }
      return nil
    }
  }

  /// Takes over the fields of another login that this one does not have.
  mutating func takeFields(of other: inout Credential) {
    var taken = UniqueList<Field>()
    swap(&taken, &other.fields)
    while let field = taken.removeFirst() {
      var isNew = true
      for index in fields.indices where fields[index].name == field.name { isNew = false }
      if isNew { fields.append(field) }
    }
  }
}

extension Service {
  /// Nil where the backend names none: then there is none in what is written either.
  var orNone: Service? { self == .unnamed ? nil : self }
}

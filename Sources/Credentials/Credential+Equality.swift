// SPDX-License-Identifier: MIT

extension Credential {
  /// Whether both say the same, but for their services.
  package func isEqual(to other: borrowing Credential) -> Bool {
    guard account == other.account, expires == other.expires,
      fields.count == other.fields.count, hasEqualPassword(other)
    else { return false }
    for index in fields.indices {
      guard fields[index].name == other.fields[index].name,
        fields[index].value.isEqual(to: other.fields[index].value)
      else { return false }
    }
    return true
  }

  private func hasEqualPassword(_ other: borrowing Credential) -> Bool {
    switch password {
    case .some(let mine):
      switch other.password {
      case .some(let others): mine.isEqual(to: others)
      case .none: false
      }
    case .none: other.password == nil
    }
  }
}

// SPDX-License-Identifier: MIT

/// The parts of a login, each once: account, password, then the fields.
package struct PartList: RandomAccessCollection, Hashable, Sendable {
  private var hasAccount = false
  private var hasPassword = false
  private var fields: [FieldName] = []

  package init() {}

  package init(_ parts: some Sequence<Part>) {
    for part in parts { insert(part) }
  }

  package mutating func insert(_ part: Part) {
    switch part {
    case .account: hasAccount = true
    case .password: hasPassword = true
    case .field(let name): if !fields.contains(name) { fields.append(name) }
    }
  }

  package var isEmpty: Bool { endIndex == 0 }
  package var startIndex: Int { 0 }
  package var endIndex: Int { (hasAccount ? 1 : 0) + (hasPassword ? 1 : 0) + fields.count }

  package subscript(index: Int) -> Part {
    var rest = index
    if hasAccount {
      if rest == 0 { return .account }
      rest -= 1
    }
    if hasPassword {
      if rest == 0 { return .password }
      rest -= 1
    }
    return .field(fields[rest])
  }

  package func contains(_ part: Part) -> Bool {
    switch part {
    case .account: hasAccount
    case .password: hasPassword
    case .field(let name): fields.contains(name)
    }
  }
}

extension PartList: ExpressibleByArrayLiteral {
  package init(arrayLiteral parts: Part...) {
    self.init(parts)
  }
}

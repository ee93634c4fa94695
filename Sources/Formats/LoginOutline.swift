// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// What is known of a login before the first question.
package struct LoginOutline: Sendable {
  /// The parts that it will have.
  package var parts: PartList
  /// Those that will certainly hold a line feed.
  package var multiline: [Part]
  /// The values that are not asked for.
  package var known: KnownValues
  /// What it will be for, where that is known and written.
  package var service: Service?
  /// Whether it will expire.
  package var expires = false

  package init(parts: PartList, multiline: [Part] = [], known: KnownValues = [:]) {
    self.parts = parts
    self.multiline = multiline
    self.known = known
  }
}

extension LoginOutline {
  /// What a login that is there already is like.
  package init(of credential: borrowing Credential) {
    self.init(parts: PartList(credential.parts))
    known[.account] = credential.account
    service = credential.service
    expires = credential.expires != nil
  }
}

/// Values of parts of a login; so few that they are looked through.
package struct KnownValues: ExpressibleByDictionaryLiteral, Sendable {
  private var values: [(part: Part, value: ByteString)]

  package init(dictionaryLiteral values: (Part, ByteString)...) {
    self.values = values.map { (part: $0, value: $1) }
  }

  package subscript(part: Part) -> ByteString? {
    get { values.first { $0.part == part }?.value }
    set {
      values.removeAll { $0.part == part }
      if let newValue { values.append((part, newValue)) }
    }
  }
}

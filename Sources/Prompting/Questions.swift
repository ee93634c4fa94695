// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// What is to be asked, and how: all that the dialogue needs to know before it begins.
package struct Questions: Sendable {
  /// A heading, and one line under it.
  package var title: ByteString?
  package var message: ByteString?

  package var account: Account
  /// The label of the password, or nil where it is not asked for.
  package var password: ByteString?
  /// Further lines, asked for or given, in this order.
  package var fields: [Field] = []

  /// A default for the account.
  package var suggestion: ByteString?
  /// The accounts of the logins that are saved, which TAB completes; nil is a login without one. The
  /// password of a saved login can be kept by Enter.
  package var saved: [ByteString?] = []
  /// What typing a secret shows.
  package var echo = Echo.hidden
  /// Asks for the password twice.
  package var confirms = false
  /// An empty password is an answer.
  package var allowsEmpty = false
  /// The password is many lines, and the last question then.
  package var isMultiline = false
  /// How many answers may be given at each question.
  package var attempts = 3
  /// A shell command that judges the password.
  package var check: ByteString?

  package init(account: Account, password: ByteString?) {
    self.account = account
    self.password = password
  }

  package enum Account: Sendable {
    case asked(label: ByteString)
    case given(ByteString)
    case none
  }

  package enum Field: Sendable {
    case asked(FieldName, label: ByteString, isSecret: Bool)
    case set(FieldName, ByteString)
  }

  package enum Echo: Sendable {
    case hidden
    case masked
    case plain
  }

  /// The most bytes that one answer may have. Pam, ssh and shells cut far below it.
  package static let limit = 65_535
}

extension Questions {
  /// The parts that are asked for, in the order of the questions.
  package var asked: [Part] {
    var parts: [Part] = []
    if case .asked = account { parts.append(.account) }
    if password != nil, !isMultiline { parts.append(.password) }
    for case .asked(let name, _, _) in fields { parts.append(.field(name)) }
    if password != nil, isMultiline { parts.append(.password) }
    return parts
  }

  /// Whether there is no question.
  var asksNothing: Bool {
    if case .asked = account { return false }
    return password == nil
      && !fields.contains { if case .asked = $0 { true } else { false } }
  }

  /// Whether Enter at the password keeps a saved one. Where one login is saved, its account can be
  /// changed and its password kept.
  func offersSavedPassword(for account: ByteString?) -> Bool {
    if case .asked = self.account, saved.count == 1 { return true }
    return saved.contains(account)
  }

  /// Whether a line is typed visibly, which takes the line editor.
  var hasVisibleQuestion: Bool {
    if case .asked = account { return true }
    return fields.contains { field in
      if case .asked(_, _, isSecret: false) = field { return true }
      return false
    }
  }
}

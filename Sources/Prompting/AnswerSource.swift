// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// Where answers come from. The questions come in their order, each once.
protocol AnswerSource: ~Copyable {
  /// An answer that may be seen: UTF-8, without NUL.
  mutating func visible(_ part: Part, label: ByteString) throws(PromptError) -> ByteString

  /// An answer that may not: without NUL.
  mutating func secret(_ part: Part, label: ByteString) throws(PromptError) -> Secret

  /// The password, which has passed the check; nil where the saved one is kept.
  mutating func password(
    label: ByteString, account: ByteString?
  ) throws(PromptError) -> Secret?
}

extension Questions {
  /// Asks every question in its order, and makes a login of the answers and of what was given. It has
  /// no password where that was asked for and the saved one is kept.
  func collect(from source: inout some AnswerSource & ~Copyable) throws(PromptError) -> Credential {
    var credential = Credential()
    switch account {
    case .asked(let label): credential.account = try source.visible(.account, label: label)
    case .given(let name): credential.account = name
    case .none: break
    }
    if let password, !isMultiline {
      credential.password = try source.password(
        label: password, account: credential.account)
    }
    for field in fields {
      credential.fields.append(try collect(field, from: &source))
    }
    if let password, isMultiline {
      credential.password = try source.password(
        label: password, account: credential.account)
    }
    return credential
  }

  private func collect(
    _ field: Field, from source: inout some AnswerSource & ~Copyable
  ) throws(PromptError) -> Credential.Field {
    switch field {
    case .asked(let name, let label, isSecret: true):
      let value = try source.secret(.field(name), label: label)
      return Credential.Field(name: name, value: value, isSecret: true)
    case .asked(let name, let label, isSecret: false):
      let value = try Secret.prompting(source.visible(.field(name), label: label))
      return Credential.Field(name: name, value: value, isSecret: false)
    case .set(let name, let value):
      return Credential.Field(name: name, value: try .prompting(value), isSecret: false)
    }
  }
}

extension Secret {
  /// A secret with `text` in it, for what is typed or given.
  static func prompting(_ text: ByteString = "") throws(PromptError) -> Secret {
    do {
      return try text.isEmpty ? Secret(capacity: 512) : Secret(copying: text.bytes)
    } catch {
      throw .memory(error)
    }
  }
}

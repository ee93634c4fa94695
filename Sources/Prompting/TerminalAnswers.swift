// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// Answers of a person at a terminal, who may try again.
struct TerminalAnswers: AnswerSource {
  let terminal: Terminal
  /// Nil where nothing visible is asked for.
  let line: AccountLine?
  let questions: Questions
  let check: CheckProgram?

  /// Shows the title and the message, a line each, cut to the window.
  func showHeading() throws(PromptError) {
    let columns = terminal.columns
    if let title = questions.title {
      let text = Cells.cut(title.visible, to: columns)
      try terminal.showLine(terminal.style.boldOn + text + terminal.style.boldOff)
    }
    if let message = questions.message {
      try terminal.showLine(Cells.cut(message.visible, to: columns))
    }
  }

  func visible(_ part: Part, label: ByteString) throws(PromptError) -> ByteString {
    guard let line else { preconditionFailure("no line editor for a visible question") }
    let suggestion = part == .account ? questions.suggestion : nil
    let label = Label(label)
    let question = AccountLine.Question(
      part: part, prompt: suggestion.map(label.prompt(suggesting:)) ?? label.prompt,
      suggestion: suggestion, known: suggestion.map { [$0] } ?? [])
    var attempt = 1
    while true {
      switch try line.ask(question) {
      case .endOfFile: throw .cancelled
      case .refusedPaste: try refusePaste()
      case .text(let text) where !text.isEmpty || part != .account: return text
      case .text:
        if let suggestion { return suggestion }
        try reject(part, .empty, &attempt)
      }
    }
  }

  func secret(
    _ part: Part, label: ByteString, account: ByteString?
  ) throws(PromptError) -> Secret {
    let label = Label(label)
    let isPassword = part == .password
    var attempt = 1
    while true {
      guard let secret = try enter(part, label.prompt) else {
        try refusePaste()
        continue
      }
      if secret.isEmpty, !(isPassword && questions.allowsEmpty) {
        try reject(part, .empty, &attempt)
        continue
      }
      if isPassword, questions.confirms, try !isConfirmed(secret, label) {
        try reject(part, .entriesDiffer, &attempt)
        continue
      }
      if isPassword, let check, let rejection = try judge(secret, account, check) {
        try reject(part, rejection, &attempt)
        continue
      }
      return secret
    }
  }

  /// One entry of a secret, or nil where a paste was refused.
  private func enter(_ part: Part, _ prompt: String) throws(PromptError) -> Secret? {
    let isMultiline = part == .password && questions.isMultiline
    let entry = try SecretLine.ask(
      for: part, prompt: prompt, echo: questions.echo, isMultiline: isMultiline, on: terminal)
    switch consume entry {
    case .text(let secret): return secret
    case .endOfFile: throw .cancelled
    case .refusedPaste: return nil
    }
  }

  private func isConfirmed(
    _ secret: borrowing Secret, _ label: Label
  ) throws(PromptError) -> Bool {
    while true {
      if let again = try enter(.password, label.prompt(with: "(again)")) {
        return secret.isEqual(to: again)
      }
      try refusePaste()
    }
  }

  private func judge(
    _ secret: borrowing Secret, _ account: ByteString?, _ check: CheckProgram
  ) throws(PromptError) -> PromptError.Rejection? {
    try check.judge(secret, account: account, until: terminal.deadline) {
      (candidates, deadline) throws(PromptError) in
      try terminal.first(of: candidates, until: deadline)
    }
  }

  /// Says why the answer is asked for again; throws where it was the last attempt.
  private func reject(
    _ part: Part, _ rejection: PromptError.Rejection, _ attempt: inout Int
  ) throws(PromptError) {
    if attempt == questions.attempts { throw .notAccepted(part, rejection, attempts: attempt) }
    attempt += 1
    try terminal.showLine(rejection.sentence)
  }

  private func refusePaste() throws(PromptError) {
    try terminal.showLine("The pasted text has several lines; none of it was taken.")
  }
}

extension PromptError.Rejection {
  /// The words for the person who is asked again.
  fileprivate var sentence: String {
    switch self {
    case .empty: "Nothing was given; try again."
    case .entriesDiffer: "The two entries differ; try again."
    case .check(let words): words.isEmpty ? "The check refused it; try again." : words
    }
  }
}

/// Where nothing is asked for.
struct NoAnswers: AnswerSource {
  func visible(_ part: Part, label: ByteString) throws(PromptError) -> ByteString {
    preconditionFailure("no question was expected")
  }

  func secret(
    _ part: Part, label: ByteString, account: ByteString?
  ) throws(PromptError) -> Secret {
    preconditionFailure("no question was expected")
  }
}

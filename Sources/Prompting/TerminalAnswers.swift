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
    let label = Label(label)
    var question = AccountLine.Question(part: part, prompt: label.prompt.visible)
    if part == .account {
      if let suggestion = questions.suggestion {
        question.prompt = label.prompt(suggesting: suggestion).visible
        question.suggestion = suggestion
        question.known = [suggestion]
      }
      question.known += questions.saved.compactMap(\.self).filter { !question.known.contains($0) }
    }
    var attempt = 1
    while true {
      switch try line.ask(question) {
      case .endOfFile: throw .cancelled
      case .refusedPaste: try refusePaste()
      case .text(let text) where !text.isEmpty || part != .account: return text
      case .text:
        if let suggestion = question.suggestion { return suggestion }
        try reject(part, .empty, &attempt)
      }
    }
  }

  func secret(_ part: Part, label: ByteString) throws(PromptError) -> Secret {
    let prompt = Label(label).prompt
    var attempt = 1
    while true {
      let secret = try enter(part, prompt)
      if !secret.isEmpty { return secret }
      try reject(part, .empty, &attempt)
    }
  }

  func password(
    label: ByteString, account: ByteString?
  ) throws(PromptError) -> Secret? {
    let label = Label(label)
    let offersSaved = questions.offersSavedPassword(for: account)
    let prompt = offersSaved ? label.prompt(with: "[saved]") : label.prompt
    var attempt = 1
    while true {
      let secret = try enter(.password, prompt)
      if secret.isEmpty, offersSaved { return nil }
      guard let rejection = try judge(secret, label, account) else { return secret }
      try reject(.password, rejection, &attempt)
    }
  }

  /// Why the password is not taken, or nil.
  private func judge(
    _ secret: borrowing Secret, _ label: Label, _ account: ByteString?
  ) throws(PromptError) -> PromptError.Rejection? {
    if secret.isEmpty, !questions.allowsEmpty { return .empty }
    // Before the second entry: nobody types twice what is then refused.
    let rejection = try check?.judge(secret, account: account, until: terminal.deadline) {
      (candidates, deadline) throws(PromptError) in
      try terminal.first(of: candidates, until: deadline)
    }
    if let rejection { return rejection }
    if questions.confirms {
      let again = try enter(.password, label.prompt(with: "(again)"))
      if !secret.isEqual(to: again) { return .entriesDiffer }
    }
    return nil
  }

  /// One entry of a secret. A paste of several lines is none, and is asked for again.
  private func enter(_ part: Part, _ prompt: ByteString) throws(PromptError) -> Secret {
    let isMultiline = part == .password && questions.isMultiline
    while true {
      let entry = try SecretLine.ask(
        for: part, prompt: prompt, echo: questions.echo, isMultiline: isMultiline, on: terminal)
      switch consume entry {
      case .text(let secret): return secret
      case .endOfFile: throw .cancelled
      case .refusedPaste: try refusePaste()
      }
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

  func secret(_ part: Part, label: ByteString) throws(PromptError) -> Secret {
    preconditionFailure("no question was expected")
  }

  func password(label: ByteString, account: ByteString?) throws(PromptError) -> Secret? {
    preconditionFailure("no question was expected")
  }
}

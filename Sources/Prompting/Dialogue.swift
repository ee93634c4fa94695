// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// Asking: questions in, a login out.
package struct Dialogue: Sendable {
  private let questions: Questions
  private let deadline: Deadline
  private let inheritance: Inheritance

  /// All of the questions have to be answered until `deadline`. The check program gets back what
  /// `inheritance` says askcred was started with.
  package init(_ questions: Questions, until deadline: Deadline, inheritance: Inheritance) {
    self.questions = questions
    self.deadline = deadline
    self.inheritance = inheritance
  }

  /// Asks at the terminal `path`, where there is anything to ask, and puts it back.
  package func ask(on path: ByteString) throws(PromptError) -> Credential {
    if questions.asksNothing {
      var nobody = NoAnswers()
      return try questions.collect(from: &nobody)
    }
    var line: AccountLine?
    return try Terminal.session(on: path, until: deadline) { (terminal) throws(PromptError) in
      if questions.hasVisibleQuestion { line = try AccountLine(on: terminal) }
    } _: { (terminal) throws(PromptError) in
      var answers = TerminalAnswers(
        terminal: terminal, line: line, questions: questions, check: check)
      try answers.showHeading()
      return try questions.collect(from: &answers)
    }
  }

  /// Reads the answers from standard input, one line each, up to its end.
  package func readStandardInput() throws(PromptError) -> Credential {
    var answers = try StandardInputAnswers(for: questions, check: check, until: deadline)
    return try questions.collect(from: &answers)
  }

  /// Whether the check program, where there is one, accepts a password that is saved already.
  package func accepts(
    _ password: borrowing Secret, account: ByteString?
  ) throws(PromptError) -> Bool {
    guard let check else { return true }
    return try check.judgeAlone(password, account: account, until: deadline) == nil
  }

  private var check: CheckProgram? {
    questions.check.map { CheckProgram(command: $0, inheritance: inheritance) }
  }
}

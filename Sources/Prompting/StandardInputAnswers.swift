// SPDX-License-Identifier: MIT

private import Glibc
internal import Credentials
package import Posix

/// Answers from standard input: one line each in the order of the questions, with no second attempt.
struct StandardInputAnswers: AnswerSource, ~Copyable {
  private static let number: Int32 = 0
  private static let chunk = 65_536
  /// Where the kernel cuts a line that is typed at a terminal, without a word (N_TTY_BUF_SIZE).
  private static let typedLimit = 4095

  private let questions: Questions
  private let check: CheckProgram?
  private let deadline: Deadline
  /// All that was read, and where the next line starts.
  private var input: Secret
  private var position = 0
  private var missing: [Part]
  /// The most bytes that a line can have and be whole.
  private let limit: Int

  /// Reads standard input to its end; a terminal, to the last line that is needed.
  init(
    for questions: Questions, check: CheckProgram?, until deadline: Deadline
  ) throws(PromptError) {
    let asked = questions.asked
    let (lines, limit, bound) = (asked.count, Questions.limit, questions.inputBound)
    let isTerminal = Descriptor.isTerminal(Self.number)
    var input = try Secret.prompting()
    var newlines = 0
    var isMore = lines > 0
    while isMore, input.count < bound {
      if isTerminal, newlines == lines, !questions.isMultiline { break }
      guard try Self.wait([.reading(Self.number)], deadline) != nil else { throw .timedOut }
      let before = input.count
      isMore = try Self.read(into: &input)
      for index in before..<input.count where input[index] == 0x0A { newlines += 1 }
    }
    let found = newlines + (input.isEmpty || input[input.count - 1] == 0x0A ? 0 : 1)
    if found > lines, !questions.isMultiline { throw .tooManyLines(expected: lines) }
    self.questions = questions
    self.check = check
    self.deadline = deadline
    self.input = input
    self.missing = asked
    self.limit = isTerminal ? Self.typedLimit - 1 : limit
  }

  mutating func visible(_ part: Part, label: ByteString) throws(PromptError) -> ByteString {
    let line = try nextLine(for: part)
    let text = line.withBytes { bytes in ByteString(bytes.indices.map { bytes[$0] }) }
    if text.text == nil { throw .refused(part, .notUTF8) }
    if text.isEmpty, part == .account { throw .refused(part, .empty) }
    return text
  }

  mutating func secret(_ part: Part, label: ByteString) throws(PromptError) -> Secret {
    let secret = try nextLine(for: part)
    if secret.isEmpty { throw .refused(part, .empty) }
    return secret
  }

  mutating func password(
    label: ByteString, account: ByteString?
  ) throws(PromptError) -> Secret? {
    let secret = try questions.isMultiline ? rest() : nextLine(for: .password)
    if secret.isEmpty, !questions.allowsEmpty { throw .refused(.password, .empty) }
    if let check, let rejection = try check.judgeAlone(secret, account: account, until: deadline) {
      throw .notAccepted(.password, rejection, attempts: 1)
    }
    return secret
  }

  /// The next line without its end; a CR before the LF belongs to the end.
  private mutating func nextLine(for part: Part) throws(PromptError) -> Secret {
    guard position < input.count else { throw .tooFewLines(missing: missing) }
    let start = position
    var end = start
    while end < input.count, input[end] != 0x0A { end += 1 }
    position = min(end + 1, input.count)
    if end < input.count, end > start, input[end - 1] == 0x0D { end -= 1 }
    return try take(start..<end, for: part)
  }

  private mutating func rest() throws(PromptError) -> Secret {
    guard position < input.count else { throw .tooFewLines(missing: missing) }
    let start = position
    position = input.count
    return try take(start..<input.count, for: .password)
  }

  private mutating func take(_ range: Range<Int>, for part: Part) throws(PromptError) -> Secret {
    missing.removeFirst()
    if range.count > limit { throw .refused(part, .tooLong(limit: limit)) }
    var line = try Secret.prompting()
    do {
      try input.withBytes { (bytes) throws(SecretError) in try line.append(bytes.extracting(range))
      }
    } catch {
      throw .memory(error)
    }
    if line.contains(0) { throw .refused(part, .nul) }
    return line
  }

  /// Reads once; false at the end.
  fileprivate static func read(into input: inout Secret) throws(PromptError) -> Bool {
    do {
      try input.reserve(chunk)
    } catch {
      throw .memory(error)
    }
    var got = 0
    do {
      try input.append { (output) throws(Errno) in
        got = try Descriptor.read(number, into: &output)
      }
    } catch {
      // Somebody else reads the same pipe, or made it non-blocking.
      if error.number == EAGAIN { return true }
      throw .standardInput(error)
    }
    return got > 0
  }

  fileprivate static func wait(
    _ candidates: [Wait.Readiness], _ deadline: Deadline
  ) throws(PromptError) -> Int? {
    do {
      return try Wait.first(of: candidates, until: deadline)
    } catch {
      throw .standardInput(error)
    }
  }
}

extension Questions {
  /// How many bytes of standard input are read at most.
  fileprivate var inputBound: Int {
    // A line may end in CR LF. One byte more tells that there is too much.
    asked.count * (Self.limit + 2) + 1
  }

  /// Reads standard input as far as the answers would be, and wipes it: whoever writes there can end.
  package func discardStandardInput(until deadline: Deadline) throws(PromptError) {
    var count = 0
    while count < inputBound {
      var input = try Secret.prompting()
      guard try StandardInputAnswers.wait([.reading(0)], deadline) != nil else { throw .timedOut }
      guard try StandardInputAnswers.read(into: &input) else { return }
      count += input.count
    }
  }
}

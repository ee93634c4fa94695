// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// Asking for the passphrase of a key: to open it, or a new one.
package struct PassphraseDialogue: Sendable {
  private let path: ByteString
  private let deadline: Deadline

  /// How often a passphrase can be tried.
  private static let attempts = 3

  /// Asks on the terminal `path`.
  package init(on path: ByteString, until deadline: Deadline) {
    self.path = path
    self.deadline = deadline
  }

  /// Asks until `open` gives something for the passphrase, three times at most. `open` may take its
  /// time: the terminal says so.
  package func ask<Value: ~Copyable>(
    _ message: ByteString, open: (borrowing Secret) throws(PromptError) -> Value?
  ) throws(PromptError) -> Value {
    try Terminal.session(on: path, until: deadline) { _ in
    } _: { (terminal) throws(PromptError) in
      try terminal.showLine(Cells.cut(message.visible, to: terminal.columns))
      for attempt in 1...Self.attempts {
        let passphrase = try Self.enter("Passphrase: ", terminal)
        try terminal.show(Self.working)
        let value = try open(passphrase)
        try terminal.show(Self.erasing)
        if let value { return value }
        if attempt < Self.attempts {
          try terminal.showLine("The passphrase does not open it; try again.")
        }
      }
      throw .wrongPassphrase(attempts: Self.attempts)
    }
  }

  /// Asks for a new passphrase, twice; it is empty where the person wants none.
  package func choose(_ message: ByteString) throws(PromptError) -> Secret {
    try Terminal.session(on: path, until: deadline) { _ in
    } _: { (terminal) throws(PromptError) in
      try terminal.showLine(Cells.cut(message.visible, to: terminal.columns))
      for attempt in 1...Self.attempts {
        let passphrase = try Self.enter("New passphrase (empty: none): ", terminal)
        let again = try Self.enter("New passphrase (again): ", terminal)
        if passphrase.isEqual(to: again) { return passphrase }
        if attempt < Self.attempts { try terminal.showLine("The two entries differ; try again.") }
      }
      throw .notAccepted(.password, .entriesDiffer, attempts: Self.attempts)
    }
  }

  /// The passphrase on the next line of standard input, with no second attempt. What is behind it
  /// stays there; behind the last one there may be nothing.
  package static func readLine(
    allowsEmpty: Bool, isLast: Bool, until deadline: Deadline
  ) throws(PromptError) -> Secret {
    var line = try Secret.prompting()
    var byte = try readByte(until: deadline)
    if byte == nil { throw .tooFewLines(missing: [.password]) }
    while let next = byte, next != 0x0A {
      if next == 0 { throw .refused(.password, .nul) }
      if line.count == Questions.limit {
        throw .refused(.password, .tooLong(limit: Questions.limit))
      }
      do {
        try line.append(next)
      } catch {
        throw .memory(error)
      }
      byte = try readByte(until: deadline)
    }
    // A CR before the LF belongs to the line's end.
    if byte != nil, !line.isEmpty, line[line.count - 1] == 0x0D {
      line.truncate(to: line.count - 1)
    }
    if line.isEmpty, !allowsEmpty { throw .refused(.password, .empty) }
    if isLast, byte != nil, try readByte(until: deadline) != nil {
      throw .tooManyLines(expected: 1)
    }
    return line
  }

  private static func readByte(until deadline: Deadline) throws(PromptError) -> UInt8? {
    let isReady: Bool
    let byte: UInt8?
    do {
      isReady = try Wait.first(of: [.reading(0)], until: deadline) != nil
      byte = isReady ? try Descriptor.readByte(0) : nil
    } catch {
      throw .standardInput(error)
    }
    if !isReady { throw .timedOut }
    return byte
  }

  private static let working = "Working on the passphrase…"

  /// Takes the notice off the line again, with what every terminal knows.
  private static let erasing: String = {
    let width = Cells.width(of: working)
    return "\r" + String(repeating: " ", count: width) + "\r"
  }()

  private static func enter(
    _ prompt: ByteString, _ terminal: Terminal
  ) throws(PromptError) -> Secret {
    while true {
      let entry = try SecretLine.ask(
        for: .password, prompt: prompt, echo: .hidden, isMultiline: false, on: terminal)
      switch consume entry {
      case .text(let secret): return secret
      case .endOfFile: throw .cancelled
      case .refusedPaste:
        try terminal.showLine("The pasted text has several lines; none of it was taken.")
      }
    }
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// A field that may be seen while it is typed: the account name, or a visible field. Says what each
/// key does there; the line editor does it.
final class AccountLine {
  /// What one line ends with.
  enum Entry: Equatable {
    case text(ByteString)
    case endOfFile
    /// A paste of several lines; nothing of it was taken.
    case refusedPaste
  }

  /// What is asked for.
  struct Question {
    var part: Part
    /// The whole prompt, already visible text.
    var prompt: String
    /// Brought in by a cursor key on the empty line.
    var suggestion: ByteString?
    /// What TAB completes.
    var known: [ByteString] = []
  }

  private let terminal: Terminal
  private let editor: LineEditor
  private let drawing: Drawing

  /// What the line editor draws, which is not to hold up a signal or the deadline.
  final class Drawing {
    private let terminal: Terminal
    /// Why nothing is drawn any more.
    private(set) var failure: PromptError?

    init(on terminal: Terminal) {
      self.terminal = terminal
    }

    fileprivate func draw(_ bytes: Span<UInt8>) {
      if failure != nil { return }
      do {
        try terminal.put(bytes)
      } catch {
        failure = error
      }
    }
  }

  /// Starts the line editor: before the terminal's echo is switched off.
  init(on terminal: Terminal) throws(PromptError) {
    self.terminal = terminal
    let drawing = Drawing(on: terminal)
    self.drawing = drawing
    do {
      self.editor = try LineEditor(
        on: terminal.descriptor,
        sendsSignals: terminal.sendsSignals && terminal.settings.hasSignalKeys
      ) { bytes in drawing.draw(bytes) }
    } catch {
      throw .system(error)
    }
  }

  /// Asks once. Throws what ends the dialogue; the line is not shown again then.
  func ask(_ question: Question) throws(PromptError) -> Entry {
    let line = AccountKeys(question, KeyReader(terminal), terminal, editor, drawing)
    let prompt = editor.showsUnicode ? question.prompt : question.prompt.escapedToASCII
    terminal.isInLine = true
    let scalars = editor.line(prompt: prompt) { line.nextCommand() }
    terminal.isInLine = scalars == nil
    if let failure = drawing.failure { throw failure }
    // A signal or a terminal that went away is not to be told as what follows from it.
    if case .failure(let error) = line.ending { throw error }
    // The editor leaves settings of its own.
    try terminal.hideAgain()
    if case .success(let entry) = line.ending { return entry }
    guard let scalars else { throw .terminalGone(nil) }
    var bytes: [UInt8] = []
    for scalar in scalars { bytes += Array(String(scalar).utf8) }
    return .text(ByteString(bytes))
  }
}

extension String {
  /// For a terminal where the C library can show nothing else.
  fileprivate var escapedToASCII: String {
    unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// One visible field while it is typed: what each key does there.
final class AccountKeys {
  private let question: AccountLine.Question
  private let terminal: Terminal
  private let editor: LineEditor
  private let drawing: AccountLine.Drawing
  private var reader: KeyReader
  /// Bytes of a character that is not whole yet.
  private var partial: [UInt8] = []
  /// Characters that the editor does not have yet.
  private var typed: [Unicode.Scalar] = []
  private var paste: Paste?
  /// Whether what the editor has stands on the screen.
  private var isDrawn = true
  /// A command that waits until that is so.
  private var held: LineEditor.Command?
  /// How long TAB waits for a key that follows, as one does where a password manager types.
  private static let completionPause = Duration.milliseconds(150)

  /// How the line ended, where it was not by Enter.
  private(set) var ending: Result<AccountLine.Entry, PromptError>?

  init(
    _ question: AccountLine.Question, _ reader: KeyReader, _ terminal: Terminal,
    _ editor: LineEditor, _ drawing: AccountLine.Drawing
  ) {
    self.question = question
    self.reader = reader
    self.terminal = terminal
    self.editor = editor
    self.drawing = drawing
  }

  /// The line editor's hook: the next command, or nil when the line has ended.
  func nextCommand() -> LineEditor.Command? {
    // The prompt stands by now.
    terminal.framePastes()
    if let command = held {
      held = nil
      return command
    }
    do throws(PromptError) {
      while true {
        if let failure = drawing.failure { throw failure }
        // A burst is drawn once, when its last key has been read.
        if !typed.isEmpty, partial.isEmpty, terminal.bytesWaiting == 0 {
          try handOver()
          isDrawn = true
          return .draw
        }
        if let command = try command(for: reader.next()) {
          try handOver()
          // A burst that ends in Enter is seen all the same.
          if command == .accept, !isDrawn { held = command }
          isDrawn = true
          return held == nil ? command : .draw
        }
        if ending != nil { return nil }
      }
    } catch {
      ending = .failure(error)
      return nil
    }
  }

  private func command(for input: Input) throws(PromptError) -> LineEditor.Command? {
    switch input {
    case .resized:
      editor.resize()
      try terminal.show("\r")
      editor.redraw()
    case .resumed:
      (partial, paste) = ([], nil)
      terminal.framePastes()
      terminal.isInLine = true
      editor.redraw()
    case .pasted(let byte):
      if paste == nil || paste?.take(byte) == .text { try take(byte) }
    case .key(.pasteStart):
      paste = Paste()
    case .key(.pasteEnd):
      if paste?.hasSeveralLines == true { ending = .success(.refusedPaste) }
      paste = nil
    case .key(.byte(let byte)):
      return try command(forByte: byte)
    case .key(.meta(let byte)) where byte >= 0x80:
      // The first byte of a character, after an Escape that was hit by accident.
      try take(byte)
    case .key(let key):
      try handOver()
      return command(forKey: key)
    }
    return nil
  }

  private func command(forByte byte: UInt8) throws(PromptError) -> LineEditor.Command? {
    let settings = terminal.settings
    switch byte {
    case 0x0A, 0x0D: return .accept
    case 0x09: return try complete()
    case settings.byte(of: .endOfFile):
      try handOver()
      if editor.text.isEmpty { ending = .success(.endOfFile) }
      return nil
    case settings.byte(of: .erase), 0x7F, 0x08:
      try handOver()
      editor.deleteBackward(clusterBeforeCursor())
      return .draw
    case settings.byte(of: .kill), 0x15: return .killLine
    case settings.byte(of: .wordErase), 0x17: return .killPreviousWord
    case 0x01: return .lineStart
    case 0x05: return .lineEnd
    case 0x02: return try move(.left)
    case 0x06: return try move(.right)
    case 0x0B: return .killToEnd
    case 0x19: return .yank
    case 0x00: throw .refused(question.part, .nul)
    // A control character that edits nothing; literal-next enters one as text.
    case 0x01..<0x20: return nil
    default:
      try take(byte)
      return nil
    }
  }

  private func move(_ key: Key) throws(PromptError) -> LineEditor.Command? {
    try handOver()
    return command(forKey: key)
  }

  private func command(forKey key: Key) -> LineEditor.Command? {
    if let suggestion = question.suggestion?.text, editor.text.isEmpty, key.movesCursor {
      editor.insert(Array(suggestion.unicodeScalars))
      return .draw
    }
    switch key {
    case .left: editor.moveCursor(by: -clusterBeforeCursor())
    case .right: editor.moveCursor(by: clusterAfterCursor())
    case .delete:
      let count = clusterAfterCursor()
      editor.moveCursor(by: count)
      editor.deleteBackward(count)
    case .home: return .lineStart
    case .end: return .lineEnd
    case .wordLeft, .meta(UInt8(ascii: "b")): return .previousWord
    case .wordRight, .meta(UInt8(ascii: "f")): return .nextWord
    case .meta(UInt8(ascii: "d")): return .deleteNextWord
    case .meta(0x7F), .meta(0x08): return .killPreviousWord
    default: return nil
    }
    return .draw
  }

  /// TAB: completes where what stands there is the beginning of a known account and no key follows
  /// at once; otherwise it ends the field, as a password manager means it.
  private func complete() throws(PromptError) -> LineEditor.Command? {
    try handOver()
    let text = editor.text
    let candidates = question.known.compactMap { $0.text.map { Array($0.unicodeScalars) } }
      .filter { $0.count > text.count && $0.starts(with: text) }
    guard let first = candidates.first, editor.cursor == text.count,
      try terminal.isQuiet(for: Self.completionPause)
    else { return .accept }
    var common = first
    for other in candidates {
      common = Array(zip(common, other).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > text.count {
      editor.insert(Array(common[text.count...]))
      return .draw
    }
    let names = candidates.map { Visible.text(String(String.UnicodeScalarView($0))) }
    try terminal.show("\n" + names.joined(separator: "  ") + "\n")
    terminal.isInLine = true
    editor.redraw()
    return nil
  }

  /// Takes a byte of text.
  private func take(_ byte: UInt8) throws(PromptError) {
    if byte == 0 { throw .refused(question.part, .nul) }
    partial.append(byte)
    guard partial.count >= Visible.scalarLength(startingWith: partial[0]) else { return }
    guard let scalar = ByteString(partial).text?.unicodeScalars.first else {
      throw .refused(question.part, .notUTF8)
    }
    partial = []
    typed.append(scalar)
    if typed.count > Questions.limit { try handOver() }
  }

  /// Gives the editor what has been typed since it last had something.
  private func handOver() throws(PromptError) {
    if !partial.isEmpty { throw .refused(question.part, .notUTF8) }
    if typed.isEmpty { return }
    editor.insert(typed)
    typed = []
    isDrawn = false
    let bytes = editor.text.reduce(0) { $0 + UTF8.width($1) }
    if bytes > Questions.limit { throw .refused(question.part, .tooLong(limit: Questions.limit)) }
  }

  private func clusterBeforeCursor() -> Int {
    Self.clusters(editor.text.prefix(editor.cursor)).last ?? 0
  }

  private func clusterAfterCursor() -> Int {
    Self.clusters(editor.text.dropFirst(editor.cursor)).first ?? 0
  }

  /// The lengths of the grapheme clusters, in code points.
  private static func clusters(_ text: ArraySlice<Unicode.Scalar>) -> [Int] {
    var lengths: [Int] = []
    var breaks = ClusterBreaks()
    for scalar in text {
      if breaks.isBreak(before: scalar) { lengths.append(0) }
      lengths[lengths.count - 1] += 1
    }
    return lengths
  }
}

extension Key {
  fileprivate var movesCursor: Bool {
    switch self {
    case .left, .right, .up, .down, .home, .end: true
    default: false
    }
  }
}

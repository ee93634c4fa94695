// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// A field that nobody may see while it is typed: read key by key straight into locked memory.
struct SecretLine: ~Copyable {
  /// What the field ends with.
  enum Entry: ~Copyable {
    case text(Secret)
    case endOfFile
    /// A paste of several lines; nothing of it was taken.
    case refusedPaste
  }

  private let part: Part
  private let prompt: ByteString
  private let terminal: Terminal
  private let isMultiline: Bool
  private var reader: KeyReader
  private var secret: Secret
  /// Nil where typing shows nothing.
  private var echo: SecretEcho?
  /// Where the line starts that is being typed; 0 but for many lines.
  private var lineStart = 0
  private var paste: Paste?

  private enum Step {
    case goOn
    case enter
    case endOfFile
    case refusePaste
  }

  /// Shows `prompt`, which is visible text, and reads one answer.
  static func ask(
    for part: Part, prompt: ByteString, echo: Questions.Echo, isMultiline: Bool,
    on terminal: Terminal
  ) throws(PromptError) -> Entry {
    if isMultiline { try terminal.showLine(howToEnd(on: terminal)) }
    // The prompt comes first: what follows takes a while, and no key that is hit meanwhile is lost.
    try terminal.show(prompt.bytes.span)
    terminal.framePastes()
    return try SecretLine(part, prompt, echo, isMultiline, terminal).read()
  }

  private init(
    _ part: Part, _ prompt: ByteString, _ echo: Questions.Echo, _ isMultiline: Bool,
    _ terminal: Terminal
  ) throws(PromptError) {
    let secret = try Secret.prompting()
    let room = Self.room(beside: prompt, on: terminal)
    let shown: SecretEcho? =
      switch echo {
      case .hidden: nil
      case .masked: try SecretEcho(.masked, room: room)
      case .plain: try SecretEcho(.plain, room: room)
      }
    self.part = part
    self.prompt = prompt
    self.isMultiline = isMultiline
    self.terminal = terminal
    self.reader = KeyReader(terminal)
    self.secret = secret
    self.echo = shown
  }

  private consuming func read() throws(PromptError) -> Entry {
    while true {
      switch try step(for: reader.next()) {
      case .goOn:
        // A burst is shown once, when its last key has been read.
        if terminal.bytesWaiting == 0 { try draw() }
      case .enter:
        try draw()
        try terminal.show("\n")
        guard isMultiline else { return .text(secret) }
        try take(0x0A)
        lineStart = secret.count
        echo?.startLine(room: terminal.columns - 1)
      case .endOfFile:
        if secret.isEmpty { return .endOfFile }
        try terminal.show("\n")
        return .text(secret)
      case .refusePaste:
        return .refusedPaste
      }
    }
  }

  private mutating func step(for input: Input) throws(PromptError) -> Step {
    switch input {
    case .resized:
      echo?.resize(room: Self.room(beside: prompt, on: terminal))
    case .resumed:
      try startAgain()
    case .pasted(let byte):
      return try step(forPasted: byte)
    case .key(.pasteStart):
      if !isMultiline { paste = Paste() }
    case .key(.pasteEnd):
      defer { paste = nil }
      if paste?.hasSeveralLines == true { return .refusePaste }
    case .key(.byte(let byte)):
      return try step(forByte: byte)
    case .key(.meta(let byte)) where byte >= 0x20 && byte != 0x7F:
      // An Escape hit by accident must not swallow the character behind it.
      try take(byte)
    case .key:
      break
    }
    return .goOn
  }

  private mutating func step(forPasted byte: UInt8) throws(PromptError) -> Step {
    if isMultiline, reader.isInPaste, byte == 0x0D || byte == 0x0A { return .enter }
    if paste == nil || paste?.take(byte) == .text { try take(byte) }
    return .goOn
  }

  private mutating func step(forByte byte: UInt8) throws(PromptError) -> Step {
    let settings = terminal.settings
    switch byte {
    case 0x0A, 0x0D: return .enter
    case settings.byte(of: .endOfFile):
      return secret.isEmpty || isMultiline ? .endOfFile : .goOn
    case settings.byte(of: .erase), 0x7F, 0x08:
      eraseUnit()
    case settings.byte(of: .kill):
      secret.truncate(to: lineStart)
    case settings.byte(of: .wordErase):
      eraseWord()
    case settings.byte(of: .reprint):
      try terminal.show("\n")
      try terminal.show(prompt.bytes.span)
      echo?.startLine(room: Self.room(beside: prompt, on: terminal))
    default:
      try take(byte)
    }
    return .goOn
  }

  private mutating func take(_ byte: UInt8) throws(PromptError) {
    if byte == 0 { throw .refused(part, .nul) }
    if secret.count == Questions.limit { throw .refused(part, .tooLong(limit: Questions.limit)) }
    do {
      try secret.append(byte)
    } catch {
      throw .memory(error)
    }
  }

  private mutating func eraseUnit() {
    if secret.count == lineStart { return }
    let floor = lineStart
    let last = secret.withBytes { Units.startOfLast(in: $0, notBefore: floor) }
    secret.truncate(to: last)
  }

  /// Takes the blanks before the cursor, then the word before them, as the kernel's line editing does.
  private mutating func eraseWord() {
    let start = lineStart
    secret.truncate(to: secret.withBytes { Units.startOfLastWord(in: $0, from: start) })
  }

  /// After a stop the screen shows other things, and nobody knows any more what had been typed.
  private mutating func startAgain() throws(PromptError) {
    secret.truncate(to: 0)
    lineStart = 0
    paste = nil
    try terminal.show(prompt.bytes.span)
    terminal.framePastes()
    echo?.startLine(room: Self.room(beside: prompt, on: terminal))
  }

  private mutating func draw() throws(PromptError) {
    let start = lineStart
    try secret.withBytes { (bytes) throws(PromptError) in
      try echo?.draw(bytes.extracting(start..<bytes.count), on: terminal)
    }
  }

  private static func howToEnd(on terminal: Terminal) -> String {
    let key = terminal.settings.byte(of: .endOfFile) ?? 0x04
    return "Many lines; end with \(Visible.text([key])) on a line of its own."
  }

  /// How many cells are free in the prompt's last line; the last column is left alone, as terminals
  /// differ in where the cursor stands behind it.
  private static func room(beside prompt: ByteString, on terminal: Terminal) -> Int {
    let columns = terminal.columns
    return max(0, columns - 1 - Cells.width(of: prompt.visible) % columns)
  }
}

// SPDX-License-Identifier: MIT

private import CEdit
private import Glibc
internal import Posix

/// libedit behind a safe face: it holds the line, edits it and draws it. What a key means is decided
/// by whoever reads with it; libedit is told commands only.
///
/// It has no history and reads no configuration.
@safe
final class LineEditor {
  /// What libedit can be told to do, each bound to a control character of its own.
  enum Command: UInt8 {
    case lineStart = 0x01
    case lineEnd = 0x05
    case previousWord = 0x02
    case nextWord = 0x06
    case deleteNextWord = 0x04
    case killToEnd = 0x0B
    case killLine = 0x15
    case killPreviousWord = 0x17
    case yank = 0x19
    /// Draws what has changed.
    case draw = 0x12
    case accept = 0x0A

    fileprivate static let bindings: [(key: String, name: String)] = [
      ("^A", "ed-move-to-beg"), ("^E", "ed-move-to-end"), ("^B", "ed-prev-word"),
      ("^F", "em-next-word"), ("^D", "em-delete-next-word"), ("^K", "ed-kill-line"),
      ("^U", "em-kill-line"), ("^W", "ed-delete-prev-word"), ("^Y", "em-yank"),
      ("^R", "askcred-draw"), ("^J", "ed-newline"),
    ]
  }

  private let editor: OpaquePointer
  private let screen: Screen
  private let streams: [UnsafeMutablePointer<FILE>]
  private var prompt: UnsafeMutablePointer<wchar_t>?
  /// Gives the next command, or nil to leave the line.
  private var nextCommand: (() -> Command?)?

  /// Whether the C library can show what is not ASCII.
  let showsUnicode: Bool

  /// Where libedit draws.
  private final class Screen {
    let write: (Span<UInt8>) -> Void

    init(write: @escaping (Span<UInt8>) -> Void) {
      self.write = write
    }
  }

  /// Starts libedit, which sets the terminal with echo on: that has to come before echo goes off.
  /// What it draws goes to `write`.
  init(
    on terminal: borrowing FileDescriptor, sendsSignals: Bool,
    write: @escaping (Span<UInt8>) -> Void
  ) throws(SystemError) {
    // A UTF-8 locale, never the user's own: the line is UTF-8 in every one of them.
    let locale = unsafe setlocale(LC_CTYPE, "C.UTF-8") ?? setlocale(LC_CTYPE, "en_US.UTF-8")
    self.showsUnicode = unsafe locale != nil
    let number = terminal.number
    let screen = Screen(write: write)
    // libedit reports an unknown type of terminal on its error stream.
    let opened = unsafe [
      fdopen(dup(number), "r"), Self.stream(drawingOn: screen), fopen("/dev/null", "w"),
    ].compactMap { unsafe $0 }
    guard unsafe opened.count == 3,
      let editor = unsafe el_init_fd(
        "askcred", opened[0], opened[1], opened[2], number, number, fileno(opened[2]))
    else {
      let error = Errno.last
      for index in unsafe opened.indices { unsafe fclose(opened[index]) }
      throw SystemError("cannot start the line editor", error)
    }
    unsafe self.editor = editor
    self.screen = screen
    unsafe self.streams = opened
    configure(sendsSignals: sendsSignals)
  }

  deinit {
    // The terminal has been put back by now, and may be another program's.
    unsafe askcred_edit_let_go(editor)
    unsafe el_end(editor)
    for index in unsafe streams.indices { unsafe fclose(streams[index]) }
    unsafe prompt?.deallocate()
  }

  private func configure(sendsSignals: Bool) {
    unsafe askcred_edit_set_owner(editor, Unmanaged.passUnretained(self).toOpaque())
    unsafe askcred_edit_use_emacs_keys(editor)
    // After each line libedit restores the settings that it found, and switches echo on with them:
    // it is told that what it found is a terminal without echo, where every byte comes as it is.
    var settings = [("-x", "-echo"), ("-x", "-icanon"), ("-x", "-iexten")]
    for mode in ["-x", "-d"] {
      for word in ["-icrnl", "-inlcr", "-igncr", "-istrip", "-parmrk"] {
        settings.append((mode, word))
      }
      if !sendsSignals { settings.append((mode, "-isig")) }
    }
    for (mode, word) in settings {
      unsafe wide(mode) { mode in
        unsafe wide(word) { word in unsafe askcred_edit_set_terminal(editor, mode, word) }
      }
    }
    unsafe askcred_edit_add_draw_command(editor) { _, _ in UInt8(CC_REFRESH) }
    for (key, name) in Command.bindings {
      unsafe wide(key) { key in
        unsafe wide(name) { name in unsafe askcred_edit_bind(editor, key, name) }
      }
    }
    unsafe askcred_edit_set_prompt(editor) { editor in
      unsafe editor.flatMap { unsafe LineEditor.owner(of: $0).prompt }
    }
    unsafe askcred_edit_set_reader(editor) { editor, key in
      guard let editor = unsafe editor, let key = unsafe key,
        let command = unsafe LineEditor.owner(of: editor).nextCommand?()
      else {
        errno = EINTR
        return -1
      }
      unsafe key.pointee = wchar_t(command.rawValue)
      return 1
    }
  }

  private static func stream(drawingOn screen: Screen) -> UnsafeMutablePointer<FILE>? {
    unsafe askcred_edit_stream(Unmanaged.passUnretained(screen).toOpaque()) { owner, bytes, count in
      guard let owner = unsafe owner, let bytes = unsafe bytes else { return 0 }
      let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
      unsafe buffer.withMemoryRebound(to: UInt8.self) { buffer in
        let screen = unsafe Unmanaged<Screen>.fromOpaque(owner).takeUnretainedValue()
        unsafe screen.write(buffer.span)
      }
      return count
    }
  }

  private static func owner(of editor: OpaquePointer) -> LineEditor {
    guard let owner = unsafe askcred_edit_owner(editor) else { preconditionFailure("no owner") }
    return unsafe Unmanaged<LineEditor>.fromOpaque(owner).takeUnretainedValue()
  }
}

// MARK: - The line

extension LineEditor {
  /// Shows `prompt` and lets `nextCommand` edit until it accepts the line; nil where it left it.
  func line(prompt: String, nextCommand: @escaping () -> Command?) -> [Unicode.Scalar]? {
    unsafe self.prompt?.deallocate()
    unsafe self.prompt = copy(prompt)
    self.nextCommand = nextCommand
    defer { self.nextCommand = nil }
    var count: CInt = 0
    guard let line = unsafe el_wgets(editor, &count), count > 0 else { return nil }
    // The last one is the newline.
    return (0..<Int(count) - 1).compactMap { unsafe Unicode.Scalar(UInt32(bitPattern: line[$0])) }
  }

  /// What has been typed so far.
  var text: [Unicode.Scalar] {
    let line = unsafe el_wline(editor).pointee
    let count = unsafe line.lastchar - line.buffer
    return (0..<count).compactMap { unsafe Unicode.Scalar(UInt32(bitPattern: line.buffer[$0])) }
  }

  /// Where the cursor stands, in code points from the start.
  var cursor: Int {
    let line = unsafe el_wline(editor).pointee
    return unsafe line.cursor - line.buffer
  }

  /// Puts text in at the cursor, which moves behind it. Drawn by the next `draw`.
  func insert(_ text: [Unicode.Scalar]) {
    let characters = text.map { wchar_t(bitPattern: $0.value) } + [0]
    _ = unsafe characters.withUnsafeBufferPointer { unsafe el_winsertstr(editor, $0.baseAddress) }
  }

  /// Takes away `count` code points before the cursor.
  func deleteBackward(_ count: Int) {
    unsafe el_deletestr(editor, CInt(count))
  }

  func moveCursor(by count: Int) {
    _ = unsafe el_cursor(editor, CInt(count))
  }

  /// Draws prompt and line anew at the start of the line where the terminal's cursor stands.
  func redraw() {
    unsafe askcred_edit_redraw(editor)
  }

  /// Takes the window's new size.
  func resize() {
    unsafe el_resize(editor)
  }

  private func copy(_ text: String) -> UnsafeMutablePointer<wchar_t> {
    let scalars = Array(text.unicodeScalars)
    let copy = UnsafeMutablePointer<wchar_t>.allocate(capacity: scalars.count + 1)
    for (index, scalar) in scalars.enumerated() {
      unsafe copy[index] = wchar_t(bitPattern: scalar.value)
    }
    unsafe copy[scalars.count] = 0
    return unsafe copy
  }
}

private func wide<Result>(_ text: String, _ body: (UnsafePointer<wchar_t>) -> Result) -> Result {
  let characters = text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
  return unsafe characters.withUnsafeBufferPointer { buffer in
    guard let address = buffer.baseAddress else { preconditionFailure("no buffer") }
    return unsafe body(address)
  }
}

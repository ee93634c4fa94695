// SPDX-License-Identifier: MIT

internal import Posix

/// What a field reads: keys, pasted bytes, and what happens to the terminal meanwhile.
enum Input {
  case key(Key)
  /// A byte inside of pasted text.
  case pasted(UInt8)
  case resized
  case resumed
}

/// Reads a terminal key by key, one byte at a time, so that what belongs to the next question stays
/// in the terminal.
struct KeyReader {
  private let terminal: Terminal
  private var decoder = KeyDecoder()
  /// The text of a paste that has begun and not yet ended.
  private var pasted: PastedText?
  private var isLiteral = false

  var isInPaste: Bool { pasted != nil }

  /// How long a paste may pause before its end counts as lost.
  private static let pastePause = Duration.seconds(5)

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// The next input. Throws what ends the dialogue.
  mutating func next() throws(PromptError) -> Input {
    while true {
      if let byte = pasted?.next() { return .pasted(byte) }
      let pause = decoder.isPartial ? decoder.pause : isInPaste ? Self.pastePause : nil
      switch try terminal.event(within: pause) {
      case nil:
        if decoder.isPartial {
          decoder.giveUp()
        } else {
          pasted = nil
          return .key(.pasteEnd)
        }
      case .resized: return .resized
      case .resumed:
        self = KeyReader(terminal)
        return .resumed
      case .byte(let byte):
        if isLiteral {
          isLiteral = false
          return .pasted(byte)
        }
        if pasted != nil {
          if pasted?.take(byte) == true { continue }
          pasted = nil
          return .key(.pasteEnd)
        }
        if let key = decoder.key(for: byte), let input = try input(for: key) { return input }
      }
    }
  }

  /// What `key` means on this terminal; nil where it only changes how the next one is read.
  private mutating func input(for key: Key) throws(PromptError) -> Input? {
    switch key {
    case .pasteStart:
      pasted = PastedText()
      return .key(key)
    case .byte(let byte):
      if byte == terminal.settings.byte(of: .literalNext) {
        isLiteral = true
        return nil
      }
      if !terminal.sendsSignals {
        // Nobody but this program hears the signal keys of a terminal that is not its own.
        let settings = terminal.settings
        if byte == settings.byte(of: .interrupt) || byte == settings.byte(of: .quit) {
          throw .cancelled
        }
        if byte == settings.byte(of: .suspend) { return .key(.ignored) }
      }
      return .key(key)
    default:
      return .key(key)
    }
  }
}

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
  private(set) var isInPaste = false
  private var isLiteral = false

  /// How long the rest of an escape sequence may take; after it, Escape was a key of its own.
  private static let sequencePause = Duration.seconds(1)
  /// How long a paste may pause before its end counts as lost.
  private static let pastePause = Duration.seconds(5)

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// The next input. Throws what ends the dialogue.
  mutating func next() throws(PromptError) -> Input {
    while true {
      let pause = decoder.isPartial ? Self.sequencePause : isInPaste ? Self.pastePause : nil
      switch try terminal.event(within: pause) {
      case nil:
        if decoder.isPartial {
          decoder.giveUp()
        } else {
          isInPaste = false
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
        if let key = decoder.key(for: byte), let input = try input(for: key) { return input }
      }
    }
  }

  /// What `key` means on this terminal; nil where it only changes how the next one is read.
  private mutating func input(for key: Key) throws(PromptError) -> Input? {
    switch key {
    case .pasteStart:
      isInPaste = true
      return .key(key)
    case .pasteEnd:
      isInPaste = false
      return .key(key)
    case .byte(let byte) where isInPaste:
      return .pasted(byte)
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

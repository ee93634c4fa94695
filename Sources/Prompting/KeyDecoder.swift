// SPDX-License-Identifier: MIT

/// A key as a person presses it, read from the bytes that a terminal sends for it.
enum Key: Equatable {
  /// A byte of text or a control character, as it came.
  case byte(UInt8)
  case left
  case right
  case up
  case down
  case home
  case end
  case delete
  case wordLeft
  case wordRight
  /// The key together with Alt, or after Escape.
  case meta(UInt8)
  case pasteStart
  case pasteEnd
  /// A whole key that means nothing here: a function key, a report of the terminal.
  case ignored
}

/// Reads keys out of a terminal's bytes: control sequences as ECMA-48 has them, and the frame that
/// xterm puts around pasted text.
struct KeyDecoder {
  private enum State {
    case ground
    case escape
    /// After `ESC [`, with the parameters so far.
    case sequence([UInt8])
    /// After `ESC O`.
    case singleShift
    /// After `ESC [ [`: the Linux console's function keys.
    case consoleFunction
    /// A string for the terminal or a report from it, up to BEL or `ESC \`.
    case string(afterEscape: Bool)
  }

  private var state = State.ground

  private static let escape: UInt8 = 0x1B

  /// Whether a sequence has begun whose rest is still to come.
  var isPartial: Bool {
    if case .ground = state { return false }
    return true
  }

  /// How long the rest of a sequence may take: short where a person may have hit Escape and types on,
  /// longer where no person can have typed what is there.
  var pause: Duration {
    if case .sequence(let parameters) = state, !parameters.isEmpty { return .seconds(1) }
    return .milliseconds(300)
  }

  /// Forgets a sequence whose rest did not come: a lone Escape, or a broken report.
  mutating func giveUp() {
    state = .ground
  }

  /// Takes the next byte; nil where the key is not whole yet.
  mutating func key(for byte: UInt8) -> Key? {
    switch state {
    case .ground:
      guard byte == Self.escape else { return .byte(byte) }
      state = .escape
      return nil
    case .escape:
      return afterEscape(byte)
    case .sequence(let parameters):
      return inSequence(byte, parameters)
    case .singleShift:
      state = .ground
      return isControl(byte) ? .byte(byte) : cursorKey(byte, parameters: [])
    case .consoleFunction:
      state = .ground
      return isControl(byte) ? .byte(byte) : .ignored
    case .string(let isEscaped):
      return inString(byte, isEscaped)
    }
  }

  private mutating func afterEscape(_ byte: UInt8) -> Key? {
    switch byte {
    case Self.escape: return nil
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string(afterEscape: false)
    case 0x7F, 0x08:
      state = .ground
      return .meta(byte)
    default:
      state = .ground
      // Enter, or another control key, is never lost to an Escape before it.
      return isControl(byte) ? .byte(byte) : .meta(byte)
    }
    return nil
  }

  private mutating func inSequence(_ byte: UInt8, _ parameters: [UInt8]) -> Key? {
    switch byte {
    case 0x20...0x3F:
      // Longer than any sequence of a real terminal; the rest is swallowed up to its last byte.
      state = .sequence(parameters.count < 32 ? parameters + [byte] : parameters)
      return nil
    case 0x5B where parameters.isEmpty:
      state = .consoleFunction
      return nil
    case 0x40...0x7E:
      state = .ground
      return byte == UInt8(ascii: "~")
        ? numberedKey(parameters) : cursorKey(byte, parameters: parameters)
    case Self.escape:
      state = .escape
      return nil
    default:
      state = .ground
      return .byte(byte)
    }
  }

  private mutating func inString(_ byte: UInt8, _ isEscaped: Bool) -> Key? {
    switch byte {
    case 0x07:
      state = .ground
      return .ignored
    case Self.escape:
      state = .string(afterEscape: true)
      return nil
    case _ where isEscaped:
      state = .ground
      return byte == UInt8(ascii: "\\") ? .ignored : afterEscape(byte)
    case _ where isControl(byte):
      state = .ground
      return .byte(byte)
    default:
      return nil
    }
  }

  private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  private func numberedKey(_ parameters: [UInt8]) -> Key {
    switch String(decoding: parameters, as: UTF8.self) {
    case "200": .pasteStart
    case "201": .pasteEnd
    case "1", "7": .home
    case "4", "8": .end
    case "3": .delete
    default: .ignored
    }
  }

  private func cursorKey(_ final: UInt8, parameters: [UInt8]) -> Key {
    let isPlain = parameters.isEmpty || parameters == [UInt8(ascii: "1")]
    // `1;5` is Control, `1;3` Alt.
    let isByWord = parameters == Array("1;5".utf8) || parameters == Array("1;3".utf8)
    switch final {
    case UInt8(ascii: "A") where isPlain: return .up
    case UInt8(ascii: "B") where isPlain: return .down
    case UInt8(ascii: "C") where isPlain: return .right
    case UInt8(ascii: "D") where isPlain: return .left
    case UInt8(ascii: "C") where isByWord: return .wordRight
    case UInt8(ascii: "D") where isByWord: return .wordLeft
    case UInt8(ascii: "H") where isPlain: return .home
    case UInt8(ascii: "F") where isPlain: return .end
    default: return .ignored
    }
  }
}

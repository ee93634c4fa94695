// SPDX-License-Identifier: MIT

private import CSystem
internal import Glibc

/// All settings of a terminal at one moment, as termios(3) has them.
package struct TerminalSettings: Sendable {
  private var raw: termios

  /// The settings that stand now; the corresponding C function is `tcgetattr`.
  package init(of terminal: CInt) throws(Errno) {
    var raw = termios()
    _ = try retrying { unsafe tcgetattr(terminal, &raw) }
    self.raw = raw
  }

  /// When settings take effect, and what becomes of the input that waits to be read.
  package enum Effect: Sendable {
    /// At once; the input stays.
    case now
    /// After what has been written is out; the input is thrown away.
    case flushing
  }

  /// Puts the settings into effect; the corresponding C function is `tcsetattr`.
  package func apply(to terminal: CInt, _ effect: Effect) throws(Errno) {
    var raw = raw
    let action = effect == .now ? TCSANOW : TCSAFLUSH
    _ = try retrying { unsafe tcsetattr(terminal, action, &raw) }
  }

  /// These settings for reading keys one by one: nothing is echoed, no key is held back, translated
  /// or taken out; output keeps its line ends.
  ///
  /// With `signalKeys`, the keys for interrupt, quit and suspend stay signals.
  package func hidden(signalKeys: Bool) -> TerminalSettings {
    var hidden = self
    hidden.raw.c_lflag &= ~tcflag_t(ECHO | ECHOE | ECHOK | ECHONL | ICANON | IEXTEN)
    if !signalKeys { hidden.raw.c_lflag &= ~tcflag_t(ISIG) }
    // PARMRK would double each byte 0xFF, ISTRIP would take the eighth bit.
    hidden.raw.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR | ISTRIP | PARMRK | IUCLC)
    hidden.raw.c_oflag |= tcflag_t(OPOST | ONLCR)
    hidden.set(VMIN, to: 1)
    hidden.set(VTIME, to: 0)
    return hidden
  }

  /// These settings where no key stops the output.
  package var withoutStopKey: TerminalSettings {
    var settings = self
    settings.raw.c_iflag &= ~tcflag_t(IXON)
    return settings
  }

  /// Whether the keys for interrupt, quit and suspend are signals.
  package var hasSignalKeys: Bool { raw.c_lflag & tcflag_t(ISIG) != 0 }

  /// Whether typing stays invisible and each key arrives by itself. tcsetattr also succeeds where it
  /// could put only a part into effect, so this is asked for afterwards.
  package var isHidden: Bool {
    raw.c_lflag & tcflag_t(ECHO | ECHONL | ICANON) == 0
  }

  /// The keys that a person may have changed with stty(1).
  package enum Key: Sendable {
    case erase
    case kill
    case wordErase
    case reprint
    case literalNext
    case endOfFile
    case interrupt
    case quit
    case suspend
  }

  /// The byte of a key, or nil where it is switched off.
  package func byte(of key: Key) -> UInt8? {
    let index =
      switch key {
      case .erase: VERASE
      case .kill: VKILL
      case .wordErase: VWERASE
      case .reprint: VREPRINT
      case .literalNext: VLNEXT
      case .endOfFile: VEOF
      case .interrupt: VINTR
      case .quit: VQUIT
      case .suspend: VSUSP
      }
    let byte = unsafe withUnsafeBytes(of: raw.c_cc) { unsafe $0[Int(index)] }
    return byte == askcred_no_character ? nil : byte
  }

  private mutating func set(_ index: CInt, to byte: UInt8) {
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { unsafe $0[Int(index)] = byte }
  }
}

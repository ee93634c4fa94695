// SPDX-License-Identifier: MIT

private import Glibc

/// All that a terminal can be set to; the corresponding C type is `termios`.
package struct TerminalSettings: Equatable, Sendable {
  package var input: UInt32
  package var output: UInt32
  package var control: UInt32
  package var local: UInt32
  package var discipline: UInt8
  package var characters: [UInt8]
  package var inputSpeed: UInt32
  package var outputSpeed: UInt32

  init(of descriptor: CInt) throws {
    var raw = termios()
    try checked("tcgetattr", unsafe tcgetattr(descriptor, &raw))
    self.input = raw.c_iflag
    self.output = raw.c_oflag
    self.control = raw.c_cflag
    self.local = raw.c_lflag
    self.discipline = raw.c_line
    self.characters = unsafe withUnsafeBytes(of: raw.c_cc) { unsafe [UInt8]($0) }
    self.inputSpeed = raw.c_ispeed
    self.outputSpeed = raw.c_ospeed
  }

  func apply(to descriptor: CInt) throws {
    var raw = termios()
    raw.c_iflag = input
    raw.c_oflag = output
    raw.c_cflag = control
    raw.c_lflag = local
    raw.c_line = discipline
    let bytes = characters
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) { unsafe $0.copyBytes(from: bytes) }
    raw.c_ispeed = inputSpeed
    raw.c_ospeed = outputSpeed
    try checked("tcsetattr", unsafe tcsetattr(descriptor, TCSANOW, &raw))
  }

  package var echo: Bool {
    get { local & UInt32(ECHO) != 0 }
    set { set(ECHO, newValue, in: \.local) }
  }

  /// Whole lines, edited by the kernel.
  package var canonical: Bool {
    get { local & UInt32(ICANON) != 0 }
    set { set(ICANON, newValue, in: \.local) }
  }

  /// Signals from keys.
  package var signals: Bool {
    get { local & UInt32(ISIG) != 0 }
    set { set(ISIG, newValue, in: \.local) }
  }

  /// Stopping and going on with the output by ^S and ^Q.
  package var flowControl: Bool {
    get { input & UInt32(IXON) != 0 }
    set { set(IXON, newValue, in: \.input) }
  }

  package var erase: UInt8 {
    get { characters[Int(VERASE)] }
    set { characters[Int(VERASE)] = newValue }
  }

  package var kill: UInt8 {
    get { characters[Int(VKILL)] }
    set { characters[Int(VKILL)] = newValue }
  }

  package var endOfFile: UInt8 {
    get { characters[Int(VEOF)] }
    set { characters[Int(VEOF)] = newValue }
  }

  private mutating func set(
    _ flag: CInt, _ on: Bool, in field: WritableKeyPath<TerminalSettings, UInt32>
  ) {
    if on {
      self[keyPath: field] |= UInt32(flag)
    } else {
      self[keyPath: field] &= ~UInt32(flag)
    }
  }
}

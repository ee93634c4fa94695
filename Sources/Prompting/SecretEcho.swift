// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// What typing a secret shows, and how it is kept in step with what has been typed: with backspaces
/// alone, which every terminal knows.
struct SecretEcho: ~Copyable {
  enum Mode {
    case masked
    case plain
  }

  private let mode: Mode
  /// The cells that may be used.
  private var room: Int
  /// What stands on the screen; with `plain` that is the secret.
  private var shown: Secret
  private var shownCells = 0

  init(_ mode: Mode, room: Int) throws(PromptError) {
    let shown = try Secret.prompting()
    self.mode = mode
    self.room = room
    self.shown = shown
  }

  /// Nothing stands on the screen any more.
  mutating func startLine(room: Int) {
    shown.truncate(to: 0)
    shownCells = 0
    self.room = room
  }

  mutating func resize(room: Int) {
    self.room = room
  }

  /// Shows the line `bytes` in place of what stands there.
  mutating func draw(_ bytes: Span<UInt8>, on terminal: Terminal) throws(PromptError) {
    var next = try Secret.prompting()
    var cells = 0
    do {
      switch mode {
      case .masked: cells = try mask(bytes, into: &next)
      case .plain: cells = try tail(of: bytes, into: &next)
      }
    } catch {
      throw .memory(error)
    }
    try replace(by: next, cells, on: terminal)
    shown = next
    shownCells = cells
  }

  /// One mask for each unit, as many as there is room for.
  private func mask(_ bytes: Span<UInt8>, into next: inout Secret) throws(SecretError) -> Int {
    var count = 0
    Units.forEach(in: bytes) { _, _ in count += 1 }
    count = min(count, room)
    try next.append(String(repeating: "*", count: count))
    return count
  }

  /// The units at the end of `bytes` that there is room for, with control characters made visible.
  private func tail(of bytes: Span<UInt8>, into next: inout Secret) throws(SecretError) -> Int {
    var total = 0
    Units.forEach(in: bytes) { range, width in
      total += Self.width(of: bytes.extracting(range), width)
    }
    var failure: SecretError?
    var cells = 0
    Units.forEach(in: bytes) { range, width in
      let unit = bytes.extracting(range)
      let unitWidth = Self.width(of: unit, width)
      total -= unitWidth
      if total + cells + unitWidth > room || failure != nil { return }
      cells += unitWidth
      do throws(SecretError) {
        try Self.append(unit, to: &next)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return cells
  }

  private static func append(
    _ unit: Span<UInt8>, to next: inout Secret
  ) throws(SecretError) {
    switch Units.scalar(in: unit, at: 0).0?.value {
    case nil: try next.append("?")
    // Escape sequences can begin with one of these.
    case .some(0x80..<0xA0): try next.append("?")
    case .some(let value) where value < 0x20:
      try next.append("^\(Unicode.Scalar(UInt8(value) + 0x40))")
    case 0x7F: try next.append("^?")
    default: try next.append(unit)
    }
  }

  private static func width(of unit: Span<UInt8>, _ width: Int) -> Int {
    switch Units.scalar(in: unit, at: 0).0?.value {
    case nil: 1
    case .some(0x80..<0xA0): 1
    case .some(let value) where value < 0x20 || value == 0x7F: 2
    default: width
    }
  }

  /// Goes from what stands on the screen to `next` by the shortest way.
  private func replace(
    by next: borrowing Secret, _ cells: Int, on terminal: Terminal
  ) throws(PromptError) {
    let isLonger = next.count >= shown.count
    let shorter = min(next.count, shown.count)
    var isPrefix = true
    for index in 0..<shorter where shown[index] != next[index] { isPrefix = false }
    if isPrefix, isLonger {
      try next.withBytes { (bytes) throws(PromptError) in
        try terminal.show(bytes.extracting(shorter..<bytes.count))
      }
    } else if isPrefix {
      let gone = shownCells - cells
      try terminal.show(
        String(repeating: "\u{8}", count: gone) + String(repeating: " ", count: gone)
          + String(repeating: "\u{8}", count: gone))
    } else {
      let left = max(0, shownCells - cells)
      try terminal.show(String(repeating: "\u{8}", count: shownCells))
      try next.withBytes { (bytes) throws(PromptError) in try terminal.show(bytes) }
      try terminal.show(
        String(repeating: " ", count: left) + String(repeating: "\u{8}", count: left))
    }
  }
}

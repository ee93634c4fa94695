// SPDX-License-Identifier: MIT

internal import Arguments
internal import Posix

/// One line on standard error that says how far a long run is, where that is a terminal.
struct Progress {
  private let isShown: Bool
  /// A short run shows nothing, a long one not every step.
  private var next = Deadline.after(.seconds(1))
  private var width = 0

  init(_ verbosity: Verbosity) {
    self.isShown = verbosity != .quiet && Descriptor.isTerminal(2)
  }

  mutating func show(_ what: String, _ done: Int, of all: Int) {
    guard isShown, next.hasPassed else { return }
    next = .after(.milliseconds(100))
    let line = "askcred: \(what) \(done) of \(all)"
    put("\r" + line + String(repeating: " ", count: max(0, width - line.utf8.count)))
    width = line.utf8.count
  }

  /// Takes the line away.
  mutating func end() {
    if width > 0 { put("\r" + String(repeating: " ", count: width) + "\r") }
    width = 0
  }

  /// A failure to show it changes nothing.
  private func put(_ text: String) {
    let bytes = Array(text.utf8)
    try? Descriptor.write(2, bytes.span)
  }
}

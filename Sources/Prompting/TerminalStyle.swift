// SPDX-License-Identifier: MIT

private import CEdit
private import Posix

/// The few escape sequences that askcred sends, where the terminal knows them: by terminfo(5), by
/// TERM, and not at all where NO_COLOR is set.
struct TerminalStyle {
  private(set) var boldOn = ""
  private(set) var boldOff = ""
  /// Bracketed paste: pasted text comes in a frame, so that a newline in it is no Enter.
  private(set) var pasteOn = ""
  private(set) var pasteOff = ""

  init(of terminal: Int32) {
    let name = Process.environment("TERM") ?? ""
    let plain = Process.environment("NO_COLOR").map { !$0.isEmpty } ?? false
    guard !name.isEmpty, name != "dumb", !plain, askcred_terminfo_start(terminal) != 0 else {
      return
    }
    if let on = Self.capability("bold"), let off = Self.capability("sgr0") {
      (boldOn, boldOff) = (on, off)
    }
    if let on = Self.capability("BE"), let off = Self.capability("BD") {
      (pasteOn, pasteOff) = (on, off)
    }
  }

  private static func capability(_ name: String) -> String? {
    unsafe askcred_terminfo_string(name).map { withoutDelays(unsafe String(cString: $0)) }
  }

  /// A capability without the delays of terminfo(5), `$<2>` or `$<5*/>`, which printing terminals
  /// needed.
  static func withoutDelays(_ capability: String) -> String {
    var result = ""
    var rest = capability.unicodeScalars[...]
    while let first = rest.popFirst() {
      if first == "$", rest.first == "<", let end = rest.firstIndex(of: ">") {
        rest = rest[rest.index(after: end)...]
      } else {
        result.unicodeScalars.append(first)
      }
    }
    return result
  }
}

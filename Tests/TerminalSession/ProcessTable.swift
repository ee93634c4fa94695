// SPDX-License-Identifier: MIT

private import CPty
private import Glibc

/// The processes of the machine; see proc(5).
package enum ProcessTable {
  private struct Entry {
    var process: CInt
    var name: String
    var state: String
    var parent: CInt
    var session: CInt
  }

  /// The state letter of a process, such as `S` or `T`, or nil where there is no such process.
  package static func state(of process: CInt) -> String? { entry(process)?.state }

  /// Whether it can still do something: neither gone nor only waiting to be asked for its status.
  package static func isAlive(_ process: CInt) -> Bool {
    guard let state = state(of: process) else { return false }
    return state != "Z" && state != "X"
  }

  /// All processes of a session.
  static func session(_ session: CInt) -> [CInt] {
    entries.filter { $0.session == session }.map(\.process)
  }

  /// The processes of that name in a session, in the order of their numbers.
  package static func named(_ name: String, in session: Session) -> [CInt] {
    entries.filter { $0.session == session.process && $0.name == name }.map(\.process).sorted()
  }

  private static var entries: [Entry] {
    Files.names(in: "/proc").compactMap { CInt($0) }.compactMap { entry($0) }
  }

  private static func entry(_ process: CInt) -> Entry? {
    guard let text = try? Files.text("/proc/\(process)/stat") else { return nil }
    // The name stands in parentheses and may hold some itself.
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
      return nil
    }
    let rest = text[text.index(after: close)...].split(separator: " ")
    guard rest.count > 3, let parent = CInt(rest[1]), let session = CInt(rest[3]) else {
      return nil
    }
    return Entry(
      process: process, name: String(text[text.index(after: open)..<close]),
      state: String(rest[0]), parent: parent, session: session)
  }
}

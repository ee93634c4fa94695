// SPDX-License-Identifier: MIT

private import Glibc

/// A terminal emulator's screen, cell by cell: a pane of a tmux(1) server that runs for it alone.
package final class Pane {
  private let folder: TemporaryFolder
  private static let tool = "/usr/bin/tmux"

  package static var isAvailable: Bool { unsafe access(tool, X_OK) == 0 }

  /// Runs `script` by `sh`, with askcred in its PATH; the pane stays when it has ended.
  package init(columns: Int, rows: Int = 12, running script: String) throws {
    self.folder = try TemporaryFolder()
    let path = try ProgramUnderTest.path
    let bin = path.split(separator: "/").dropLast().joined(separator: "/")
    try Files.write("PATH=\"/\(bin):$PATH\"\n\(script)\nread wait\n", to: folder("script"))
    try tmux([
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "/bin/sh", folder("script"),
    ])
  }

  deinit { _ = try? tmux(["kill-server"]) }

  package func type(_ keys: String) throws { try tmux(["send-keys", "-l", "--", keys]) }

  /// A key by tmux's name for it, such as `Enter`, `BSpace`, `C-z`.
  package func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// As a terminal's paste command does it: bracketed where the program has asked for that.
  package func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text])
    try tmux(["paste-buffer", "-p"])
  }

  package func resize(columns: Int, rows: Int = 12) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// The lines on the screen, without the blanks at their ends and the empty lines after the last.
  package func lines() throws -> [String] {
    var lines = try tmux(["capture-pane", "-p"]).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The lines as soon as they are `wanted`, or what stands there instead at the limit.
  package func lines(becoming wanted: [String]) throws -> [String] {
    let limit = Limit(Limit.usual)
    while true {
      let lines = try self.lines()
      if lines == wanted || limit.isReached { return lines }
      poll(nil, 0, 20)
    }
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    var launch = Launch(
      program: Self.tool,
      arguments: ["-u", "-S", folder("socket"), "-f", "/dev/null"] + arguments)
    launch.environment["LC_ALL"] = "C.UTF-8"
    launch.input = .null
    launch.isControlled = false
    let session = try Session(launch)
    guard try session.ending() == .status(0) else {
      throw SessionFailure("tmux \(arguments[0]): \(session.errors)")
    }
    return session.output.text
  }
}

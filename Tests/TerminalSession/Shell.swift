// SPDX-License-Identifier: MIT

/// An interactive bash on a pseudo-terminal, with askcred in its PATH and job control on.
package final class Shell {
  package let session: Session
  private static let prompt = "ready> "

  /// `editing` leaves the command line to readline, which sets the terminal as it needs it; without,
  /// the terminal is left as it was found.
  package init(editing: Bool = false, in directory: String) throws {
    var launch = Launch(
      program: "/bin/bash",
      arguments: ["--norc", "--noprofile"] + (editing ? [] : ["--noediting"]) + ["-i"])
    let folder = try ProgramUnderTest.path.split(separator: "/").dropLast().joined(separator: "/")
    launch.environment["PATH"] = "/\(folder):/usr/bin:/bin"
    launch.environment["PS1"] = Self.prompt
    launch.environment["HISTFILE"] = "/dev/null"
    launch.output = .terminal
    launch.error = .terminal
    launch.directory = directory
    self.session = try Session(launch)
    try ready()
  }

  package var terminal: Terminal { session.terminal }

  /// Waits for the shell's own prompt.
  @discardableResult
  package func ready() throws -> Bytes { try session.wait(for: Self.prompt) }

  package func type(_ keys: String) throws { try session.type(keys) }

  @discardableResult
  package func wait(for text: String) throws -> Bytes { try session.wait(for: text) }

  /// Types a command, and does not wait.
  package func start(_ command: String) throws { try session.type(command + "\r") }

  /// Types a command, and gives what was shown until the next prompt, the typed line included.
  @discardableResult
  package func run(_ command: String) throws -> String {
    try start(command)
    return try ready().text
  }

  /// The status of the last command.
  package func status() throws -> CInt {
    let lines = try run("echo \"<$?>\"").split(whereSeparator: \.isNewline)
    for line in lines where line.hasPrefix("<") {
      if let number = CInt(line.dropFirst().dropLast()) { return number }
    }
    throw SessionFailure("no status; \(terminal.report)")
  }

  /// Waits for the job of that name to be in a state, such as `T` for stopped, and gives its process.
  @discardableResult
  package func wait(forState state: String, of name: String) throws -> CInt {
    var found: CInt = 0
    try session.wait(until: "\(name) in state \(state)") {
      let processes = ProcessTable.named(name, in: session)
      found = processes.first { ProcessTable.state(of: $0) == state } ?? 0
      return found != 0
    }
    return found
  }
}

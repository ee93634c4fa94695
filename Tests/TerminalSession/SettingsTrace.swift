// SPDX-License-Identifier: MIT

private import Glibc

/// Every change of a terminal's settings that a program made, what it read and showed between them, as
/// strace(1) saw it.
package struct SettingsTrace {
  package enum Event: Equatable {
    /// The settings were changed; whether they have echo on now.
    case echo(Bool)
    /// A change that the kernel refused, such as one on a closed descriptor.
    case refused
    /// The program wrote a text that holds the prompt looked for.
    case prompt
    /// It read one byte.
    case key
  }

  package let events: [Event]

  /// Whether strace is here and may trace.
  package static var isAvailable: Bool {
    guard unsafe access(tool, X_OK) == 0 else { return false }
    var launch = Launch(program: tool, arguments: ["-o", "/dev/null", "/bin/true"])
    launch.input = .null
    guard let session = try? Session(launch) else { return false }
    return (try? session.ending()) == .status(0)
  }

  private static let tool = "/usr/bin/strace"

  /// The launch that runs the same program under the tracer, which writes to `path`.
  package static func launch(_ launch: Launch, writingTo path: String) -> Launch {
    var traced = launch
    traced.program = tool
    traced.arguments =
      ["-f", "-s", "200", "-e", "trace=ioctl,read,write,writev", "-o", path, launch.program]
      + launch.arguments
    return traced
  }

  /// Reads what the tracer wrote to `path`.
  package init(of path: String, prompt: String) throws {
    self.events = try Files.text(path).split(separator: "\n").compactMap { line in
      if line.contains("TCSETS") {
        if line.contains(") = -1 ") || line.contains(")  = -1 ") { return .refused }
        guard let flags = line.firstRange(of: "c_lflag=") else { return nil }
        let names = line[flags.upperBound...].prefix { $0 != "," && $0 != "}" }
        return .echo(names.split(separator: "|").contains("ECHO"))
      }
      if line.contains(" read("), line.contains(", 1) "), line.hasSuffix("= 1") { return .key }
      return line.contains(" write") && line.contains(prompt) ? .prompt : nil
    }
  }
}

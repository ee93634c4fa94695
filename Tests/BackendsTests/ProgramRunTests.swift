// SPDX-License-Identifier: MIT

import Credentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

/// How another program is run that gets and gives secrets.
@Suite struct ProgramRunTests {
  private static let inheritance = Inheritance.takeAndShield()

  private func run(_ script: String, _ input: [UInt8] = []) throws -> [UInt8] {
    try ProgramRun(
      name: "sh", arguments: ["-c", ByteString(script)], inheritance: Self.inheritance
    ).output(for: Secret(copying: input)).bytes
  }

  @Test func `what a program makes of its input is had whole`() throws {
    var arbitrary = ArbitraryBytes(seed: 7)
    let large = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &arbitrary) }
    for input in [[], [0], Array("a\n".utf8), large] {
      let isWhole = try run("cat", input) == input
      #expect(isWhole)
    }
    #expect(try run("echo warned >&2; cat >/dev/null; echo x", large) == Array("x\n".utf8))
  }

  @Test func `a program that fails says why in its last line`() throws {
    #expect(
      throws: BackendError.programFailed("sh", why: "no^[[1m key")
    ) { try run("echo warned >&2; printf 'no\\033[1m key\\n' >&2; exit 3") }
    #expect(throws: BackendError.programFailed("sh", why: "exit status 3")) {
      try run("echo x; exit 3")
    }
    #expect(throws: BackendError.programFailed("sh", why: "killed by signal 9")) {
      try run("kill -KILL $$")
    }
    let error = BackendError.programFailed("sh", why: "no key")
    #expect(error.message == "'sh' failed: no key")
  }

  @Test func `what a program leaves unread is no failure of its own`() throws {
    #expect(
      try run("exec <&-; echo x", [UInt8](repeating: 0x61, count: 200_000)) == Array("x\n".utf8))
  }

  @Test func `a program that writes without end is ended`() throws {
    #expect(throws: BackendError.programFailed("sh", why: "it writes too much")) {
      try run("exec cat /dev/zero")
    }
  }

  @Test func `a program that does not end is ended`() throws {
    var run = ProgramRun(
      name: "sh", arguments: ["-c", "exec 2>&- >&-; sleep 1000"], inheritance: Self.inheritance)
    run.bound = .seconds(1)
    let error = BackendError.programTookTooLong("sh", seconds: 1)
    #expect(throws: error) { try run.output(for: Secret()).count }
    #expect(error.message == "'sh' took more than 1 second")
  }

  @Test func `a program that is not there is named`() throws {
    let run = ProgramRun(
      name: "no-such-program", arguments: [], inheritance: Self.inheritance)
    let error = BackendError.noProgram("no-such-program")
    #expect(throws: error) { try run.output(for: Secret()).count }
    #expect(
      error.message == "cannot run 'no-such-program': there is no such program in PATH")
  }
}

// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Several askcreds on one terminal` {
    @Test func `the one in the background waits for its turn in the foreground`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.run("askcred -p One >one &")
      try shell.wait(forState: "T", of: "askcred")
      try shell.start("askcred -p Two >two")
      try shell.wait(for: "Two: ")
      try shell.type("2\r")
      try shell.ready()
      try shell.start("fg")
      try shell.wait(for: "One: ")
      try shell.type("1\r")
      try shell.ready()
      #expect(try Files.text(folder("one")) == "1\n")
      #expect(try Files.text(folder("two")) == "2\n")
      #expect(try shell.terminal.settings.echo)
    }

    @Test func `a stopped one leaves the terminal to the next`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("askcred -p One >one")
      try shell.wait(for: "One: ")
      try shell.type("x" + Key.suspend)
      try shell.wait(for: "Stopped")
      try shell.ready()
      try shell.start("askcred -p Two >two")
      try shell.wait(for: "Two: ")
      try shell.type("2\r")
      try shell.ready()
      try shell.start("fg")
      try shell.wait(for: "One: ")
      try shell.type("1\r")
      try shell.ready()
      #expect(try Files.text(folder("one")) == "1\n")
      #expect(try Files.text(folder("two")) == "2\n")
      #expect(try shell.terminal.settings.echo)
    }

    @Test func `one started by & and one after it on the same line both get their answers`() throws
    {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("askcred -p One >one & askcred -p Two >two")
      try shell.wait(for: "Two: ")
      try shell.type("2\r")
      try shell.ready()
      try shell.start("fg")
      try shell.wait(for: "One: ")
      try shell.type("1\r")
      try shell.ready()
      #expect(try Files.text(folder("one")) == "1\n")
      #expect(try Files.text(folder("two")) == "2\n")
    }

    /// Without job control both are in the foreground.
    @Test func `two that start at once in a script ask one after the other`() throws {
      let folder = try TemporaryFolder()
      let program = try ProgramUnderTest.path
      let script = "'\(program)' -p Question1 >1 & '\(program)' -p Question2 >2; wait"
      var launch = Launch(program: "/bin/sh", arguments: ["-c", script])
      launch.directory = folder.path
      launch.environment["TERM"] = "dumb"
      let session = try Session(launch)
      for _ in 0..<2 {
        try session.wait(for: "Question")
        let number = try session.wait(for: ": ")
        try session.type("answer\(number.text)\r")
      }
      #expect(try session.ending() == .status(0))
      #expect(try Files.text(folder("1")) == "answer1\n")
      #expect(try Files.text(folder("2")) == "answer2\n")
      let orders: [Bytes] = [
        "Question1: \r\nQuestion2: \r\n", "Question2: \r\nQuestion1: \r\n",
      ]
      #expect(orders.contains(session.screen))
      #expect(try session.terminal.settings == session.before)
    }

    @Test func `the two ends of a pipeline ask one after the other`() throws {
      let folder = try TemporaryFolder()
      let program = try ProgramUnderTest.path
      let script = "'\(program)' -p One | { '\(program)' -p Two; cat; }"
      let session = try Session(Launch(program: "/bin/sh", arguments: ["-c", script]))
      for _ in 0..<2 {
        let before = try session.wait(for: ": ")
        try session.type(before.hasSuffix("One") ? "1\r" : "2\r")
      }
      #expect(try session.ending() == .status(0))
      #expect(session.output == "2\n1\n")
      #expect(folder.names == [])
    }

    @Test func `ctrl-C ends the one that asks and those that wait, the terminal as before`() throws
    {
      let program = try ProgramUnderTest.path
      let one = "'\(program)' -p Question"
      let session = try Session(
        Launch(program: "/bin/sh", arguments: ["-c", "\(one) | \(one) | \(one)"]))
      try session.wait(for: "Question: ")
      try session.wait(until: "started") {
        ProcessTable.named("askcred", in: session).count == 3
      }
      try session.type(Key.interrupt)
      #expect(try session.ending() == .signal(2))
      try session.wait(until: "gone") { ProcessTable.named("askcred", in: session).isEmpty }
      #expect(try session.terminal.settings == session.before)
      #expect(session.output == [])
    }

    @Test func `one from elsewhere waits until the terminal is free`() throws {
      let terminal = try Terminal()
      let before = try terminal.settings
      let first = try Session("-p", "One", on: terminal) { $0.environment["TERM"] = "dumb" }
      try first.wait(for: "One: ")
      let second = try Session("-p", "Two", "--tty", terminal.path, on: terminal) {
        $0.isControlled = false
        $0.environment["TERM"] = "dumb"
      }
      let third = try Session("-p", "Three", "--tty", terminal.path, "--timeout", "1", on: terminal)
      {
        $0.isControlled = false
      }
      #expect(try third.ending() == .status(124))
      try first.type("1\r")
      try second.wait(for: "Two: ")
      try second.type("2\r")
      #expect(try first.ending() == .status(0))
      #expect(try second.ending() == .status(0))
      #expect(first.output == "1\n")
      #expect(second.output == "2\n")
      #expect(terminal.screen == "One: \r\nTwo: \r\n")
      #expect(try terminal.settings == before)
    }
  }
}

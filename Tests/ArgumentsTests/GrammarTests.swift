// SPDX-License-Identifier: MIT

import Arguments
import Posix
import Testing

struct GrammarTests {
  @Test func `ask is the command where none is named`() throws {
    #expect(try read([]) == read(["ask"]))
  }

  @Test(arguments: [
    ["--title", "A b", "--no-newline", "--quiet"],
    ["--title=A b", "-n", "-q"],
    ["-nq", "--title", "A b"],
    ["ask", "-qn", "--title=A b"],
    ["-q", "ask", "--title", "A b", "-n"],
    ["-q", "--title", "A b", "-n", "ask"],
    ["-q", "--title", "A b", "-n", "--"],
  ])
  func `options are written in every GNU way and place`(words: [String]) throws {
    guard case .ask(let request) = try read(words.map { ByteString($0) }) else {
      Issue.record("not ask")
      return
    }
    #expect(request.asking.title == "A b")
    #expect(request.verbosity == .quiet)
    #expect(!request.output.endsWithNewline)
  }

  @Test(arguments: [["-pAPI token"], ["-p", "API token"], ["-npAPI token"], ["-np", "API token"]])
  func `a short option takes the rest of its word or the next`(words: [String]) throws {
    guard case .ask(let request) = try read(words.map { ByteString($0) }) else {
      Issue.record("not ask")
      return
    }
    #expect(request.asking.password == .asked(label: "API token"))
  }

  @Test func `a value may begin with a dash or hold an equals sign`() throws {
    #expect(try ask("--title", "--confirm").asking.title == "--confirm")
    #expect(try ask("--title", "--").asking.title == "--")
    #expect(try ask("-p", "-n").asking.password == .asked(label: "-n"))
    #expect(try ask("--title=a=b").asking.title == "a=b")
    #expect(try ask("-pa=b").asking.password == .asked(label: "a=b"))
    #expect(try ask("-p=b").asking.password == .asked(label: "=b"))
  }

  @Test func `after two dashes nothing is an option or a command`() {
    #expect(refusal("--", "-n") == .unexpectedOperand("-n", .ask))
    #expect(refusal("--", "ask") == .unexpectedOperand("ask", .ask))
    #expect(refusal("ask", "--", "x") == .unexpectedOperand("x", .ask))
  }

  @Test func `long options are not abbreviated`() {
    #expect(refusal("--confir") == .unknownOption("--confir"))
    #expect(refusal("--mult") == .unknownOption("--mult"))
  }

  @Test func `values reach the request byte for byte`() throws {
    let bytes = ByteString([0xFF, 0x20, 0x0A, 0xC3])
    #expect(try ask("--title", bytes).asking.title == bytes)
    #expect(try ask(ByteString([UInt8]("--message=".utf8) + bytes.bytes)).asking.message == bytes)
    #expect(
      try ask(ByteString([UInt8]("-p".utf8) + bytes.bytes)).asking.password == .asked(label: bytes))
    #expect(try ask("-o", bytes).output.destination == .file(bytes))
    #expect(try ask("--check", bytes).asking.check == bytes)
    #expect(try ask("--tty", bytes).asking.terminal == bytes)
  }

  @Test func `help is on the command before it, or on all`() throws {
    #expect(try read(["--help"]) == .help(nil))
    #expect(try read(["-h"]) == .help(nil))
    #expect(try read(["-qh"]) == .help(nil))
    #expect(try read(["ask", "--help"]) == .help(.ask))
    #expect(try read(["ask", "-n", "-h"]) == .help(.ask))
    #expect(try read(["help"]) == .help(nil))
    #expect(try read(["help", "ask"]) == .help(.ask))
    #expect(try read(["help", "help"]) == .help(.help))
    #expect(try read(["help", "--help"]) == .help(.help))
    #expect(try read(["--version"]) == .version)
    #expect(try read(["ask", "--version"]) == .version)
  }

  @Test func `the first of help and version ends the reading`() throws {
    #expect(try read(["--help", "--version"]) == .help(nil))
    #expect(try read(["--version", "--help"]) == .version)
    #expect(try read(["--help", "--bogus"]) == .help(nil))
    #expect(try read(["-hx"]) == .help(nil))
    #expect(try read(["--help", "--title"]) == .help(nil))
    #expect(try read(["--help", "nonsense"]) == .help(nil))
  }

  @Test func `what is misspelt before help is said`() {
    #expect(refusal("--bogus", "--help") == .unknownOption("--bogus"))
    #expect(refusal("nonsense", "--help") == .unknownCommand("nonsense", after: nil))
    #expect(refusal("-n", "-n", "--help") == .givenTwice(.noNewline))
  }

  @Test func `options that would be refused together do not keep help away`() throws {
    #expect(try read(["-p", "x", "-u", "y", "--help"]) == .help(nil))
    #expect(try read(["--attempts", "x", "--help"]) == .help(nil))
  }

  @Test func `help after a value or two dashes is none`() throws {
    #expect(try ask("--title", "--help").asking.title == "--help")
    #expect(refusal("--", "--help") == .unexpectedOperand("--help", .ask))
  }

  @Test func `the first mistake is the one that is said`() {
    #expect(refusal("--bogus", "--other") == .unknownOption("--bogus"))
    #expect(refusal("db", "--bogus") == .unknownCommand("db", after: nil))
    #expect(refusal("-nZ", "db") == .unknownLetter("-nZ", at: 2))
  }
}

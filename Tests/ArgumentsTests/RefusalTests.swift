// SPDX-License-Identifier: MIT

@testable import Arguments
import Posix
import Testing

struct RefusalTests {
  @Test(arguments: [
    ["-p", "x", "-u", "y"], ["-p", "x", "--suggest", "y"], ["-p", "x", "--no-account"],
    ["-p", "x", "--no-password"], ["-p", "x", "--account-label", "y"],
    ["-p", "x", "--password-label", "y"], ["-p", "x", "--field", "y"],
    ["-p", "x", "--secret-field", "y"],
    ["--suggest", "x", "-u", "y"], ["--suggest", "x", "--no-account"],
    ["-u", "x", "--no-account"], ["-u", "x", "--account-label", "y"],
    ["--no-account", "--account-label", "x"],
    ["--no-password", "--password-label", "x"], ["--no-password", "--confirm"],
    ["--no-password", "--check", "x"], ["--no-password", "--multiline"],
    ["--no-password", "--allow-empty"],
    ["-o", "x", "--output-fd", "3"], ["-q", "--verbose"], ["--stdin", "--tty", "x"],
  ])
  func `options that contradict each other are refused in either order`(words: [String]) throws {
    let cut = words.dropFirst().firstIndex { $0.hasPrefix("-") } ?? words.count
    let turned = Array(words[cut...] + words[..<cut])
    for line in [words, turned] {
      let error = #expect(throws: UsageError.self) { try read(line.map { ByteString($0) }) }
      guard case .contradiction = error else {
        Issue.record("\(line): \(String(describing: error))")
        continue
      }
      #expect(error?.status.rawValue == 2)
    }
  }

  @Test func `options that only have nothing to do are taken`() throws {
    _ = try ask("--stdin", "--confirm", "--echo", "masked", "--no-input")
    _ = try ask("--no-input", "--tty", "/dev/pts/0")
    _ = try ask("-n", "-f", "json")
    _ = try ask("-p", "PIN", "--set", "domain=x", "-f", "json")
  }

  @Test(arguments: ["-p", "-u", "--account-label", "--password-label", "--check", "--tty", "-o"])
  func `an empty value where one is needed is refused`(option: String) {
    let error = refusal(ByteString(option), "")
    guard case .emptyValue = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.status.rawValue == 2)
  }

  @Test func `an account that is not UTF-8 is refused input`() {
    let account = ByteString([0x61, 0xFF])
    for option: ByteString in ["-u", "--suggest"] {
      #expect(refusal(option, account)?.status.rawValue == 6)
      #expect(refusal(option, account)?.message == "the account 'a\\xFF' is not UTF-8")
    }
  }

  @Test(arguments: [
    "account", "password", "service", "username", "expires", "backend", "store", "identity",
    "timeout", "", "Domain", "1st", "_x", "a-b", "é",
  ])
  func `what names no field is refused`(name: String) {
    for option: ByteString in ["--field", "--secret-field"] {
      #expect(refusal(option, ByteString(name)) == .badFieldName(ByteString(name)))
    }
    #expect(refusal("--set", ByteString(name + "=x")) == .badFieldName(ByteString(name)))
  }

  @Test func `a field is named once and its label is not empty`() {
    #expect(
      refusal("--field", "pin", "--set", "pin=1")?.message == "the field 'pin' is given twice")
    #expect(
      refusal("--field", "pin", "--secret-field", "pin=PIN")?.message
        == "the field 'pin' is given twice")
    #expect(refusal("--field", "pin=") == .badValue(.field, "pin="))
    #expect(refusal("--set", "pin") == .badValue(.set, "pin"))
  }

  @Test func `an option that does not repeat is given once`() {
    #expect(refusal("--title", "x", "--title=y") == .givenTwice(.title))
    #expect(refusal("-nn") == .givenTwice(.noNewline))
    #expect(refusal("-p", "x", "--prompt", "y") == .givenTwice(.prompt))
  }

  @Test func `every mistake is of status 2`() {
    for error in [
      refusal("unlok"), refusal("--bogus"), refusal("-Z"), refusal("--title"),
      refusal("--confirm=yes"), refusal("-f", "xml"), refusal("help", "-n"), refusal("ask", "x"),
      refusal("help", "ask", "ask"), refusal("copy"), refusal("get"), refusal("get", ""),
      refusal("get", "x", "--title", "y"), refusal("recipients", "x"),
      refusal("--no-account", "--no-password"),
    ] {
      #expect(error?.status.rawValue == 2)
    }
  }

  @Test func `a command takes as many operands as its row says`() throws {
    let one = Command.Operands(name: "SERVICE", count: 1...1)
    #expect(throws: UsageError.missingOperand("SERVICE", .ask)) { try one.check([], of: .ask) }
    try one.check(["a"], of: .ask)
    #expect(throws: UsageError.unexpectedOperand("b", .ask)) {
      try one.check(["a", "b"], of: .ask)
    }
    #expect(UsageError.missingOperand("SERVICE", .ask).message == "'ask' needs SERVICE")
  }
}

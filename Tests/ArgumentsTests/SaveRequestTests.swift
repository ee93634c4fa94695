// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Posix
import Testing

struct SaveRequestTests {
  @Test func `a service is enough`() throws {
    let request = try save("https://git.example.com")
    #expect(request.service == Service("https://git.example.com"))
    #expect(request.asking == (try ask().asking))
    #expect(request.expires == nil)
    #expect(request.backend.store?.folder == nil)
    #expect(request.backend.store?.identity == nil)
    #expect(request.passphrase.terminal == "/dev/tty")
    #expect(request.passphrase.timeout == nil)
    #expect(!request.passphrase.neverAsks)
    #expect(!request.passphrase.readsStandardInput)
    #expect(request.verbosity == .normal)
  }

  @Test func `every option of asking is one of saving`() throws {
    let request = try save(
      "--title", "T", "--field", "domain", "--confirm", "--timeout", "2m", "--stdin", "--no-input",
      "-q", "s")
    #expect(
      request.asking
        == (try ask(
          "--title", "T", "--field", "domain", "--confirm", "--timeout", "2m", "--stdin",
          "--no-input"
        ).asking))
    #expect(request.passphrase.timeout == .seconds(120))
    #expect(request.passphrase.readsStandardInput)
    #expect(request.passphrase.neverAsks)
    #expect(request.verbosity == .quiet)
    #expect(try save("--tty", "/dev/pts/7", "s").passphrase.terminal == "/dev/pts/7")
  }

  @Test func `a token is a login without an account`() throws {
    let request = try save("-p", "API token", "api.example.com")
    #expect(request.asking.account == .none)
    #expect(request.asking.password == .asked(label: "API token"))
  }

  @Test func `the account of the service or of the option is given`() throws {
    #expect(try save("-u", "alice", "s").asking.account == .given("alice"))
    let request = try save("https://alice@git.example.com")
    #expect(request.asking.account == .given("alice"))
    #expect(request.service == Service("https://git.example.com"))
    #expect(try save("--no-account", "s").asking.account == .none)
  }

  @Test func `the environment gives the time limit to both dialogues`() throws {
    let request = try read(["save", "s"], variables: ["ASKCRED_TIMEOUT": "5m"])
    guard case .save(let saved) = request else { throw OtherRequest(request: request) }
    #expect(saved.asking.timeout == .seconds(300))
    #expect(saved.passphrase.timeout == .seconds(300))
  }

  @Test func `a login without any part is refused`() {
    #expect(refusal("save", "--no-account", "--no-password", "s") == .emptyLogin)
  }

  @Test(arguments: [
    "2026-12-31T23:59:59Z": 1_798_761_599, "+30": 1_000_000_030, "+30m": 1_000_001_800,
    "+12h": 1_000_043_200, "+90d": 1_007_776_000, "2001-09-09T03:46:40+02:00": 1_000_000_000,
  ])
  func `an expiry is a time, or counted from now`(text: String, seconds: Int) throws {
    let request = try save("--expires", ByteString(text), "s")
    #expect(request.expires == Expiry(seconds: seconds))
  }

  @Test(arguments: [
    "", "30m", "+", "+1w", "-30m", "tomorrow", "2026-13-01T00:00:00Z", "2026-12-31",
  ])
  func `what is no expiry is refused`(text: String) {
    #expect(
      refusal("save", "--expires", ByteString(text), "s") == .badValue(.expires, ByteString(text)))
  }

  @Test(arguments: ["-o", "--output-fd", "-f", "--part", "--as", "--keep", "--identity"])
  func `nothing is written out`(option: String) {
    let error = refusal("save", ByteString(option), "1", "s")
    guard case .notForCommand(_, .save) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `switches of other commands are refused`() {
    #expect(refusal("save", "-n", "s") == .notForCommand(.noNewline, .save))
    #expect(refusal("save", "--ask", "s") == .notForCommand(.ask, .save))
    #expect(refusal("save", "--all", "s") == .notForCommand(.all, .save))
  }
}

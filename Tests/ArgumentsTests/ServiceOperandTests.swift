// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Posix
import Testing

struct ServiceOperandTests {
  @Test(arguments: ["save", "get", "erase"])
  func `a service is read in its one spelling`(command: String) throws {
    for (operand, name): (ByteString, ByteString) in [
      ("HTTPS://Git.Example.COM:443/", "https://git.example.com"), ("My Word", "My Word"),
      ("-x", "-x"), ("ask", "ask"),
    ] {
      let request = try read([ByteString(command), "--", operand])
      #expect(service(of: request)?.name == name)
    }
  }

  @Test(arguments: ["save", "get", "erase"])
  func `what is no service is refused, and nothing of a password is said`(command: String) {
    let command = ByteString(command)
    #expect(refusal(command, "") == .badService(.empty))
    #expect(refusal(command, "")?.message == "the service is empty")
    #expect(refusal(command, "a\nb") == .badService(.controlCharacter("a\nb")))
    #expect(refusal(command, "https://") == .badService(.noHost("https://")))
    #expect(refusal(command, "https://@h") == .badService(.emptyAccount))
    let error = refusal(command, "https://bob:pw@h.example")
    #expect(error == .badService(.password))
    #expect(error?.message == "the service has a password in it")
    #expect(error?.status.rawValue == 2)
    for operands: [ByteString] in [[], ["a", "b"]] {
      #expect(throws: UsageError.self) { try read([command] + operands) }
    }
  }

  @Test(arguments: ["save", "get", "erase"])
  func `an account in the service stands beside nothing that says otherwise`(command: String) {
    let command = ByteString(command)
    let url: ByteString = "https://alice@h"
    #expect(refusal(command, "-u", "alice", url) == nil)
    #expect(refusal(command, "-u", "bob", url) == .accountInService(.account))
    #expect(refusal(command, "-u", "Alice", url) == .accountInService(.account))
    #expect(refusal(command, "--no-account", url) == .accountInService(.noAccount))
    #expect(
      refusal(command, "-u", "bob", url)?.message
        == "option '--account' and the account in the service contradict each other")
    #expect(refusal(command, "-u", "bob", url)?.hint == "leave out one of the two")
    #expect(refusal(command, "-u", "bob", url)?.status.rawValue == 2)
  }

  @Test func `an account in the service is not asked for`() {
    let url: ByteString = "https://alice@h"
    #expect(refusal("save", "-p", "Token", url) == .accountInService(.prompt))
    #expect(refusal("save", "--suggest", "bob", url) == .accountInService(.suggest))
    #expect(refusal("save", "--account-label", "User", url) == .accountInService(.accountLabel))
    #expect(refusal("get", "--ask", "-p", "Token", url) == .accountInService(.prompt))
    #expect(refusal("erase", "--all", url) == .accountInService(.all))
  }

  @Test(arguments: ["save", "get", "erase"])
  func `an account is UTF-8 and not empty`(command: String) {
    let command = ByteString(command)
    let account = ByteString([0x61, 0xFF])
    #expect(refusal(command, "-u", account, "s") == .accountNotText(account))
    #expect(refusal(command, "https://a%FF@h") == .accountNotText(account))
    #expect(refusal(command, "https://a%FF@h")?.status.rawValue == 6)
    #expect(refusal(command, "-u", "", "s") == .emptyValue(.account))
  }

  @Test func `an account in the service is decoded`() throws {
    #expect(try get("https://b%40ob@h").wanted.account == .named("b@ob"))
    #expect(try get("-u", "b@ob", "https://b%40ob@h").wanted.account == .named("b@ob"))
    #expect(try erase("https://%C3%A9@h").account == .named("é"))
  }

  private func service(of request: Request) -> Service? {
    switch request {
    case .save(let request): request.service
    case .get(let request): request.wanted.service
    case .erase(let request): request.service
    default: nil
    }
  }
}

struct EraseRequestTests {
  @Test func `one login is erased, or all of a service`() throws {
    let request = try erase("db")
    #expect(request.service == Service("db"))
    #expect(request.account == .any)
    #expect(!request.all)
    #expect(request.verbosity == .normal)
    #expect(try erase("-u", "alice", "db").account == .named("alice"))
    #expect(try erase("--no-account", "db").account == .without)
    #expect(try erase("--all", "-q", "db").all)
    #expect(try erase("--all", "-q", "db").verbosity == .quiet)
  }

  @Test func `all are those of a service that is named`() {
    #expect(refusal("erase", "--all") == .missingOperand("SERVICE", .erase))
    #expect(refusal("erase", "--all", "") == .badService(.empty))
    #expect(refusal("erase", "--all", "-u", "a", "db") == .contradiction(.all, .account))
    #expect(refusal("erase", "--no-account", "--all", "db") == .contradiction(.noAccount, .all))
  }

  @Test func `nothing is asked`() {
    #expect(refusal("erase", "--stdin", "db") == .notForCommand(.stdin, .erase))
    #expect(refusal("erase", "--timeout", "9", "db") == .notForCommand(.timeout, .erase))
    #expect(refusal("erase", "-p", "x", "db") == .notForCommand(.prompt, .erase))
  }
}

struct ListRequestTests {
  @Test func `all services or those of a pattern are listed`() throws {
    #expect(try list().pattern == nil)
    #expect(try !list().isJSON)
    #expect(try list("https://*.Example").pattern == "https://*.Example")
    #expect(try list("--json", "").pattern == "")
    #expect(try list("--json").isJSON)
    #expect(try list("--verbose").verbosity == .verbose)
    #expect(refusal("list", "a", "b") == .unexpectedOperand("b", .list))
  }
}

// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Formats
import Posix
import Testing

struct GetRequestTests {
  @Test func `without options it is the password alone`() throws {
    let request = try get("db")
    #expect(request.wanted.service == Service("db"))
    #expect(request.wanted.account == .any)
    #expect(request.content == .password)
    #expect(request.variables == [])
    #expect(request.endsWithNewline)
    #expect(request.destination == .standardOutput)
    #expect(request.renamed == nil)
    #expect(request.wanted.asking == nil)
    #expect(request.wanted.passphrase.terminal == "/dev/tty")
    #expect(request.wanted.verbosity == .normal)
  }

  @Test func `the login is that of an account, of none, or the only one`() throws {
    #expect(try get("-u", "alice", "db").wanted.account == .named("alice"))
    #expect(try get("--no-account", "db").wanted.account == .without)
    #expect(try get("https://alice@h").wanted.account == .named("alice"))
    #expect(try get("https://h").wanted.account == .any)
  }

  @Test func `a part or a format chooses what is printed`() throws {
    let domain = try #require(FieldName("domain"))
    #expect(try get("--part", "account", "db").content == .part(.account))
    #expect(try get("--part", "password", "db").content == .part(.password))
    #expect(try get("--part", "domain", "db").content == .part(.field(domain)))
    #expect(try get("-f", "json", "db").content == .login(.json))
    #expect(try get("-f", "lines", "db").content == .login(.lines))
    #expect(refusal("get", "--part", "", "db") == .unknownPart(""))
    #expect(refusal("get", "--part", "Domain", "db") == .unknownPart("Domain"))
    #expect(refusal("get", "-f", "xml", "db") == .badValue(.format, "xml"))
  }

  @Test func `a part stands beside no format and no variable`() {
    #expect(
      refusal("get", "--part", "account", "-f", "json", "db") == .contradiction(.part, .format))
    #expect(
      refusal("get", "-f", "sh", "--env", "X=account", "--part", "account", "db")
        == .contradiction(.format, .part))
    #expect(
      refusal("get", "--env", "X=account", "--part", "account", "db") == .contradiction(.env, .part)
    )
  }

  @Test func `variables are for a format that has them`() throws {
    let request = try get("-f", "sh", "--env", "PGUSER=account", "--env", "D=domain", "db")
    #expect(request.variables.map(\.name) == ["PGUSER", "D"])
    #expect(refusal("get", "--env", "X=account", "db") == .needs(.env, .format))
    #expect(refusal("get", "-f", "json", "--env", "X=account", "db") == .noVariables(.json))
    #expect(
      refusal("get", "-f", "sh", "--env", "X=account", "--env", "X=password", "db")
        == .variableTwice("X"))
  }

  @Test func `the output goes where it is sent`() throws {
    #expect(try get("-n", "-o", "x", "db").destination == .file("x"))
    #expect(try !get("-n", "-o", "x", "db").endsWithNewline)
    #expect(try get("-o", "-", "db").destination == .standardOutput)
    #expect(try get("--output-fd", "3", "db").destination == .descriptor(3))
    #expect(
      refusal("get", "-o", "x", "--output-fd", "3", "db") == .contradiction(.output, .outputFd))
  }

  @Test func `another name for the output is read as a service`() throws {
    #expect(
      try get("--as", "HTTPS://H.example:443/", "db").renamed == Service("https://h.example"))
    #expect(refusal("get", "--as", "", "db") == .emptyValue(.renamed))
    #expect(refusal("get", "--as", "a\nb", "db") == .badName(.renamed, .controlCharacter("a\nb")))
    #expect(refusal("get", "--as", "https://bob@h", "db") == .accountInName(.renamed))
  }

  @Test func `the passphrase of the store may be asked for without a question for the login`()
    throws
  {
    let request = try get("--timeout", "9", "--tty", "/dev/pts/7", "--no-input", "db")
    #expect(request.wanted.asking == nil)
    #expect(request.wanted.passphrase.timeout == .seconds(9))
    #expect(request.wanted.passphrase.terminal == "/dev/pts/7")
    #expect(request.wanted.passphrase.neverAsks)
  }

  @Test func `with asking, what ask would do is known`() throws {
    let words: [ByteString] = [
      "--ask", "--title", "T", "-u", "alice", "--field", "domain", "--check", "true", "--timeout",
      "9",
    ]
    let request = try read(["get"] + words + ["db"])
    guard case .get(let got) = request else { throw OtherRequest(request: request) }
    #expect(
      got.wanted.asking
        == (try ask(
          "--title", "T", "-u", "alice", "--field", "domain", "--check", "true", "--timeout", "9"
        ).asking))
    #expect(got.wanted.account == .named("alice"))
    #expect(try get("--ask", "db").wanted.asking == (try ask().asking))
    #expect(try get("--ask", "--stdin", "db").wanted.passphrase.readsStandardInput)
    #expect(try get("--ask", "https://alice@h").wanted.asking?.account == .given("alice"))
    #expect(try get("--ask", "--no-account", "db").wanted.asking?.account == .some(.none))
    #expect(try get("--ask", "-p", "Token", "db").wanted.account == .any)
    #expect(try get("--ask", "-p", "Token", "db").wanted.asking?.account == .some(.none))
  }

  @Test func `questions need asking`() {
    let switches: [ByteString] = [
      "--no-password", "--confirm", "--allow-empty", "--multiline", "--stdin",
    ]
    for option in switches {
      #expect(refusal("get", option, "db")?.message == "option '\(option.visible)' needs '--ask'")
    }
    let valued: [ByteString] = [
      "--prompt", "--suggest", "--field", "--secret-field", "--title", "--message",
      "--account-label", "--password-label", "--check",
    ]
    for option in valued {
      #expect(
        refusal("get", option, "x", "db")?.message == "option '\(option.visible)' needs '--ask'")
    }
    #expect(refusal("get", "--set", "a=b", "db") == .needs(.set, .ask))
    #expect(refusal("get", "--echo", "masked", "db") == .needs(.echo, .ask))
    #expect(refusal("get", "--attempts", "1", "db") == .needs(.attempts, .ask))
  }

  /// It must not depend on what is saved whether a command line is right.
  @Test func `what is printed has to be asked for, too`() throws {
    let domain = try #require(FieldName("domain"))
    #expect(refusal("get", "--ask", "--no-password", "db") == .absentPart(.password))
    #expect(
      refusal("get", "--ask", "--part", "domain", "db") == .absentPart(.field(domain)))
    #expect(
      refusal("get", "--ask", "-p", "Token", "--part", "account", "db") == .absentPart(.account))
    #expect(
      refusal("get", "--ask", "-f", "sh", "--env", "X=domain", "db")
        == .absentPart(.field(domain)))
    #expect(
      try get("--ask", "--field", "domain", "--part", "domain", "db").content
        == .part(.field(domain)))
    #expect(
      try get("--ask", "--no-password", "--part", "account", "db").content == .part(.account))
    #expect(try get("--ask", "--no-password", "-f", "json", "db").content == .login(.json))
  }
}

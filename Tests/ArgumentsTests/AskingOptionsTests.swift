// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Posix
import Testing

struct AskingOptionsTests {
  @Test func `without options an account and a password are asked for`() throws {
    let asking = try ask().asking
    #expect(asking.account == .asked(label: "Account Name"))
    #expect(asking.suggestion == nil)
    #expect(asking.password == .asked(label: "Password"))
    #expect(asking.fields == [])
    #expect(asking.title == nil)
    #expect(asking.message == nil)
    #expect(asking.echo == .hidden)
    #expect(!asking.confirms)
    #expect(asking.attempts == 3)
    #expect(!asking.allowsEmpty)
    #expect(asking.check == nil)
    #expect(!asking.isMultiline)
    #expect(asking.timeout == nil)
    #expect(asking.terminal == "/dev/tty")
    #expect(!asking.readsStandardInput)
    #expect(!asking.neverAsks)
    #expect(asking.parts == [.account, .password])
  }

  @Test func `a prompt asks for one secret`() throws {
    let asking = try ask("-p", "API token").asking
    #expect(asking.account == .none)
    #expect(asking.password == .asked(label: "API token"))
    #expect(asking.fields == [])
    #expect(asking.parts == [.password])
  }

  @Test func `the account is asked for, given or left out`() throws {
    #expect(try ask("-u", "alice").asking.account == .given("alice"))
    #expect(try ask("-u", "é").asking.account == .given("é"))
    #expect(try ask("--no-account").asking.account == .none)
    #expect(try ask("--account-label", "User").asking.account == .asked(label: "User"))
    #expect(try ask("--suggest", "bob").asking.suggestion == "bob")
    #expect(try ask("--suggest", "bob").asking.account == .asked(label: "Account Name"))
  }

  @Test func `the password is asked for or left out`() throws {
    #expect(try ask("--password-label", "PIN").asking.password == .asked(label: "PIN"))
    #expect(try ask("--no-password").asking.password == .none)
    #expect(try ask("--no-password").asking.parts == [.account])
  }

  @Test func `fields keep the order of the command line across their options`() throws {
    let asking = try ask(
      "--secret-field", "one_time_code", "--set", "realm=a=b", "--field=domain=Your domain",
      "--set", "note=", "--field", "x2"
    ).asking
    #expect(
      asking.fields == [
        .asked(try name("one_time_code"), label: "One time code", isSecret: true),
        .set(try name("realm"), "a=b"),
        .asked(try name("domain"), label: "Your domain", isSecret: false),
        .set(try name("note"), ""),
        .asked(try name("x2"), label: "X2", isSecret: false),
      ])
    #expect(asking.parts.count == 7)
  }

  @Test func `what is set keeps its bytes`() throws {
    let value = ByteString([UInt8]("domain=".utf8) + [0xFF, 0x0A])
    #expect(
      try ask("--set", value).asking.fields == [.set(try name("domain"), ByteString([0xFF, 0x0A]))])
  }

  @Test func `fields alone can be asked for, and a login can be given whole`() throws {
    #expect(try ask("--no-account", "--no-password", "--field", "pin").asking.parts.count == 1)
    #expect(try ask("-u", "alice", "--no-password").asking.parts == [.account])
    #expect(refusal("--no-account", "--no-password") == .emptyLogin)
  }

  @Test func `texts that say nothing are none`() throws {
    let asking = try ask("--title", "", "--message=", "--suggest", "").asking
    #expect(asking.title == nil)
    #expect(asking.message == nil)
    #expect(asking.suggestion == nil)
  }

  @Test func `every switch of the dialogue is read`() throws {
    let asking = try ask(
      "--title", "T", "--message", "M", "--echo", "masked", "--confirm", "--attempts", "5",
      "--allow-empty", "--check", "pwscore", "--multiline", "--timeout", "2m", "--stdin",
      "--no-input"
    ).asking
    #expect(asking.title == "T")
    #expect(asking.message == "M")
    #expect(asking.echo == .masked)
    #expect(asking.confirms)
    #expect(asking.attempts == 5)
    #expect(asking.allowsEmpty)
    #expect(asking.check == "pwscore")
    #expect(asking.isMultiline)
    #expect(asking.timeout == .seconds(120))
    #expect(asking.readsStandardInput)
    #expect(asking.neverAsks)
    #expect(try ask("--tty", "/dev/pts/7").asking.terminal == "/dev/pts/7")
    #expect(try ask("--echo=plain").asking.echo == .plain)
  }

  @Test func `echo is of use to a secret field without a password`() throws {
    #expect(
      try ask("--no-password", "--secret-field", "pin", "--echo", "masked").asking.echo == .masked)
    #expect(refusal("--no-password", "--echo", "masked") == .contradiction(.noPassword, .echo))
    #expect(
      refusal("--no-password", "--field", "pin", "--echo", "masked")
        == .contradiction(.noPassword, .echo))
  }

  @Test(arguments: ["1": 1, "3": 3, "1000": 1000, "007": 7])
  func `attempts are a number`(text: String, number: Int) throws {
    #expect(try ask("--attempts", ByteString(text)).asking.attempts == number)
  }

  @Test(arguments: ["", "0", "1001", "-1", "+1", "1.5", " 1", "1 ", "x", "99999999999999999999"])
  func `attempts are no such number`(text: String) {
    #expect(
      refusal("--attempts", ByteString(text)) == .badValue(.attempts, ByteString(text)))
  }

  private func name(_ text: String) throws -> FieldName {
    try #require(FieldName(text))
  }
}

struct TimeoutTests {
  @Test(arguments: [
    "1": 1, "30": 30, "30s": 30, "10m": 600, "8h": 28_800, "90d": 7_776_000, "007s": 7,
    "9223372036854775807": Int64.max, "106751991167300d": 9_223_372_036_854_720_000,
  ])
  func `a duration is seconds or has a unit`(text: String, seconds: Int64) throws {
    #expect(try ask("--timeout", ByteString(text)).asking.timeout == .seconds(seconds))
  }

  @Test(arguments: [
    "", "0", "0s", "00d", "s", "-1", "+1", "1.5s", "1S", "1w", "1ms", "1 s", " 1", "1s ", "1h30m",
    "0x10", "1e3", "９", "9223372036854775808", "106751991167301d", "99999999999999999999s",
  ])
  func `what is no duration is refused`(text: String) {
    #expect(refusal("--timeout", ByteString(text)) == .badValue(.timeout, ByteString(text)))
  }

  @Test func `the environment gives the default, and an option wins over it`() throws {
    let variables: [String: ByteString] = ["ASKCRED_TIMEOUT": "5m"]
    #expect(timeout(try read([], variables: variables)) == .seconds(300))
    #expect(timeout(try read(["--timeout", "9"], variables: variables)) == .seconds(9))
    #expect(timeout(try read([], variables: ["ASKCRED_TIMEOUT": ""])) == nil)
  }

  @Test func `a bad variable is named, unless an option wins over it`() throws {
    let variables: [String: ByteString] = ["ASKCRED_TIMEOUT": "soon"]
    #expect(throws: UsageError.badVariable(.timeout, "soon")) {
      try read([], variables: variables)
    }
    #expect(throws: UsageError.badVariable(.timeout, "0")) {
      try read([], variables: ["ASKCRED_TIMEOUT": "0"])
    }
    #expect(timeout(try read(["--timeout", "9"], variables: variables)) == .seconds(9))
    #expect(try read(["--help"], variables: variables) == .help(nil))
  }

  @Test func `a program started set-id takes nothing from its environment`() throws {
    for value: ByteString in ["5m", "soon"] {
      let request = try read(
        [], variables: ["ASKCRED_TIMEOUT": value], isSecureExecution: true)
      #expect(timeout(request) == nil)
    }
  }

  private func timeout(_ request: Request) -> Duration? {
    guard case .ask(let asked) = request else { return nil }
    return asked.asking.timeout
  }
}

// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Formats
import Posix
import Testing

struct ExecRequestTests {
  @Test func `the command is what stands behind the dashes, whatever it is`() throws {
    let words: [ByteString] = ["psql", "-h", "db.example.com", "--help", "--", "-q", "", "\u{1B}"]
    let request = try read(["exec", "--env", "PGPASSWORD=password", "-q", "db", "--"] + words)
    guard case .exec(let run) = request else { throw OtherRequest(request: request) }
    #expect(run.command == words)
    #expect(run.verbosity == .quiet)
    #expect(run.renamed == nil)
    #expect(run.endsWithNewline)
    guard case .saved(let wanted) = run.source else {
      Issue.record("\(run.source)")
      return
    }
    #expect(wanted.service == Service("db"))
    #expect(wanted.account == .any)
    #expect(wanted.asking == nil)
  }

  @Test func `without dashes, the options of a command are not read`() throws {
    for words: [ByteString] in [
      ["psql"], ["db", "psql"], ["psql", "--help"], ["psql", "-h", "x"], ["psql", "--bogus"],
      ["db", "psql", "-Z"], ["db", "--title", "--"], [],
    ] {
      let error = #expect(throws: UsageError.self) {
        try read(["exec", "--env", "PGPASSWORD=password"] + words)
      }
      #expect(error == .missingDashes, "\(words)")
      #expect(error?.status.rawValue == 2)
    }
    #expect(try read(["exec", "--help"]) == .help(.exec))
    #expect(try read(["exec", "db", "-h", "--", "psql"]) == .help(.exec))
  }

  @Test func `there is a command, and at most one service`() {
    #expect(
      refusal("exec", "--fd", "0", "db", "--") == .missingOperand("COMMAND after '--'", .exec))
    #expect(refusal("exec", "--fd", "0", "a", "b", "--", "c") == .unexpectedOperand("b", .exec))
    #expect(refusal("exec", "--fd", "0", "", "--", "cat") == .badService(.empty))
    // An option's value is no service, and the word after other commands' dashes is an operand.
    #expect(refusal("exec", "--", "db", "--fd", "0") == .nothingHandedOver)
    #expect(refusal("--", "exec", "--fd", "0", "--", "x") == .unexpectedOperand("exec", .ask))
  }

  @Test func `without a service the login is asked for`() throws {
    let request = try exec(
      "-f", "userpass", "--fd", "0", "--title", "T", "-u", "alice", "--", "chpasswd")
    #expect(request.source == .asked(try ask("--title", "T", "-u", "alice").asking))
    #expect(request.deliveries == [.descriptor(0, .login(.userpass))])
    #expect(request.command == ["chpasswd"])
    #expect(refusal("exec", "--ask", "--fd", "0", "--", "cat") == .needsService(.ask))
    #expect(refusal("exec", "-b", "store", "--fd", "0", "--", "cat") == .needsService(.backend))
    #expect(
      try exec("--as", "client", "-f", "json", "--fd", "0", "--", "cat").renamed
        == Service("client"))
  }

  @Test func `a file of one login needs no service, where it is named`() throws {
    let request = try exec("-b", "curl:/x", "--fd", "0", "--", "cat")
    guard case .saved(let wanted) = request.source else {
      Issue.record("\(request.source)")
      return
    }
    #expect(wanted.service == .unnamed)
    // What the environment says is where logins are kept, and not that one is.
    let words: [ByteString] = ["exec", "--fd", "0", "--", "cat"]
    let other = try read(words, variables: ["ASKCRED_BACKEND": "curl:/x"])
    guard case .exec(let asked) = other else { throw OtherRequest(request: other) }
    #expect(asked.source == .asked(try ask().asking))
  }

  @Test func `a format that names the service needs one, or another name for it`() throws {
    #expect(refusal("exec", "-f", "netrc", "--fd", "3", "--", "x") == .formatNeedsService(.netrc))
    #expect(
      try exec("-f", "netrc", "--as", "h.example", "--fd", "3", "--", "x").renamed
        == Service("h.example"))
    #expect(
      try exec("-f", "netrc", "--fd", "3", "s", "--", "x").deliveries
        == [.descriptor(3, .login(.netrc))])
  }

  @Test func `with a service questions need asking`() throws {
    #expect(refusal("exec", "--title", "T", "--fd", "0", "db", "--", "cat") == .needs(.title, .ask))
    #expect(refusal("exec", "--stdin", "--fd", "0", "db", "--", "cat") == .needs(.stdin, .ask))
    let request = try exec(
      "--ask", "--check", "true", "--no-input", "--fd", "0", "https://alice@h", "--", "cat")
    guard case .saved(let wanted) = request.source else {
      Issue.record("\(request.source)")
      return
    }
    #expect(wanted.asking?.check == "true")
    #expect(wanted.asking?.account == .given("alice"))
    #expect(wanted.account == .named("alice"))
    #expect(wanted.passphrase.neverAsks)
    #expect(request.source.asking == wanted.asking)
  }

  @Test func `parts go into variables, behind descriptors and into files`() throws {
    let domain = try #require(FieldName("domain"))
    let user = try #require(Variable("PGUSER", takes: .account))
    let password = try #require(Variable("_p1", takes: .password))
    let request = try exec(
      "--env", "PGUSER=account", "--fd", "3", "--file", "KEY", "--env", "_p1=password", "--fd",
      "0=account", "--file", "D=domain", "--fd", "2147483647=domain", "db", "--", "x")
    #expect(
      request.deliveries == [
        .variable(user), .descriptor(3, .part(.password)),
        .file(variable: "KEY", .part(.password)), .variable(password),
        .descriptor(0, .part(.account)), .file(variable: "D", .part(.field(domain))),
        .descriptor(2_147_483_647, .part(.field(domain))),
      ])
  }

  @Test func `a format is what is handed over where no part is named`() throws {
    let request = try exec(
      "--fd", "3", "-n", "--file", "F=account", "--file", "G", "-f", "nul", "--as", "x", "db", "--",
      "x")
    #expect(
      request.deliveries == [
        .descriptor(3, .login(.nul)), .file(variable: "F", .part(.account)),
        .file(variable: "G", .login(.nul)),
      ])
    #expect(!request.endsWithNewline)
    #expect(request.renamed == Service("x"))
    #expect(refusal("exec", "-f", "nul", "--fd", "3=account", "s", "--", "x") == .unusedFormat)
    #expect(refusal("exec", "-f", "sh", "--env", "X=account", "s", "--", "x") == .unusedFormat)
    // So is what says something of a format alone.
    for places: [ByteString] in [["--env", "X=account"], ["--fd", "3"], ["--file", "F=account"]] {
      let rest: [ByteString] = places + ["s", "--", "x"]
      let newline = #expect(throws: UsageError.self) { try read(["exec", "-n"] + rest) }
      #expect(newline == .needs(.noNewline, .format))
      let name = #expect(throws: UsageError.self) { try read(["exec", "--as", "x"] + rest) }
      #expect(name == .needs(.renamed, .format))
    }
    #expect(refusal("exec", "-f", "xml", "--fd", "3", "s", "--", "x") == .badValue(.format, "xml"))
  }

  @Test(arguments: ["1", "2", "1=account", "-1", "x", "", "=account", "03x", "2147483648", "3 "])
  func `a descriptor is one that a command can read`(value: String) {
    let value = ByteString(value)
    #expect(refusal("exec", "--fd", value, "s", "--", "x") == .badValue(.fd, value))
  }

  @Test func `a variable has a name as shells have it, and a part is one`() {
    for value: ByteString in ["1", "A-B", "A B=account", "é", "", "=account"] {
      #expect(refusal("exec", "--file", value, "s", "--", "x") == .badValue(.file, value))
    }
    #expect(refusal("exec", "--env", "X", "s", "--", "x") == .badValue(.env, "X"))
    #expect(refusal("exec", "--file", "X=", "s", "--", "x") == .unknownPart(""))
    #expect(refusal("exec", "--fd", "3=Domain", "s", "--", "x") == .unknownPart("Domain"))
    #expect(refusal("exec", "--env", "X=username", "s", "--", "x") == .unknownPart("username"))
  }

  @Test func `no variable and no descriptor is given twice`() throws {
    #expect(
      refusal("exec", "--env", "X=account", "--env", "X=password", "s", "--", "x")
        == .variableTwice("X"))
    #expect(
      refusal("exec", "--env", "X=account", "--file", "X", "s", "--", "x") == .variableTwice("X"))
    #expect(refusal("exec", "--file", "X", "--file", "X", "s", "--", "x") == .variableTwice("X"))
    #expect(
      refusal("exec", "--fd", "3", "--fd", "03=account", "s", "--", "x") == .descriptorTwice(3))
    #expect(
      try exec("--env", "X=account", "--env", "x=account", "s", "--", "x").deliveries.count == 2)
  }

  /// It must not depend on what is saved whether a command line is right.
  @Test func `what is handed over has to be asked for, where anything is`() throws {
    let domain = try #require(FieldName("domain"))
    #expect(
      refusal("exec", "--no-password", "--fd", "0", "--", "x") == .absentPart(.password))
    #expect(
      refusal("exec", "-p", "PIN", "--env", "X=account", "--", "x") == .absentPart(.account))
    #expect(
      refusal("exec", "--ask", "--file", "X=domain", "s", "--", "x")
        == .absentPart(.field(domain)))
    #expect(try exec("--file", "X=domain", "s", "--", "x").deliveries.count == 1)
    #expect(
      try exec("--no-password", "-f", "json", "--fd", "0", "--", "x").deliveries
        == [.descriptor(0, .login(.json))])
  }

  @Test func `nothing is printed`() {
    #expect(refusal("exec", "-o", "x", "s", "--", "x") == .notForCommand(.output, .exec))
    #expect(refusal("exec", "--part", "account", "s", "--", "x") == .notForCommand(.part, .exec))
    #expect(refusal("get", "--fd", "3", "s") == .notForCommand(.fd, .get))
    #expect(refusal("save", "--file", "X", "s") == .notForCommand(.file, .save))
  }
}

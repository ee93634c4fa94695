// SPDX-License-Identifier: MIT

import Arguments
import Posix
import Testing

/// The commands on the store's keys.
struct KeyRequestsTests {
  @Test func `a new store has a new key with a passphrase, unless it is said`() throws {
    #expect(try initialise().identity == nil)
    #expect(try initialise().wantsPassphrase)
    #expect(try initialise("--identity", "key.txt").identity == "key.txt")
    #expect(try initialise("--identity", "key.txt").wantsPassphrase)
    #expect(try !initialise("--no-passphrase").wantsPassphrase)
    #expect(try initialise("--stdin").passphrase.readsStandardInput)
    #expect(try initialise("--tty", "/dev/pts/7", "-q").passphrase.terminal == "/dev/pts/7")
    #expect(try initialise("-q").verbosity == .quiet)
    #expect(refusal("init", "--identity", "") == .emptyValue(.identity))
    #expect(refusal("init", "x") == .unexpectedOperand("x", .initialise))
  }

  @Test(arguments: ["1": 1, "30s": 30, "10m": 600, "1h": 3600, "90d": 7_776_000])
  func `the store is unlocked for a while`(text: String, seconds: Int) throws {
    #expect(try unlock("--keep", ByteString(text)).time == .seconds(seconds))
  }

  @Test(arguments: ["", "0", "0s", "-1", "1w", "for ever", "1.5h"])
  func `what is no while is refused`(text: String) {
    #expect(refusal("unlock", "--keep", ByteString(text)) == .badValue(.keep, ByteString(text)))
  }

  @Test func `the while has a default, which the table tells`() throws {
    #expect(try unlock().time == .seconds(600))
    #expect(Duration(argument: "10m") == UnlockRequest.defaultTime)
    #expect(OptionName.keep.row.summary.hasSuffix("default 10m"))
  }

  @Test func `a passphrase is asked for in the ways that a login is`() throws {
    let request = try unlock("--timeout", "9", "--tty", "/dev/pts/7", "--no-input", "--verbose")
    #expect(request.passphrase.timeout == .seconds(9))
    #expect(request.passphrase.terminal == "/dev/pts/7")
    #expect(request.passphrase.neverAsks)
    #expect(!request.passphrase.readsStandardInput)
    #expect(request.verbosity == .verbose)
    #expect(refusal("unlock", "--timeout", "x") == .badValue(.timeout, "x"))
    #expect(refusal("unlock", "--tty", "") == .emptyValue(.tty))
    #expect(refusal("unlock", "--stdin", "--tty", "x") == .contradiction(.stdin, .tty))

    let changed = try read(["passwd", "--stdin"], variables: ["ASKCRED_TIMEOUT": "5m"])
    guard case .passwd(let passwd) = changed else { throw OtherRequest(request: changed) }
    #expect(passwd.passphrase.readsStandardInput)
    #expect(passwd.passphrase.timeout == .seconds(300))
    #expect(passwd.verbosity == .normal)
  }

  @Test func `locking needs nothing`() throws {
    let request = try read(["lock", "-q"], variables: ["ASKCRED_TIMEOUT": "soon"])
    guard case .lock(let locking) = request else { throw OtherRequest(request: request) }
    #expect(locking.verbosity == .quiet)
    #expect(refusal("lock", "x") == .unexpectedOperand("x", .lock))
  }

  @Test func `recipients are printed, added or removed`() throws {
    #expect(try recipients().change == .none)
    #expect(try recipients("add", "age1a").change == .add(["age1a"]))
    #expect(try recipients("add", "age1a", "-q", "age1b").change == .add(["age1a", "age1b"]))
    #expect(try recipients("remove", "age1a").change == .remove(["age1a"]))
    #expect(try recipients("add", "add").change == .add(["add"]))
    #expect(try recipients("--no-input").passphrase.neverAsks)
    #expect(refusal("recipients", "add") == .missingOperand("KEY after 'add'", .recipients))
    #expect(refusal("recipients", "remove") == .missingOperand("KEY after 'remove'", .recipients))
    #expect(refusal("recipients", "Add", "x") == .unknownChange("Add"))
    #expect(refusal("recipients", "") == .unknownChange(""))
  }

  private func initialise(_ words: ByteString...) throws -> InitRequest {
    let request = try read(["init"] + words)
    guard case .initialise(let initialising) = request else { throw OtherRequest(request: request) }
    return initialising
  }

  private func unlock(_ words: ByteString...) throws -> UnlockRequest {
    let request = try read(["unlock"] + words)
    guard case .unlock(let unlocking) = request else { throw OtherRequest(request: request) }
    return unlocking
  }

  private func recipients(_ words: ByteString...) throws -> RecipientsRequest {
    let request = try read(["recipients"] + words)
    guard case .recipients(let changing) = request else { throw OtherRequest(request: request) }
    return changing
  }
}

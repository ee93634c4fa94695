// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Posix
import Synchronization
import TestSupport
import Testing

/// What every backend does for many at once.
extension BackendContractTests {
  // helm#12622
  @Test(arguments: BackendUnderTest.all(with: .severalAccounts))
  func `fifty who save at once keep fifty logins`(subject: BackendUnderTest) throws {
    let kept = try subject.make()
    let failures = Mutex<[String]>([])
    try inThreads(50) { number in
      do {
        let account = ByteString("user\(number)")
        try kept.open().save(
          login(subject.name(number % 2 == 0 ? "even" : "odd"), account, "pw\(number)"))
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let backend = kept.open()
    #expect(try backend.list().count == 50)
    for number in 0..<50 {
      let name = subject.name(number % 2 == 0 ? "even" : "odd")
      #expect(try backend.password(name, ByteString("user\(number)")) == "pw\(number)")
    }
  }

  @Test(arguments: BackendUnderTest.allCases)
  func `of fifty who save the same login at once one wins, and readers see whole ones`(
    subject: BackendUnderTest
  ) throws {
    let kept = try subject.make()
    let failures = Mutex<[String]>([])
    try kept.open().save(login(subject.name("db"), "alice", String(repeating: "50", count: 500)))
    try inThreads(50) { number in
      do {
        try kept.open().save(
          login(subject.name("db"), "alice", String(repeating: "\(number + 10)", count: 500)))
        let password = try kept.open().password(subject.name("db"), "alice") ?? ""
        let isWhole = password == String(repeating: String(password.prefix(2)), count: 500)
        if !isWhole { failures.withLock { $0.append(password) } }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try kept.open().list() == [LoginKey(service(subject.name("db")), "alice")])
  }

  @Test(arguments: BackendUnderTest.allCases)
  func `fifty who save and erase the last login of a service at once do not fail`(
    subject: BackendUnderTest
  ) throws {
    let kept = try subject.make()
    let failures = Mutex<[String]>([])
    try inThreads(50) { number in
      do {
        let backend = kept.open()
        if number % 2 == 0 {
          try backend.save(login(subject.name("db"), "alice", "pw"))
        } else {
          _ = try backend.erase(LoginKey(service(subject.name("db")), "alice"))
        }
        _ = try backend.list()
        let password = try backend.password(subject.name("db"), "alice")
        if password != nil && password != "pw" { failures.withLock { $0.append("another") } }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }
}

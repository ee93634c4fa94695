// SPDX-License-Identifier: MIT

import Backends
import CSandbox
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

extension KeyringTests {
  /// As another user than root, whose quota is small.
  @Suite(.root) struct OtherUserTests {
    @Test(.keyctl) func `another user has a keyring of their own`() async throws {
      let place = try Place()
      try place.store("root's", as: "a")
      await #expect(processExitsWith: .success) { [prefix = place.prefix as String] in
        try #require(sandbox_become(65_534) == 0)
        let keyring = try KernelKeyring()
        #expect(try keyring.entries(withPrefix: ByteString(prefix)) == [])
        let isAbsent = try keyring.read(ByteString(prefix + "a")) == nil
        #expect(isAbsent)
        try checkAll()
      }
      #expect(try place.readText("a") == "root's")
    }

    @Test func `over the quota of keys an error says so, and the others are there to use`() async {
      await #expect(processExitsWith: .success) {
        try #require(sandbox_become(65_534) == 0)
        let place = try Place()
        let error = try fill(place, with: "x")
        guard case .full(let quota?) = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(quota.keys >= quota.mostKeys)
        #expect(quota.bytes < quota.mostBytes)
        #expect(
          error?.message
            == "no room left in the kernel keyring: \(quota.keys) of \(quota.mostKeys) keys and"
            + " \(quota.bytes) of \(quota.mostBytes) bytes are taken")
        let again = try Place()
        #expect(try place.readText("0") == "x")
        #expect(try again.keyring.remove(place.name("1")))
        try place.store("y", as: "0")
        #expect(try place.readText("0") == "y")
      }
    }

    @Test func `over the quota of bytes, where there is no room for a link either, too`() async {
      let prefix = Place.newPrefix()
      await #expect(processExitsWith: .success) { [prefix = prefix as String] in
        try #require(sandbox_become(65_534) == 0)
        var place = try Place(prefix: prefix)
        place.isCleared = false
        try place.store(String(repeating: "x", count: 15_000), as: "large")
        guard case .full(let quota?) = try fill(place, with: "x") else {
          Issue.record("not full")
          return
        }
        #expect(quota.keys < quota.mostKeys)
      }
      await #expect(processExitsWith: .success) { [prefix = prefix as String] in
        try #require(sandbox_become(65_534) == 0)
        try #require(sandbox_join_session() == 0)
        let place = try Place(prefix: prefix)
        #expect(try place.read("large")?.count == 15_000)
        #expect(try place.keyring.remove(place.name("large")))
        #expect(try place.read("large") == nil)
        try place.store("y", as: "0")
        #expect(try place.readText("0") == "y")
      }
    }

    @Test func `what is replaced again and again does not use the quota up`() async {
      await #expect(processExitsWith: .success) {
        try #require(sandbox_become(65_534) == 0)
        let place = try Place()
        for number in 0..<1000 { try place.store("\(number)", as: "a") }
        #expect(try place.readText("a") == "999")
        #expect(try place.entries() == ["a"])
      }
    }
  }
}

/// Stores until there is no room any more, and gives the error of that.
private func fill(_ place: borrowing Place, with text: String) throws -> KeyringError? {
  for number in 0..<2000 {
    do {
      try place.store(text, as: "\(number)")
    } catch let error as KeyringError {
      return error
    }
  }
  return nil
}

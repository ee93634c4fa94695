// SPDX-License-Identifier: MIT

import Age
import CSandbox
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

extension KeyringTests {
  @Suite struct UnlockedIdentitiesTests {
    @Test func `what is kept opens what was encrypted to it`() throws {
      let identities = try UnlockedIdentities()
      let identity = try AgeIdentity.generate()
      defer { _ = try? identities.forget(identity.recipient) }
      let file = try AgeFile.encrypt(Secret(copying: [1, 2, 3]), to: [identity.recipient])
      #expect(try recipient(identities, identity.recipient) == nil)
      try identities.keep(identity, for: .seconds(600))
      let kept = try identities.identity(for: identity.recipient)
      switch kept {
      case .some(let kept): #expect(try AgeFile.decrypt(file.span, with: kept).bytes == [1, 2, 3])
      case nil: Issue.record("not kept")
      }
    }

    @Test func `another store's is not found`() throws {
      let identities = try UnlockedIdentities()
      let identity = try AgeIdentity.generate()
      defer { _ = try? identities.forget(identity.recipient) }
      try identities.keep(identity, for: .seconds(600))
      let other = try AgeIdentity.generate()
      #expect(try recipient(identities, other.recipient) == nil)
      #expect(try !identities.forget(other.recipient))
      #expect(try recipient(identities, identity.recipient) == identity.recipient)
    }

    @Test func `what was forgotten is not there, and can be kept again`() throws {
      let identities = try UnlockedIdentities()
      let identity = try AgeIdentity.generate()
      defer { _ = try? identities.forget(identity.recipient) }
      try identities.keep(identity, for: .seconds(600))
      try identities.keep(identity, for: .seconds(1200))
      #expect(try identities.forget(identity.recipient))
      #expect(try recipient(identities, identity.recipient) == nil)
      #expect(try !identities.forget(identity.recipient))
      try identities.keep(identity, for: .seconds(600))
      #expect(try recipient(identities, identity.recipient) == identity.recipient)
    }

    @Test func `all of them are forgotten, and nothing else`() throws {
      let place = try Place()
      let identities = try UnlockedIdentities(prefix: place.prefix + "identity:")
      try place.store("something else", as: "other")
      let first = try AgeIdentity.generate()
      let second = try AgeIdentity.generate()
      try identities.keep(first, for: .seconds(600))
      try identities.keep(second, for: .seconds(600))
      #expect(
        try place.entries()
          == ["identity:" + first.recipient.text, "identity:" + second.recipient.text].sorted()
          + ["other"])
      #expect(try identities.forgetAll() == 2)
      #expect(try place.entries() == ["other"])
      #expect(try identities.forgetAll() == 0)
    }

    @Test func `after its time it is not there`() throws {
      let place = try Place()
      let identities = try UnlockedIdentities(prefix: place.prefix)
      let identity = try AgeIdentity.generate()
      try identities.keep(identity, for: .seconds(600))
      #expect(try recipient(identities, identity.recipient) == identity.recipient)
      try identities.keep(identity, for: .seconds(1))
      #expect(try place.awaitExpiry(of: identity.recipient.text))
      #expect(try recipient(identities, identity.recipient) == nil)
    }

    @Test func `what somebody else put there is not taken for the identity`() throws {
      let place = try Place()
      let identities = try UnlockedIdentities(prefix: place.prefix)
      let identity = try AgeIdentity.generate()
      let other = try AgeIdentity.generate()
      let name = identity.recipient.text
      for text in ["x", "AGE-SECRET-KEY-1", try other.encoded().text] {
        try place.store(text, as: name)
        #expect(try recipient(identities, identity.recipient) == nil)
      }
      try identities.keep(identity, for: .seconds(600))
      #expect(try recipient(identities, identity.recipient) == identity.recipient)
    }

    @Test(.keyctl) func `other programs of the user can read it, as age does`() throws {
      let identities = try UnlockedIdentities()
      let identity = try AgeIdentity.generate()
      defer { _ = try? identities.forget(identity.recipient) }
      try identities.keep(identity, for: .seconds(600))
      let name = "askcred-identity:" + identity.recipient.text
      let serial = try #require(try keyctl("search", "@u", "user", name))
      #expect(try keyctl("print", serial) == identity.encoded().text)
    }

    @Test func `it is reachable from a session that is not linked to the user's keyring`() async {
      await #expect(processExitsWith: .success) {
        let identities = try UnlockedIdentities()
        let identity = try AgeIdentity.generate()
        try identities.keep(identity, for: .seconds(600))
        try #require(sandbox_join_session() == 0)
        let elsewhere = try UnlockedIdentities()
        #expect(try recipient(elsewhere, identity.recipient) == identity.recipient)
        #expect(try elsewhere.forget(identity.recipient))
        #expect(try recipient(identities, identity.recipient) == nil)
      }
    }

    @Test func `the identity lies nowhere else in memory`() async {
      await #expect(processExitsWith: .success) {
        let identities = try UnlockedIdentities()
        let identity = try AgeIdentity.generate()
        defer { _ = try? identities.forget(identity.recipient) }
        let text = try identity.encoded()
        try identities.keep(identity, for: .seconds(600))
        #expect(try recipient(identities, identity.recipient) == identity.recipient)
        #expect(MemorySearch.copies(of: text) == 0)
      }
    }
  }
}

/// The public side of what is kept for `recipient`.
private func recipient(
  _ identities: UnlockedIdentities, _ recipient: AgeRecipient
) throws(KeyringError) -> AgeRecipient? {
  switch try identities.identity(for: recipient) {
  case .some(let identity): identity.recipient
  case nil: nil
  }
}

// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

extension KeyringTests {
  /// keyctl, of another hand, sees the same.
  @Suite(.keyctl) struct KeyctlPeerTests {
    @Test func `another process of the user reads it, from whatever session`() throws {
      let place = try Place()
      try place.store("secret", as: "a")
      let serial = try #require(try keyctl("search", "@u", "user", place.prefix + "a"))
      #expect(try keyctl("print", serial) == "secret")
      #expect(try keyctl("session", "-", "keyctl", "print", serial) == "secret")
    }

    @Test
    func `it is the user's to see, read and find, and whose possess it to do everything with`()
      throws
    {
      let place = try Place()
      try place.store("secret", as: "a")
      let serial = try #require(try keyctl("search", "@u", "user", place.prefix + "a"))
      let described = try keyctl("rdescribe", serial)
      #expect(described == "user;\(getuid());\(getgid());3f0b0000;\(place.prefix)a")
    }

    @Test func `what keyctl adds is read, listed and removed`() throws {
      let place = try Place()
      _ = try #require(try keyctl("add", "user", place.prefix + "a", "by hand", "@u"))
      #expect(try place.readText("a") == "by hand")
      #expect(try place.entries() == ["a"])
      #expect(try place.keyring.remove(place.name("a")))
      #expect(try keyctl("search", "@u", "user", place.prefix + "a") == nil)
    }

    @Test func `keys of another type are not looked at`() throws {
      let place = try Place()
      let serial = try #require(try keyctl("add", "logon", place.prefix + "a", "x", "@u"))
      #expect(try place.read("a") == nil)
      #expect(try place.entries() == [])
      #expect(try keyctl("unlink", serial, "@u") != nil)
    }
  }
}

// SPDX-License-Identifier: MIT

import Backends
import CSandbox
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

extension KeyringTests {
  /// In processes of their own, which are set where askcred may be run.
  @Suite(.keyctl) struct KeyringSessionTests {
    @Test func `in a session that is not linked to the user's keyring all works`() async {
      await #expect(processExitsWith: .success) {
        try #require(sandbox_join_session() == 0)
        try checkAll(readableByOthers: false)
      }
    }

    @Test func `in a terminal session of its own all works`() async {
      await #expect(processExitsWith: .success) {
        try #require(setsid() > 0)
        try checkAll()
        try #require(sandbox_join_session() == 0)
        try checkAll(readableByOthers: false)
      }
    }

    @Test func `its link to the user's keyring stays in the process`() async {
      await #expect(processExitsWith: .success) {
        try #require(sandbox_join_session() == 0)
        try checkAll()
        #expect(try keyctl("rlist", "@s") == "")
      }
    }

    @Test func `after the session's keyring was revoked all works`() async {
      await #expect(processExitsWith: .success) {
        try #require(sandbox_join_session() == 0)
        try #require(sandbox_revoke_session() == 0)
        try checkAll(readableByOthers: false)
      }
    }
  }
}

/// Everything once, with a key that askcred made and one that keyctl made. `isLinked` is whether keyctl,
/// which links nothing, must or must not be able to read its own one in this session.
func checkAll(readableByOthers isLinked: Bool? = nil) throws {
  let place = try Place()
  try place.store("old", as: "a")
  try place.store("new", as: "a")
  #expect(try place.readText("a") == "new")
  let serial = try #require(try keyctl("add", "user", place.prefix + "b", "by hand", "@u"))
  if let isLinked { #expect(try (keyctl("print", serial) != nil) == isLinked) }
  #expect(try place.readText("b") == "by hand")
  #expect(try place.entries() == ["a", "b"])
  #expect(try place.keyring.remove(place.name("a")))
  #expect(try place.keyring.remove(place.name("b")))
  #expect(try place.entries() == [])
}

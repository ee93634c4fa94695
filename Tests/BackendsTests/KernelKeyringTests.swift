// SPDX-License-Identifier: MIT

import CSandbox
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

extension KeyringTests {
  @Suite struct KernelKeyringTests {
    @Test(arguments: [1, 2, 255, 256, 4096])
    func `what was kept comes back byte for byte`(size: Int) throws {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      let place = try Place()
      try place.keyring.store(Secret(copying: bytes), as: place.name("a"), for: .seconds(600))
      #expect(try place.read("a") == bytes)
    }

    @Test(.quota(100_000)) func `the longest comes back byte for byte`() throws {
      let bytes = (0..<32_767).map { UInt8(truncatingIfNeeded: $0 / 3) }
      let place = try Place()
      try place.keyring.store(Secret(copying: bytes), as: place.name("a"), for: .seconds(600))
      #expect(try place.read("a") == bytes)
    }

    @Test(arguments: [0, 32_768, 65_535])
    func `what it cannot take is refused, and the old stays`(size: Int) throws {
      let place = try Place()
      try place.store("old", as: "a")
      let payload = try Secret(copying: [UInt8](repeating: 0x78, count: size))
      let error = failure { () throws(KeyringError) in
        try place.keyring.store(payload, as: place.name("a"))
      }
      #expect(error == .payloadSize(size))
      #expect(try place.readText("a") == "old")
    }

    @Test func `a name of 4095 bytes is taken, and none that is longer, empty or has a NUL`() throws
    {
      let place = try Place()
      let longest = String(repeating: "n", count: 4095 - place.prefix.utf8.count)
      try place.store("x", as: longest)
      #expect(try place.readText(longest) == "x")
      #expect(try place.entries() == [longest])
      let payload = try Secret(copying: [0x78])
      let refused: [(ByteString, KeyringError)] = [
        (place.name(longest + "n"), .descriptionSize(4096)), ("", .descriptionSize(0)),
        ("a\0b", .nulInDescription),
      ]
      for (name, expected) in refused {
        #expect(failure { () throws(KeyringError) in try place.keyring.read(name) } == expected)
        #expect(failure { () throws(KeyringError) in try place.keyring.remove(name) } == expected)
        let error = failure { () throws(KeyringError) in
          try place.keyring.store(payload, as: name)
        }
        #expect(error == expected)
      }
    }

    @Test func `only the same name finds it`() throws {
      let place = try Place()
      try place.store("x", as: "name")
      for other in ["", "nam", "name ", "names", "Name", "*", "name:"] {
        #expect(try place.read(other) == nil)
        #expect(try !place.keyring.remove(place.name(other)))
      }
      #expect(try place.readText("name") == "x")
    }

    @Test func `a new one takes the place of the old`() throws {
      let place = try Place()
      try place.store("old", as: "a")
      try place.store("new and longer", as: "a")
      #expect(try place.readText("a") == "new and longer")
      try place.store("n", as: "a")
      #expect(try place.readText("a") == "n")
      #expect(try place.entries() == ["a"])
    }

    @Test func `what was removed is gone`() throws {
      let place = try Place()
      #expect(try !place.keyring.remove(place.name("a")))
      try place.store("x", as: "a")
      #expect(try place.keyring.remove(place.name("a")))
      #expect(try place.read("a") == nil)
      #expect(try place.entries() == [])
      #expect(try !place.keyring.remove(place.name("a")))
      try place.store("y", as: "a")
      #expect(try place.readText("a") == "y")
    }

    @Test func `nobody reads it after its time, and it can still be listed and removed`() throws {
      let place = try Place()
      try place.store("long", as: "a", for: .seconds(600))
      try place.store("short", as: "a", for: .milliseconds(1))
      try #require(try place.awaitExpiry(of: "a"))
      // The one that it took the place of does not come back.
      #expect(try place.read("a") == nil)
      let entries = try place.keyring.entries(withPrefix: ByteString(place.prefix))
      // Expired before it could be seen, it is not there at all.
      let expired = KernelKeyring.Entry(description: place.name("a"), remaining: .expired)
      #expect(entries == [expired] || entries == [])
      #expect(try place.keyring.remove(place.name("a")) == (entries == [expired]))
      #expect(try place.entries() == [])
      try place.store("again", as: "a")
      #expect(try place.readText("a") == "again")
    }

    @Test func `a list has the names and what is left of their time`() throws {
      let place = try Place()
      try place.store("1", as: "a;b: 1", for: nil)
      try place.store("2", as: "é\n", for: .seconds(3600 + 1800))
      try place.store("3", as: "week", for: .seconds(20 * 86_400))
      try place.store("4", as: "minutes", for: .seconds(30 * 60 + 59))
      let found = try place.keyring.entries(withPrefix: ByteString(place.prefix))
      #expect(
        found == [
          .init(description: place.name("a;b: 1"), remaining: .unlimited),
          .init(description: place.name("minutes"), remaining: .atLeast(.seconds(1800))),
          .init(description: place.name("week"), remaining: .atLeast(.seconds(1_209_600))),
          .init(description: place.name("é\n"), remaining: .atLeast(.seconds(3600))),
        ])
      let part = try place.keyring.entries(withPrefix: place.name("week"))
      #expect(part.map(\.description) == [place.name("week")])
      #expect(try place.keyring.entries(withPrefix: place.name("weeks")) == [])
    }

    @Test func `a payload lies only where its owners hold it`() async {
      await #expect(processExitsWith: .success) {
        let place = try Place()
        // Random, and in no string or array.
        var payload = try Secret(capacity: 4000)
        payload.append { output in
          while output.freeCapacity > 0 { output.append(UInt8.random(in: 0...255)) }
        }
        try place.keyring.store(payload, as: place.name("a"), for: .seconds(600))
        if let read = try place.keyring.read(place.name("a")) {
          let isEqual = read.isEqual(to: payload)
          #expect(isEqual)
          #expect(MemorySearch.copies(of: payload) == 1)
        }
        #expect(MemorySearch.copies(of: payload) == 0)
        #expect(try place.keyring.remove(place.name("a")))
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Posix
import TestSupport
import Testing

extension KeyringTests {
  /// In processes of their own, where a second thread writes.
  @Suite struct KeyringRaceTests {
    @Test func `whoever reads while it is replaced gets the old or the new one`() async {
      await #expect(processExitsWith: .success) {
        let place = try Place()
        try place.store("0", as: "a")
        let (keyring, name) = (place.keyring, place.name("a"))
        let writer = try OtherThread { number in
          let text = [UInt8](repeating: UInt8(number % 10), count: 1 + number % 2000)
          guard let payload = try? Secret(copying: text) else { return }
          try? keyring.store(payload, as: name, for: .seconds(600))
        }
        var seen: Set<[UInt8]> = []
        let deadline = Deadline.after(.seconds(60))
        while seen.count < 50, !deadline.hasPassed {
          let payload = try #require(try place.read("a"))
          try #require(Set(payload).count == 1)
          seen.insert(payload)
        }
        writer.end()
        #expect(seen.count == 50)
      }
    }

    @Test func `whoever lists while it is made never sees it without its time`() async {
      await #expect(processExitsWith: .success) {
        let place = try Place()
        let (keyring, name) = (place.keyring, place.name("a"))
        let writer = try OtherThread { _ in
          guard let payload = try? Secret(copying: [0x78]) else { return }
          try? keyring.store(payload, as: name, for: .seconds(600))
          _ = try? keyring.remove(name)
        }
        var count = 0
        let deadline = Deadline.after(.seconds(60))
        while count < 50, !deadline.hasPassed {
          for entry in try place.keyring.entries(withPrefix: name) {
            try #require(entry.remaining != .unlimited)
            count += 1
          }
        }
        writer.end()
        #expect(count >= 50)
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Primitives
import Testing

@Suite struct RandomBytesTests {
  @Test func `as many as were asked for, and others each time`() throws {
    let arrays = Set((0..<100).map { _ in RandomBytes.array(16) })
    #expect(arrays.count == 100)
    #expect(arrays.allSatisfy { $0.count == 16 })
    let secrets = try Set((0..<100).map { _ in try RandomBytes.secret(32).array })
    #expect(secrets.count == 100)
    #expect(secrets.allSatisfy { $0.count == 32 })
  }
}

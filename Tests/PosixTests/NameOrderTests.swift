// SPDX-License-Identifier: MIT

import Posix
import Testing

@Suite struct NameOrderTests {
  private func sorted(_ names: [ByteString]) -> [Int] {
    var order = NameOrder()
    for name in names { order.append(name) }
    return order.sorted
  }

  @Test func `names come in the order of their bytes, the shorter one first`() {
    #expect(sorted(["b", "ab", ByteString([0xFF]), "a", "", "B"]) == [4, 5, 3, 1, 0, 2])
  }

  @Test func `the same names stay as they were`() {
    #expect(sorted(["a", "a", "", "", "a"]) == [2, 3, 0, 1, 4])
  }

  @Test func `no name has no order, and empty ones have theirs`() {
    #expect(sorted([]) == [])
    #expect(sorted(["", ""]) == [0, 1])
  }
}

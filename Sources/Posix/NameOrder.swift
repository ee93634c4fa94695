// SPDX-License-Identifier: MIT

private import Glibc

/// The order of many names by their bytes, found in one piece of memory: to compare arrays counts
/// their references again and again, which takes most of the time.
package struct NameOrder {
  private var bytes: [UInt8] = []
  /// Where the names end; each starts where the one before it ends.
  private var ends: [Int] = []

  package init() {}

  package mutating func append(_ name: ByteString) {
    bytes += name.bytes
    ends.append(bytes.count)
  }

  /// The places of the names as they were appended, the one first that comes first.
  package var sorted: [Int] {
    let names = ends.indices.map { place in
      Name(start: place == 0 ? 0 : ends[place - 1], end: ends[place], place: place)
    }
    return unsafe bytes.withUnsafeBytes { bytes in
      // No name, or none with a byte in it.
      guard let bytes = bytes.baseAddress else { return Array(ends.indices) }
      return names.sorted { one, other in
        let order = unsafe memcmp(
          bytes + one.start, bytes + other.start, min(one.count, other.count))
        return order == 0 ? one.count < other.count : order < 0
      }.map(\.place)
    }
  }

  private struct Name {
    let start: Int
    let end: Int
    let place: Int

    var count: Int { end - start }
  }
}

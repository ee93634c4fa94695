// SPDX-License-Identifier: MIT

package import Credentials
import Glibc
import Synchronization

/// The memory of this process, searched for copies of a secret.
package enum MemorySearch {
  /// Whether the kernel lets this process look.
  package static var isPossible: Bool {
    let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    close(memory)
    return memory >= 0
  }

  /// Another search at the same time would be found, as it holds a copy of what it looks at.
  private static let search = Mutex<Void>(())

  /// How often the bytes of `secret` stand in writable memory, itself not counted.
  package static func copies(of secret: borrowing Secret) -> Int {
    search.withLock { _ in count(copiesOf: secret) }
  }

  private static func count(copiesOf secret: borrowing Secret) -> Int {
    let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    defer { close(memory) }
    let size = 1 << 20
    let window = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4096)
    defer { unsafe window.deallocate() }
    return secret.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { needle in
        let own = UInt(bitPattern: needle.baseAddress)
        let windows = UInt(bitPattern: window)..<UInt(bitPattern: window) + UInt(size)
        var found = 0
        for region in writableRegions() {
          var start = region.lowerBound
          while start < region.upperBound {
            let length = min(size, Int(region.upperBound - start))
            // A region may have gone since it was listed.
            let count = unsafe pread(memory, window, length, off_t(start))
            for offset in unsafe places(of: needle, in: window, max(0, count)) {
              let address = start + UInt(offset)
              if address != own && !windows.contains(address) { found += 1 }
            }
            if length < size { break }
            // Windows overlap by one byte less than what is searched for.
            start += UInt(length - (needle.count - 1))
          }
        }
        return found
      }
    }
  }

  private static func places(
    of needle: UnsafeRawBufferPointer, in window: UnsafeRawPointer, _ count: Int
  ) -> [Int] {
    guard let start = needle.baseAddress else { return [] }
    var found: [Int] = []
    var offset = 0
    while offset + needle.count <= count,
      let hit = unsafe memchr(window + offset, CInt(needle[0]), count - needle.count - offset + 1)
    {
      if unsafe memcmp(hit, start, needle.count) == 0 {
        found.append(unsafe UnsafeRawPointer(hit) - window)
      }
      offset = unsafe UnsafeRawPointer(hit) - window + 1
    }
    return found
  }

  private static func writableRegions() -> [Range<UInt>] {
    let maps = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    defer { close(maps) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(maps, &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer.prefix(count)
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      return words[1].hasPrefix("rw") && bounds.count == 2 ? bounds[0]..<bounds[1] : nil
    }
  }
}

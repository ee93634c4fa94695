// SPDX-License-Identifier: MIT

/// Secure memory for a C library that allocates while it works on secrets.
///
/// Nothing is given back piece by piece: all of it is wiped and freed with its last owner.
@safe
package final class SecretArena {
  private var regions: [UnsafeMutableBufferPointer<UInt8>]
  /// How many bytes of the last region are taken.
  private var used = 0

  /// Every piece starts at a multiple of it, as those of `malloc` do, and so does a region whose
  /// size is one.
  private static let alignment = 16

  /// An arena whose first region has room for `capacity` bytes; further regions are taken as
  /// needed.
  package init(capacity: Int) throws(SecretError) {
    unsafe regions = [try SecretMemory.allocate(Self.rounded(max(capacity, 4096)))]
  }

  deinit {
    for index in unsafe regions.indices { unsafe SecretMemory.free(regions[index]) }
  }

  /// `size` bytes that live as long as the arena does, or nil where there is no memory.
  package func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let size = Self.rounded(max(size, 1))
    let last = unsafe regions[regions.count - 1]
    if size > last.count - used {
      guard let region = unsafe try? SecretMemory.allocate(max(size, last.count * 2)) else {
        return nil
      }
      unsafe regions.append(region)
      used = 0
    }
    let region = unsafe regions[regions.count - 1]
    let piece = unsafe UnsafeMutableRawPointer(region.baseAddress)?.advanced(by: used)
    used += size
    return unsafe piece
  }

  private static func rounded(_ size: Int) -> Int {
    (size + alignment - 1) / alignment * alignment
  }
}

// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// A file in memory, without a name in any folder, for the next program of this process: its owner
/// alone may open it, and what it has been filled with stays. See memfd_create(2).
package struct MemoryFile: ~Copyable {
  private let descriptor: FileDescriptor

  /// Makes an empty one. Its own number is none of `numbers`.
  package init(avoiding numbers: [CInt]) throws(Errno) {
    var descriptor = FileDescriptor(owning: try retrying { unsafe askcred_memory_file("askcred") })
    while numbers.contains(descriptor.number) {
      let number = descriptor.number
      descriptor = FileDescriptor(owning: try retrying { askcred_duplicate(number, number + 1) })
    }
    // Some readers of passwords refuse a file that others may read.
    let number = descriptor.number
    _ = try retrying { fchmod(number, 0o600) }
    self.descriptor = descriptor
  }

  package var number: CInt { descriptor.number }

  /// Gives it its content, once and for all, to be read from the start.
  package func fill(with bytes: Span<UInt8>) throws(Errno) {
    try Descriptor.write(number, bytes)
    _ = try retrying { askcred_seal(number) }
    _ = try retrying { lseek(number, 0, SEEK_SET) }
  }
}

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
      do throws(Errno) {
        descriptor = FileDescriptor(owning: try retrying { askcred_duplicate(number, number + 1) })
      } catch  where error.number == EINVAL {
        // There is no such number under the limit.
        throw Errno(EMFILE)
      }
    }
    // Some readers of passwords refuse a file that others may read.
    let number = descriptor.number
    _ = try retrying { fchmod(number, 0o600) }
    self.descriptor = descriptor
  }

  package var number: CInt { descriptor.number }

  /// The folder in which it has its number for a name; nil where there is none.
  package var folder: ByteString? {
    for folder: ByteString in ["/dev/fd", "/proc/self/fd"] {
      let path = folder.appending(ByteString("\(number)"))
      guard let found = try? FileStatus(of: path), let own = try? FileStatus(of: descriptor),
        found.identifier == own.identifier
      else { continue }
      return folder
    }
    return nil
  }

  /// Gives it its content, once and for all, to be read from the start. The limit on the sizes of files
  /// is for those on disks, and is lifted meanwhile as far as it can be.
  package func fill(with bytes: Span<UInt8>) throws(Errno) {
    let sizes = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    _ = try retrying { unsafe getrlimit(sizes, &limit) }
    var widest = rlimit(rlim_cur: limit.rlim_max, rlim_max: limit.rlim_max)
    _ = try retrying { unsafe setrlimit(sizes, &widest) }
    defer { unsafe setrlimit(sizes, &limit) }
    try Descriptor.write(number, bytes)
    _ = try retrying { askcred_seal(number) }
    _ = try retrying { lseek(number, 0, SEEK_SET) }
  }
}

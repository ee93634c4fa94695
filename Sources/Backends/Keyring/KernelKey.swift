// SPDX-License-Identifier: MIT

private import CKeyutils
internal import Credentials
internal import Posix

/// A key or a keyring of the kernel by its number, with the calls that keyctl(2) and add_key(2)
/// describe and the errors that they give. Keys are those of type `user`.
struct KernelKey: Hashable, Sendable {
  /// The kernel's number for it: positive, or one of the constants that stand for a keyring.
  let serial: Int32

  /// One for each real user, whichever session a process belongs to.
  static let userKeyring = KernelKey(serial: KEY_SPEC_USER_KEYRING)
  /// A process's own: no other one has it, and it goes with its process or when that runs another
  /// program.
  static let processKeyring = KernelKey(serial: KEY_SPEC_PROCESS_KEYRING)

  private static let type = "user"

  /// Puts a key with `payload` into `ring`. One of that description in it gets the payload instead.
  static func add(
    _ payload: Span<UInt8>, as description: ByteString, to ring: KernelKey
  ) throws(Errno) -> KernelKey {
    let result = Result { () throws(Errno) in
      try retrying {
        unsafe payload.withUnsafeBytes { bytes in
          unsafe description.withCString {
            unsafe add_key(type, $0, bytes.baseAddress, bytes.count, ring.serial)
          }
        }
      }
    }
    return KernelKey(serial: try result.get())
  }

  /// The key of just that description in this keyring and in those that are linked to it.
  func find(_ description: ByteString) throws(Errno) -> KernelKey {
    let found = try retrying {
      unsafe description.withCString { unsafe keyctl_search(serial, Self.type, $0, 0) }
    }
    return KernelKey(serial: Int32(truncatingIfNeeded: found))
  }

  /// Links it to `ring`, where it takes the place of another of its description.
  func link(to ring: KernelKey) throws(Errno) {
    _ = try retrying { keyctl_link(serial, ring.serial) }
  }

  /// Takes what has its description out of `ring`.
  func unlink(from ring: KernelKey) throws(Errno) {
    _ = try retrying { keyctl_unlink(serial, ring.serial) }
  }

  /// Makes it unusable at once, wherever it is linked.
  func invalidate() throws(Errno) {
    _ = try retrying { keyctl_invalidate(serial) }
  }

  /// The kernel counts by the time of day and in whole seconds, of which the first may be short.
  func expire(after seconds: UInt32) throws(Errno) {
    _ = try retrying { keyctl_set_timeout(serial, seconds) }
  }

  /// Lets its owner's processes see, read and find it, and those that possess it do everything.
  func openToItsUser() throws(Errno) {
    let user = KEY_USR_VIEW | KEY_USR_READ | KEY_USR_SEARCH
    let mask = UInt32(KEY_POS_ALL | user)
    _ = try retrying { keyctl_setperm(serial, mask) }
  }

  /// How many bytes its payload has.
  func size() throws(Errno) -> Int {
    try retrying { keyctl_read(serial, nil, 0) }
  }

  /// Appends its payload, where there is room for all of it. Says how many bytes the payload has.
  func read(into payload: inout Secret) throws(Errno) -> Int {
    var size = 0
    try payload.append { (output) throws(Errno) in
      let result: Result<Int, Errno> = unsafe output.withUnsafeMutableBufferPointer {
        buffer, filled in
        let free = unsafe UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
        let got = Result { () throws(Errno) in
          try retrying {
            unsafe keyctl_read(
              serial, free.baseAddress?.assumingMemoryBound(to: CChar.self), free.count)
          }
        }
        if case .success(let size) = got, size <= free.count { filled += size }
        return got
      }
      size = try result.get()
    }
    return size
  }

  /// What is linked to this keyring, or nil where that changed while it was read.
  func members() throws(Errno) -> [KernelKey]? {
    let width = MemoryLayout<key_serial_t>.size
    var serials = [key_serial_t](repeating: 0, count: try size() / width)
    let size = try retrying {
      unsafe serials.withUnsafeMutableBytes { bytes in
        unsafe keyctl_read(
          serial, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    if size > serials.count * width { return nil }
    return serials.prefix(size / width).map { KernelKey(serial: $0) }
  }

  /// Its description, or nil where it is no key of type `user`.
  func describe() throws(Errno) -> ByteString? {
    var text = [UInt8](repeating: 0, count: 8192)
    let size = try retrying {
      unsafe text.withUnsafeMutableBytes { bytes in
        unsafe keyctl_describe(
          serial, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    // Type, user, group, permissions, and then a description, where anything may stand; a NUL ends it.
    let parts = text.prefix(max(0, min(size, text.count) - 1)).split(
      separator: UInt8(ascii: ";"), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].elementsEqual(Self.type.utf8) else { return nil }
    return ByteString([UInt8](parts[4]))
  }
}

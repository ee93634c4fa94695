// SPDX-License-Identifier: MIT

private import CSodium
package import Posix

/// Why a secret could not be held.
package enum SecretError: Error, Equatable, Sendable {
  /// The secure memory cannot be had.
  case noMemory(bytes: Int)

  package var message: String {
    switch self {
    case .noMemory(let bytes): "cannot get \(bytes) bytes of secure memory"
    }
  }
}

/// Bytes that nobody else may see: a password, or a text with one in it.
///
/// They lie in `SecretMemory`, which is wiped when the owner goes. They are lent by closure and become
/// no `String`, no array.
@safe
package struct Secret: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<UInt8>
  /// How many bytes it holds.
  package private(set) var count = 0

  /// An empty secret with room for `capacity` bytes; it grows where more are appended.
  package init(capacity: Int = 0) throws(SecretError) {
    unsafe self.memory = try SecretMemory.allocate(max(capacity, 1))
  }

  /// A copy of public bytes, for those that stand around secret ones.
  package init(copying bytes: some Collection<UInt8>) throws(SecretError) {
    let memory = try unsafe SecretMemory.allocate(max(bytes.count, 1))
    for (index, byte) in bytes.enumerated() { unsafe memory[index] = byte }
    unsafe self.memory = memory
    self.count = bytes.count
  }

  deinit {
    unsafe SecretMemory.free(memory)
  }

  package var isEmpty: Bool { count == 0 }
  package var capacity: Int { unsafe memory.count }

  /// Lends the bytes.
  package func withBytes<Value: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let filled = unsafe UnsafeMutableBufferPointer(rebasing: memory[..<count])
    return try body(unsafe Span(_unsafeElements: filled))
  }

  /// Lends the bytes to be changed in place.
  package mutating func withMutableBytes<Value: ~Copyable, Failure: Error>(
    _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let filled = unsafe UnsafeMutableBufferPointer(rebasing: memory[..<count])
    var span = unsafe MutableSpan(_unsafeElements: filled)
    return try body(&span)
  }

  package subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "byte out of range")
    return unsafe memory[index]
  }

  package mutating func append(_ byte: UInt8) throws(SecretError) {
    try reserve(1)
    unsafe memory[count] = byte
    count += 1
  }

  package mutating func append(_ bytes: Span<UInt8>) throws(SecretError) {
    try reserve(bytes.count)
    for index in bytes.indices { unsafe memory[count + index] = bytes[index] }
    count += bytes.count
  }

  package mutating func append(_ other: borrowing Secret) throws(SecretError) {
    try other.withBytes { (bytes) throws(SecretError) in try append(bytes) }
  }

  /// Appends public text.
  package mutating func append(_ text: String) throws(SecretError) {
    try reserve(text.utf8.count)
    for byte in text.utf8 { try append(byte) }
  }

  /// Appends what `fill` puts into the room that is free, such as a read(2) does. Reserve first.
  package mutating func append<Failure: Error>(
    _ fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let free = unsafe UnsafeMutableBufferPointer(rebasing: memory[count...])
    var output = unsafe OutputSpan(buffer: free, initializedCount: 0)
    do {
      try fill(&output)
    } catch {
      count += unsafe output.finalize(for: free)
      throw error
    }
    count += unsafe output.finalize(for: free)
  }

  /// Shortens to the first `count` bytes and wipes the rest.
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count, "cannot grow by truncating")
    let rest = unsafe UnsafeMutableBufferPointer(rebasing: memory[count..<self.count])
    unsafe sodium_memzero(rest.baseAddress, rest.count)
    self.count = count
  }

  /// Whether both hold the same bytes, in a time that tells nothing of where they differ.
  package func isEqual(to other: borrowing Secret) -> Bool {
    guard count == other.count else { return false }
    if count == 0 { return true }
    return unsafe sodium_memcmp(memory.baseAddress, other.memory.baseAddress, count) == 0
  }

  package func contains(_ byte: UInt8) -> Bool {
    for index in 0..<count where unsafe memory[index] == byte { return true }
    return false
  }

  /// Makes room for `more` bytes. Growing copies once and wipes the old place.
  package mutating func reserve(_ more: Int) throws(SecretError) {
    let needed = count + more
    if needed <= capacity { return }
    let larger = unsafe try SecretMemory.allocate(max(needed, capacity * 4))
    for index in 0..<count { unsafe larger[index] = memory[index] }
    unsafe SecretMemory.free(memory)
    unsafe memory = larger
  }
}

extension Secret {
  /// Writes all bytes to a descriptor.
  package func write(to number: Int32) throws(Errno) {
    try withBytes { (bytes) throws(Errno) in try Descriptor.write(number, bytes) }
  }
}

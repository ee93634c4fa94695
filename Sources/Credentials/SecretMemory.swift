// SPDX-License-Identifier: MIT

private import CSodium
private import Synchronization

/// The memory of secrets: between guard pages, locked, left out of core dumps (`sodium_malloc` of
/// libsodium).
///
/// To get a piece from the kernel and give it back takes longer than most of what is done with one,
/// so small pieces are kept, wiped, for the secrets that come next.
enum SecretMemory {
  /// What fits in a page with the mark of 16 bytes that libsodium puts before it: it gives no less.
  private static let pieceSize = 4096 - 16
  /// More is given back, as there is a limit on what can be locked.
  private static let mostKept = 8

  /// The addresses of pieces that nobody uses.
  private static let kept = Mutex<[UInt]>([])

  /// Uninitialised memory, to be given back with `free`. It ends where the guard page starts.
  static func allocate(_ size: Int) throws(SecretError) -> UnsafeMutableBufferPointer<UInt8> {
    guard let memory = unsafe piece(size) else { throw .noMemory(bytes: size) }
    let unused = max(0, pieceSize - size)
    let bytes = unsafe (memory + unused).bindMemory(to: UInt8.self, capacity: size)
    return unsafe UnsafeMutableBufferPointer(start: bytes, count: size)
  }

  /// Wipes memory that `allocate` gave.
  static func free(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = memory.baseAddress else { return }
    guard memory.count <= pieceSize else { return unsafe sodium_free(start) }
    let piece = unsafe UnsafeMutableRawPointer(start) - (pieceSize - memory.count)
    unsafe sodium_memzero(piece, pieceSize)
    let isKept = kept.withLock { kept in
      guard kept.count < mostKept else { return false }
      kept.append(UInt(bitPattern: piece))
      return true
    }
    if !isKept { unsafe sodium_free(piece) }
  }

  private static func piece(_ size: Int) -> UnsafeMutableRawPointer? {
    if size <= pieceSize, let address = kept.withLock({ $0.popLast() }) {
      return unsafe UnsafeMutableRawPointer(bitPattern: address)
    }
    // Starting libsodium a second time costs nothing.
    guard sodium_init() >= 0 else { return nil }
    return unsafe sodium_malloc(max(size, pieceSize))
  }
}

// SPDX-License-Identifier: MIT

private import CSodium
private import Glibc
private import Synchronization

/// The memory of secrets: between guard pages, locked, left out of core dumps (`sodium_malloc` of
/// libsodium).
///
/// To get such memory from the kernel takes longer than most of what is done with it. So small
/// pieces, of a page each, are got several at a time, and kept, wiped, for the secrets that come next.
enum SecretMemory {
  /// libsodium puts a mark before what it gives.
  private static let markSize = 16
  private static let pageSize = Int(getpagesize())
  private static let pieceSize = pageSize - markSize
  private static let piecesAtOnce = 4

  /// The addresses of pieces that nobody uses.
  private static let kept = Mutex<[UInt]>([])

  /// Uninitialised memory, to be given back with `free`. It ends where a guard page starts.
  static func allocate(_ size: Int) throws(SecretError) -> UnsafeMutableBufferPointer<UInt8> {
    let isSmall = size <= pieceSize
    guard let memory = unsafe isSmall ? piece() : region(size) else {
      throw .noMemory(bytes: size)
    }
    let start = unsafe memory + (isSmall ? pieceSize - size : 0)
    let bytes = unsafe start.bindMemory(to: UInt8.self, capacity: size)
    return unsafe UnsafeMutableBufferPointer(start: bytes, count: size)
  }

  /// Wipes memory that `allocate` gave.
  static func free(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = memory.baseAddress else { return }
    guard memory.count <= pieceSize else { return unsafe sodium_free(start) }
    let piece = unsafe UnsafeMutableRawPointer(start) - (pieceSize - memory.count)
    unsafe sodium_memzero(piece, pieceSize)
    kept.withLock { $0.append(UInt(bitPattern: piece)) }
  }

  private static func piece() -> UnsafeMutableRawPointer? {
    let address = kept.withLock { kept in
      if kept.isEmpty { kept = morePieces() }
      return kept.popLast()
    }
    return unsafe address.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
  }

  /// Empty where there is no memory.
  private static func morePieces() -> [UInt] {
    let pages = 2 * piecesAtOnce - 1
    guard let region = unsafe region(pages * pageSize - markSize) else { return [] }
    // Between two of them a page becomes a guard; where it cannot, they still have their sizes.
    for page in stride(from: 1, to: pages, by: 2) {
      unsafe mprotect(region - markSize + page * pageSize, pageSize, PROT_NONE)
    }
    return (0..<piecesAtOnce).map { unsafe UInt(bitPattern: region + 2 * $0 * pageSize) }
  }

  private static func region(_ size: Int) -> UnsafeMutableRawPointer? {
    // Starting libsodium a second time costs nothing.
    guard sodium_init() >= 0 else { return nil }
    return unsafe sodium_malloc(size)
  }
}

// SPDX-License-Identifier: MIT

/// A list that owns things that cannot be copied, such as secrets.
@safe
package struct UniqueList<Element: ~Copyable>: ~Copyable {
  private var storage: UnsafeMutableBufferPointer<Element>
  package private(set) var count = 0

  package init() {
    unsafe storage = UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  deinit {
    unsafe storage.extracting(0..<count).deinitialize()
    unsafe storage.deallocate()
  }

  package var isEmpty: Bool { count == 0 }
  package var indices: Range<Int> { 0..<count }

  package mutating func append(_ element: consuming Element) {
    if unsafe count == storage.count { grow() }
    unsafe storage.initializeElement(at: count, to: element)
    count += 1
  }

  /// Takes the first one out; nil where there is none. The others move up.
  package mutating func removeFirst() -> Element? {
    if count == 0 { return nil }
    let first = unsafe storage.moveElement(from: 0)
    if count > 1 {
      let rest = unsafe storage.extracting(1..<count)
      _ = unsafe storage.moveInitialize(fromContentsOf: rest)
    }
    count -= 1
    return first
  }

  package subscript(index: Int) -> Element {
    _read {
      precondition(indices.contains(index), "index out of range")
      yield unsafe storage[index]
    }
    _modify {
      precondition(indices.contains(index), "index out of range")
      yield unsafe &storage[index]
    }
  }

  private mutating func grow() {
    let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(4, count * 2))
    _ = unsafe larger.moveInitialize(fromContentsOf: storage.extracting(0..<count))
    unsafe storage.deallocate()
    unsafe storage = larger
  }
}

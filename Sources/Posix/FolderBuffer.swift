// SPDX-License-Identifier: MIT

private import CSystem

/// What the names of folders are read through: one for many folders.
@safe
package struct FolderBuffer: ~Copyable {
  private let bytes: UnsafeMutableRawBufferPointer

  package init() {
    // As readdir(3) has it. A page of it that no name reaches costs nothing.
    unsafe bytes = .allocate(byteCount: 32_768, alignment: 16)
  }

  deinit {
    unsafe bytes.deallocate()
  }

  /// Calls `body` with each name in the folder but `.` and `..`, in the file system's order. The
  /// corresponding C function is `getdents64`.
  package mutating func forEachName(
    in folder: borrowing FileDescriptor, _ body: (ByteString) -> Void
  ) throws(Errno) {
    let folder = folder.number
    while true {
      let count = try retrying {
        unsafe askcred_read_folder(folder, bytes.baseAddress, bytes.count)
      }
      if count == 0 { return }
      var start = 0
      while start < count {
        let entry = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<count])
        if let name = unsafe Self.name(of: entry) { body(name) }
        let length = unsafe entry.loadUnaligned(
          fromByteOffset: Int(askcred_entry_length_offset), as: UInt16.self)
        start += Int(length)
      }
    }
  }

  /// Nil for the folder itself and the one above it.
  private static func name(of entry: UnsafeRawBufferPointer) -> ByteString? {
    let rest = unsafe UnsafeRawBufferPointer(rebasing: entry[Int(askcred_entry_name_offset)...])
    let name = unsafe rest.prefix { $0 != 0 }
    let isSelfOrParent = unsafe name.count <= 2 && name.allSatisfy { $0 == UInt8(ascii: ".") }
    return isSelfOrParent ? nil : unsafe ByteString([UInt8](name))
  }
}

// SPDX-License-Identifier: MIT

private import CSystem

/// What the names of folders are read through: one for many folders.
package struct FolderBuffer {
  private var bytes = [UInt8](repeating: 0, count: 32_768)

  package init() {}

  /// Calls `body` with each name in the folder but `.` and `..`, in the file system's order. The
  /// corresponding C function is `getdents64`.
  package mutating func forEachName(
    in folder: borrowing FileDescriptor, _ body: (ByteString) -> Void
  ) throws(Errno) {
    while true {
      let count = try read(folder.number)
      if count == 0 { return }
      let entries = bytes.span
      var start = 0
      while start < count {
        let name = start + Int(askcred_entry_name_offset)
        let length = start + Int(askcred_entry_length_offset)
        var end = name
        while entries[end] != 0 { end += 1 }
        let isSelfOrParent =
          entries[name] == UInt8(ascii: ".")
          && (end == name + 1 || end == name + 2 && entries[name + 1] == UInt8(ascii: "."))
        if !isSelfOrParent { body(ByteString(copying: entries.extracting(name..<end))) }
        // In the order of the machine's bytes.
        start += Int(
          UInt16(littleEndian: UInt16(entries[length]) | UInt16(entries[length + 1]) << 8))
      }
    }
  }

  private mutating func read(_ folder: CInt) throws(Errno) -> Int {
    try retrying {
      unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe askcred_read_folder(folder, buffer.baseAddress, buffer.count)
      }
    }
  }
}

// SPDX-License-Identifier: MIT

private import Glibc

extension FileTarget {
  /// Gives `file`, which is to take the place of what stands there, the owner, the permission bits `mode`
  /// and the extended attributes of that. Nobody can open it meanwhile who cannot afterwards.
  func dress(_ file: borrowing FileDescriptor, mode: UInt32) throws(FileError) {
    if let status {
      // Before the mode, as a change of the owner takes bits of it away.
      if fchown(file.number, status.owner, status.group) != 0 { throw .ownerCannotBeKept(path) }
      // Before the mode too: in that, the group's bits are all that the list gives to anybody.
      try keepAccessList(on: file, mode: mode)
    }
    do {
      // Changing the mode may make another list of the one that a network's file system has.
      if try FileStatus(of: file).mode != mode { _ = try retrying { fchmod(file.number, mode) } }
    } catch {
      throw failure(error)
    }
    if status != nil { try keepAttributes(on: file, mode: mode) }
  }

  private func keepAccessList(
    on file: borrowing FileDescriptor, mode: UInt32
  ) throws(FileError) {
    do {
      if let bytes = try ExtendedAttributes.value(AccessList.attribute, of: place) {
        var list = AccessList(bytes)
        list.narrow(to: mode)
        try ExtendedAttributes.set(list.bytes, as: AccessList.attribute, of: file)
      } else {
        // It may have got one from its folder.
        try ExtendedAttributes.remove(AccessList.attribute, of: file)
      }
    } catch {
      throw .accessListCannotBeKept(path)
    }
  }

  private func keepAttributes(
    on file: borrowing FileDescriptor, mode: UInt32
  ) throws(FileError) {
    for name in try names() {
      if Self.isOtherAccessList(name) {
        // It would give back what the mode takes away.
        if mode != status?.mode { continue }
        do {
          try copy(name, to: file)
        } catch {
          throw .accessListCannotBeKept(path)
        }
      } else if Self.isKept(name) {
        do {
          try copy(name, to: file)
        } catch {
          if [EPERM, EACCES, EOPNOTSUPP].contains(error.number) { continue }
          throw failure(error)
        }
      }
    }
  }

  private func names() throws(FileError) -> [ByteString] {
    do {
      return try ExtendedAttributes.names(of: place)
    } catch {
      throw failure(error)
    }
  }

  private func copy(_ name: ByteString, to file: borrowing FileDescriptor) throws(Errno) {
    guard let value = try ExtendedAttributes.value(name, of: place),
      try ExtendedAttributes.value(name, of: file) != value
    else { return }
    try ExtendedAttributes.set(value, as: name, of: file)
  }

  private static func isOtherAccessList(_ name: ByteString) -> Bool {
    name == "system.nfs4_acl" || name == "system.richacl"
  }

  /// Others of the system vouch for the content that was, or are a file system's own account of the file.
  private static func isKept(_ name: ByteString) -> Bool {
    name.hasPrefix("user.") || name == "security.selinux" || name == "security.SMACK64"
  }
}

// SPDX-License-Identifier: MIT

private import Glibc

extension FileTarget {
  /// Gives `file`, which is to take the place of what stands there, the owner, the permission bits `mode`
  /// and the extended attributes of that. Nobody can open it meanwhile who cannot afterwards.
  func dress(_ file: borrowing FileDescriptor, mode: UInt32) throws(FileError) {
    if let status {
      // Before the mode, as a change of the owner takes bits of it away.
      try keepOwner(of: file, status)
      // Before the mode too: in that, the group's bits are all that the list gives to anybody.
      try keepAccessList(on: file, mode: mode)
      // And before a mode in which the owner could not write them.
      try keepAttributes(on: file)
    }
    do {
      // Changing the mode may make another list of the one that a network's file system has.
      if try FileStatus(of: file).mode != mode { _ = try retrying { fchmod(file.number, mode) } }
    } catch {
      throw failure(error)
    }
    if status != nil { try keepOtherAccessLists(on: file, mode: mode) }
  }

  /// Some file systems refuse every change, also one to what is so already.
  private func keepOwner(
    of file: borrowing FileDescriptor, _ former: FileStatus
  ) throws(FileError) {
    if let now = try? FileStatus(of: file), now.owner == former.owner, now.group == former.group {
      return
    }
    if fchown(file.number, former.owner, former.group) != 0 { throw .ownerCannotBeKept(path) }
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

  private func keepAttributes(on file: borrowing FileDescriptor) throws(FileError) {
    for name in try names() where Self.isKept(name) {
      do {
        try copy(name, to: file)
      } catch {
        if [EPERM, EACCES, EOPNOTSUPP].contains(error.number) { continue }
        throw failure(error)
      }
    }
  }

  private func keepOtherAccessLists(
    on file: borrowing FileDescriptor, mode: UInt32
  ) throws(FileError) {
    // They would give back what another mode takes away.
    for name in try names() where Self.isOtherAccessList(name) && mode == status?.mode {
      do {
        try copy(name, to: file)
      } catch {
        throw .accessListCannotBeKept(path)
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

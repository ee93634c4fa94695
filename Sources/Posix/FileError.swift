// SPDX-License-Identifier: MIT

/// Why a file is not written.
package enum FileError: Error, Equatable, Sendable {
  case system(SystemError)
  case isFolder(ByteString)
  /// A symbolic link that somebody else put into a folder where everybody may write.
  case foreignLink(ByteString)
  /// The file belongs to somebody, and a new one in its place would not.
  case ownerCannotBeKept(ByteString)
  /// Who may do what with the file is said in more detail than by its mode, and would get lost.
  case accessListCannotBeKept(ByteString)
  /// An open file, by its number, that has been removed since, or had no name here from the start.
  case hasNoName(ByteString)
  /// Something is mounted on the file, so that no other can take its place.
  case isMountPoint(ByteString, Errno)
  case tooManyLinks(ByteString)
  /// `~/` is at the start of a path, and HOME is not this user's.
  case noHome(String)

  package var message: String {
    switch self {
    case .system(let error): error.message
    case .isFolder(let path): "cannot write '\(path.visible)': it is a folder"
    case .foreignLink(let path):
      "cannot write '\(path.visible)': it is a symbolic link that another user put into a folder "
        + "where everybody can write"
    case .ownerCannotBeKept(let path):
      "cannot replace '\(path.visible)': its owner or group could not be kept"
    case .accessListCannotBeKept(let path):
      "cannot replace '\(path.visible)': its access control list could not be kept"
    case .hasNoName(let path):
      "cannot replace '\(path.visible)': the file was removed, or has no name here"
    case .isMountPoint(let path, let errno):
      "cannot replace '\(path.visible)': \(errno.text)"
    case .tooManyLinks(let path): "cannot write '\(path.visible)': too many symbolic links"
    case .noHome(let why): "cannot tell the home folder: \(why)"
    }
  }

  package var hint: String? {
    switch self {
    case .isMountPoint:
      "something is mounted on the file; write to a file beside it, or mount its folder instead"
    case .noHome: "give a whole path in the place of '~/'"
    default: nil
    }
  }
}

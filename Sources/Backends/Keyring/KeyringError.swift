// SPDX-License-Identifier: MIT

package import Credentials
private import Glibc
package import Posix

/// Why the kernel keyring does not do what it should.
package enum KeyringError: Error, Equatable, Sendable {
  /// The kernel has none, or something keeps the process from it: a container, a service's filter of
  /// system calls, a security module.
  case notUsable(Errno)
  /// The user has no room left in it; how it stands, where that is known.
  case full(KeyQuota?)
  /// In bytes; see `KernelKeyring.longestPayload`.
  case payloadSize(Int)
  /// In bytes; see `KernelKeyring.longestDescription`.
  case descriptionSize(Int)
  case nulInDescription
  case memory(SecretError)
  case other(SystemError)

  /// The fact behind what the kernel answered when `action` was tried.
  init(_ errno: Errno, _ action: String) {
    switch errno.number {
    case ENOSYS, EPERM, EACCES: self = .notUsable(errno)
    case EDQUOT: self = .full(KeyQuota.current())
    default: self = .other(SystemError(action, errno))
    }
  }

  package var message: String {
    switch self {
    case .notUsable(let errno): "cannot use the kernel keyring: \(errno.text)"
    case .full(.some(let quota)):
      "no room left in the kernel keyring: \(quota.keys) of \(quota.mostKeys) keys and"
        + " \(quota.bytes) of \(quota.mostBytes) bytes are taken"
    case .full(.none):
      "no room left in the kernel keyring, which has 200 keys and 20000 bytes for a user"
    case .payloadSize(let count):
      "cannot keep \(count) bytes in the kernel keyring: it takes 1 to"
        + " \(KernelKeyring.longestPayload)"
    case .descriptionSize(let count):
      "cannot use a name of \(count) bytes in the kernel keyring: it takes 1 to"
        + " \(KernelKeyring.longestDescription)"
    case .nulInDescription: "cannot use a name with a NUL byte in the kernel keyring"
    case .memory(let error): error.message
    case .other(let error): error.message
    }
  }

  package var hint: String? {
    switch self {
    case .notUsable(let errno) where errno.number == ENOSYS:
      "this kernel, or this container, has no key retention service"
    case .notUsable: "a container or a service's filter of system calls may be in the way"
    case .full:
      "keyctl show @u lists what is kept; root sets the limits with sysctl, kernel.keys.maxkeys"
        + " and kernel.keys.maxbytes"
    default: nil
    }
  }
}

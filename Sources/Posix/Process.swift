// SPDX-License-Identifier: MIT

internal import CSystem
private import Glibc

/// This process, as the kernel started it.
package enum Process {
  /// The command line, without the name that the program was called by.
  package static var arguments: WordList {
    var arguments = WordList()
    // A program can be started without even a name.
    guard let words = unsafe askcred_command_line(), unsafe words[0] != nil else {
      return arguments
    }
    while let argument = unsafe words[arguments.count + 1] {
      unsafe arguments.append(copying: argument)
    }
    return arguments
  }

  /// The value of an environment variable, or nil where it is not set.
  package static func environment(_ name: String) -> ByteString? {
    guard let value = unsafe name.withCString({ unsafe getenv($0) }) else { return nil }
    return unsafe ByteString(copying: value)
  }

  /// Whether the program was started set-id, so that its environment is somebody else's word.
  package static var isSecureExecution: Bool { askcred_is_secure_execution() != 0 }

  package static var effectiveUser: UInt32 { geteuid() }

  /// Ends the process at once: no owner's `deinit` runs any more.
  package static func exit(_ status: CInt) -> Never {
    Glibc.exit(status)
  }

  /// The kilobytes of this process that are locked into memory (`VmLck` of proc(5)), or nil where
  /// that cannot be read.
  package static var lockedKilobytes: Int? {
    guard let file = try? FileDescriptor.open("/proc/self/status", O_RDONLY) else { return nil }
    guard let bytes = try? file.readAll(limit: 65_536) else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: "VmLck:".utf8) {
      return Int(String(decoding: line.filter { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self))
    }
    return nil
  }
}

/// What askcred was started with and changes for itself: every program that it starts gets it back.
package struct Inheritance: Sendable {
  let raw: askcred_inheritance

  /// Switches core dumps off, and tracing by other processes of the same user, and keeps what was
  /// set before. The corresponding C functions are `setrlimit` and `prctl`.
  package static func takeAndShield() -> Inheritance {
    var raw = askcred_inheritance()
    unsafe sigprocmask(SIG_SETMASK, nil, &raw.mask)
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &raw.core)
    Inheritance(raw: raw).shield()
    // Where it is ignored, the kernel forgets how a child ended.
    if Signal(SIGCHLD).isIgnored {
      raw.ignores_children = 1
      signal(SIGCHLD, SIG_DFL)
    }
    return Inheritance(raw: raw)
  }

  /// Shields this process, also once more after what it was started with has been put back.
  func shield() {
    var none = rlimit(rlim_cur: 0, rlim_max: raw.core.rlim_max)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    _ = askcred_set_dumpable(0)
    // A reader that goes away and a file that may not grow are errors with words, not a silent end.
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGPIPE)
    unsafe sigaddset(&set, SIGXFSZ)
    unsafe sigprocmask(SIG_BLOCK, &set, nil)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

/// All that keep keys, one after another: a user's are counted together.
@Suite(.serialized, .kernelKeyring) struct KeyringTests {}

extension Trait where Self == ConditionTrait {
  /// Skips where the kernel has no keyring for this process, as in many containers.
  static var kernelKeyring: Self {
    let why = failure { () throws(KeyringError) in try KernelKeyring() }
    return .enabled(if: why == nil, "\(why?.message ?? "")")
  }

  /// Skips where the program keyctl, which judges, is absent.
  static var keyctl: Self {
    .enabled(if: RunningProgram.path(of: "keyctl") != nil, "not installed: keyctl")
  }

  /// Skips where the user may not keep so many bytes.
  static func quota(_ bytes: Int) -> Self {
    let most = KeyQuota.current()?.mostBytes ?? 0
    return .enabled(if: most >= bytes, "a quota of \(most) bytes")
  }

  static var root: Self {
    .enabled(if: getuid() == 0, "only root can become another user")
  }
}

/// The error that `body` ends with, nil where it ends without one.
func failure<Value: ~Copyable>(of body: () throws(KeyringError) -> Value) -> KeyringError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

/// What keyctl prints, without the newline at its end, or nil where it failed.
func keyctl(_ arguments: String...) throws -> String? {
  let result = try RunningProgram.run(try #require(RunningProgram.path(of: "keyctl")), arguments)
  guard result.status == 0 else { return nil }
  let text = String(decoding: result.output, as: UTF8.self)
  return text.hasSuffix("\n") ? String(text.dropLast()) : text
}

// SPDX-License-Identifier: MIT

private import CJansson
internal import Credentials
private import Synchronization

/// jansson's memory: all of it comes from the arena of the document that is being worked on.
enum JsonMemory {
  // The library's allocator is one for the whole process, so one document is worked on at a time.
  private static let turn = Mutex<Void>(())
  nonisolated(unsafe) private static var arena: SecretArena?

  private static let hooks: Void = {
    unsafe json_set_alloc_funcs(
      { unsafe JsonMemory.arena?.allocate($0) },
      // The arena wipes and frees everything with its document.
      { _ in })
  }()

  /// Runs calls of jansson on `arena`. What they allocate lives as long as it.
  static func working<Value: ~Copyable, Failure: Error>(
    on arena: SecretArena, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    hooks
    return try turn.withLock { (_) throws(Failure) -> sending Value in
      unsafe self.arena = arena
      defer { unsafe self.arena = nil }
      return try body()
    }
  }
}

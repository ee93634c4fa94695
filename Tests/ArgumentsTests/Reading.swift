// SPDX-License-Identifier: MIT

import Arguments
import Posix
import Testing

/// Reads a command line, without the program's name, in an environment.
func read(
  _ words: [ByteString], variables: [String: ByteString] = [:], isSecureExecution: Bool = false
) throws(UsageError) -> Request {
  try Request(
    arguments: words,
    environment: Environment(isSecureExecution: isSecureExecution) { variables[$0] })
}

/// Reads a command line that asks.
func ask(_ words: ByteString...) throws -> AskRequest {
  let request = try read(words)
  guard case .ask(let asked) = request else {
    struct NotAsking: Error { let request: Request }
    throw NotAsking(request: request)
  }
  return asked
}

/// The error that a command line is refused with.
func refusal(_ words: ByteString...) -> UsageError? {
  do throws(UsageError) {
    _ = try read(words)
    return nil
  } catch {
    return error
  }
}

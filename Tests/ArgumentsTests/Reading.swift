// SPDX-License-Identifier: MIT

import Arguments
import Posix
import Testing

/// Reads a command line, without the program's name, in an environment.
func read(
  _ words: [ByteString], variables: [String: ByteString] = [:], isSecureExecution: Bool = false
) throws(UsageError) -> Request {
  try Request(
    arguments: WordList(words),
    environment: Environment(isSecureExecution: isSecureExecution) { variables[$0] },
    now: 1_000_000_000)
}

/// Reads a command line that asks.
func ask(_ words: ByteString...) throws -> AskRequest {
  let request = try read(words)
  guard case .ask(let asked) = request else { throw OtherRequest(request: request) }
  return asked
}

func save(_ words: ByteString...) throws -> SaveRequest {
  let request = try read(["save"] + words)
  guard case .save(let saved) = request else { throw OtherRequest(request: request) }
  return saved
}

func get(_ words: ByteString...) throws -> GetRequest {
  let request = try read(["get"] + words)
  guard case .get(let got) = request else { throw OtherRequest(request: request) }
  return got
}

func list(_ words: ByteString...) throws -> ListRequest {
  let request = try read(["list"] + words)
  guard case .list(let listed) = request else { throw OtherRequest(request: request) }
  return listed
}

func erase(_ words: ByteString...) throws -> EraseRequest {
  let request = try read(["erase"] + words)
  guard case .erase(let erased) = request else { throw OtherRequest(request: request) }
  return erased
}

func exec(_ words: ByteString...) throws -> ExecRequest {
  let request = try read(["exec"] + words)
  guard case .exec(let run) = request else { throw OtherRequest(request: request) }
  return run
}

/// A command line is for another command than the test is about.
struct OtherRequest: Error {
  let request: Request
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

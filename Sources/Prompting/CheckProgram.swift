// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// A shell command that judges a password: it gets the password, exactly, on its standard input, and
/// accepts with status 0.
struct CheckProgram {
  let command: ByteString
  let inheritance: Inheritance

  static let seconds = 10

  /// Waits until one of the descriptors is ready: its index, or nil at the deadline. Throws what ends
  /// the dialogue meanwhile, such as a signal.
  typealias Waiting = (_ candidates: [Wait.Readiness], Deadline) throws(PromptError) -> Int?

  /// Runs the command, for 10 s at most. Nil where it accepts, and why not where it does not.
  func judge(
    _ password: borrowing Secret, account: ByteString?, until deadline: Deadline, wait: Waiting
  ) throws(PromptError) -> PromptError.Rejection? {
    var run: Run
    do {
      // The names are askcred's own: what it was started with says nothing of this login.
      run = Run(
        process: try PipedProcess(
          shell: command, environment: ["ASKCRED_ACCOUNT": account, "ASKCRED_SERVICE": nil],
          inheritance: inheritance))
    } catch {
      throw .checkFailed(error)
    }
    let limit = Deadline.after(.seconds(Self.seconds)).earlier(of: deadline)
    while true {
      guard let ready = try wait(run.process.awaited, limit) else {
        if deadline.hasPassed { throw .timedOut }
        throw .checkTookTooLong(seconds: Self.seconds)
      }
      do {
        if try run.step(ready, password) { break }
      } catch {
        throw .checkFailed(error)
      }
    }
    return run.ending == .status(0) ? nil : .check(run.firstLine)
  }

  /// Judges where no terminal heeds the signals meanwhile: those that end askcred end the command too.
  func judgeAlone(
    _ password: borrowing Secret, account: ByteString?, until deadline: Deadline
  ) throws(PromptError) -> PromptError.Rejection? {
    let signals = try SignalQueue.prompting()
    return try judge(password, account: account, until: deadline) {
      (candidates, deadline) throws(PromptError) in
      while true {
        let first: Int?
        do throws(Errno) {
          first = try Wait.first(of: [.reading(signals.number)] + candidates, until: deadline)
        } catch {
          throw .checkFailed(error)
        }
        if first != 0 { return first.map { $0 - 1 } }
        if let signal = signals.next() { throw .signal(signal) }
      }
    }
  }

  /// The command while it runs; it is ended with its owner.
  private struct Run: ~Copyable {
    var process: PipedProcess
    var ending: ChildProcess.Ending?
    private var written = 0
    private var words: [UInt8] = []

    /// The most that is kept of its standard error.
    private static let wordsLimit = 4096
    /// What fits into a pipe that says that it has room (PIPE_BUF of pipe(7)).
    private static let pipeRoom = 4096

    init(process: consuming PipedProcess) {
      self.process = process
    }

    /// Does what the descriptor at `index` of those awaited is ready for; true where the command has ended.
    mutating func step(_ index: Int, _ password: borrowing Secret) throws(Errno) -> Bool {
      switch index {
      case 0:
        let part = try process.error?.readSome(limit: Self.wordsLimit) ?? []
        if part.isEmpty { process.error = nil }
        words += part.prefix(Self.wordsLimit - words.count)
        return false
      case 1:
        feed(password)
        return false
      default:
        ending = try process.child.ending()
        return true
      }
    }

    private mutating func feed(_ password: borrowing Secret) {
      let end = min(password.count, written + Self.pipeRoom)
      if let number = process.input?.number, written < end {
        let start = written
        let count = password.withBytes { bytes in
          try? Descriptor.writeSome(number, bytes.extracting(start..<end))
        }
        // A command that reads no further may still accept.
        written = count.map { written + $0 } ?? password.count
      }
      if written >= password.count { process.input = nil }
    }

    /// The first line of its standard error, safe to show; with the second where the first ends in a
    /// colon, as pwscore(1) has it.
    var firstLine: String {
      let lines = words.split { $0 == 0x0A || $0 == 0x0D }
      guard var line = lines.first else { return "" }
      if line.last == UInt8(ascii: ":"), lines.count > 1 {
        line += lines[1].first == 0x20 ? lines[1] : [0x20] + lines[1]
      }
      return Visible.text(Array(line))
    }
  }
}

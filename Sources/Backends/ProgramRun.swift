// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix
private import Glibc

/// Another program that makes one text of another: what it gets on its standard input becomes what it
/// writes to its standard output. Secrets go no other way, and to no other place than secure memory.
struct ProgramRun {
  /// As it is called; looked for in `PATH`.
  let name: String
  let arguments: [ByteString]
  let inheritance: Inheritance
  /// How long it may take.
  var bound = Duration.seconds(10)

  /// The most that it may write, in bytes.
  private static let limit = 4 << 20

  /// Runs it. Fails with the last line of its standard error where its exit status is not
  /// 0: what stands before are warnings. A signal that ends askcred ends the program too.
  func output(for input: borrowing Secret) throws(BackendError) -> Secret {
    guard let program = ProgramPath.find(name) else { throw .noProgram(name) }
    let signals = try failing { () throws(Errno) in
      // A program that reads no further is no reason to end.
      try SignalQueue(of: SignalSet.ending.heeded.union(SignalSet(.brokenPipe)))
    }
    let process = try failing { () throws(Errno) in
      try PipedProcess(running: program, arguments: arguments, inheritance: inheritance)
    }
    var run = try Run(process: process)
    let end = Deadline.after(bound)
    while !run.isOver {
      let ready = try failing { () throws(Errno) in
        try Wait.first(of: [.reading(signals.number)] + run.awaited, until: end)
      }
      guard let ready else {
        throw .programTookTooLong(name, seconds: Int(bound.components.seconds))
      }
      if ready > 0 {
        let isWithinLimit = try failing { () throws(Errno) in try run.step(ready - 1, input) }
        if !isWithinLimit { throw .programFailed(name, why: "it writes too much") }
      } else if let signal = signals.next(), signal != .brokenPipe {
        throw .signal(signal)
      }
    }
    switch run.ending {
    case .status(0): return run.takeOutput()
    case .signal(let signal): throw .programFailed(name, why: "killed by signal \(signal.number)")
    case .status(let status):
      let words = run.lastLine
      throw .programFailed(name, why: words.isEmpty ? "exit status \(status)" : words)
    }
  }

  private func failing<Value: ~Copyable>(
    _ body: () throws(Errno) -> Value
  ) throws(BackendError) -> Value {
    do {
      return try body()
    } catch {
      throw .system(SystemError("cannot run '\(name)'", error))
    }
  }

  /// The program while it runs; it is ended with its owner.
  private struct Run: ~Copyable {
    private var process: PipedProcess
    private var output: Secret
    private(set) var ending = ChildProcess.Ending.status(0)
    private var hasEnded = false
    private var written = 0
    private var words: [UInt8] = []

    /// The most that is kept of its standard error: the end of it.
    private static let wordsLimit = 4096
    /// What fits into a pipe that says that it has room (PIPE_BUF of pipe(7)).
    private static let pipeRoom = 4096

    init(process: consuming PipedProcess) throws(BackendError) {
      do {
        self.output = try Secret(capacity: 4096)
      } catch {
        throw .memory(error)
      }
      self.process = process
    }

    /// Whether it has ended and all that it wrote has been read.
    var isOver: Bool {
      hasEnded && Self.isClosed(process.output) && Self.isClosed(process.error)
    }

    var awaited: [Wait.Readiness] {
      var awaited = process.awaited
      if hasEnded { awaited[2] = .reading(-1) }
      return awaited
    }

    /// Does what the one of those awaited is ready for. False where it has written too much.
    mutating func step(_ index: Int, _ input: borrowing Secret) throws(Errno) -> Bool {
      switch index {
      case 0:
        let part = try process.error?.readSome(limit: Self.wordsLimit) ?? []
        if part.isEmpty { process.error = nil }
        words = (words + part).suffix(Self.wordsLimit)
      case 1: feed(input)
      case 2:
        ending = try process.child.ending()
        hasEnded = true
        process.input = nil
      default: return try read()
      }
      return true
    }

    private mutating func feed(_ input: borrowing Secret) {
      let end = min(input.count, written + Self.pipeRoom)
      if let number = process.input?.number, written < end {
        let start = written
        let count = input.withBytes { bytes in
          try? Descriptor.writeSome(number, bytes.extracting(start..<end))
        }
        // Its exit status says whether it had read enough.
        written = count.map { written + $0 } ?? input.count
      }
      if written >= input.count { process.input = nil }
    }

    private mutating func read() throws(Errno) -> Bool {
      guard let number = process.output?.number else { return true }
      let before = output.count
      guard (try? output.reserve(4096)) != nil else { throw Errno(ENOMEM) }
      try output.append { (free) throws(Errno) in
        _ = try Descriptor.read(number, into: &free)
      }
      if output.count == before { process.output = nil }
      return output.count <= ProgramRun.limit
    }

    consuming func takeOutput() -> Secret { output }

    /// The last line of its standard error, safe to show.
    var lastLine: String {
      let line = words.split { $0 == 0x0A || $0 == 0x0D }.last ?? []
      return Visible.text(Array(line))
    }

    private static func isClosed(_ descriptor: borrowing FileDescriptor?) -> Bool {
      switch descriptor {
      case .some: false
      case nil: true
      }
    }
  }
}

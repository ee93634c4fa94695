// SPDX-License-Identifier: MIT

import CSystem
import Glibc

/// Another program that a test asks for its judgement.
package enum RunningProgram {
  /// How a program ended, and what it wrote until then.
  package struct Result: Equatable, Sendable {
    /// The exit status; nil where a signal ended it.
    package var status: CInt?
    package var output: [UInt8]
    package var error: [UInt8]

    package var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  package enum Failure: Error, Equatable {
    case noPipe(CInt)
    case cannotStart(String, errno: CInt)
    /// It had not ended in time, and was killed.
    case tookTooLong(String)
  }

  /// Where a program of that name lies, or nil where it is not installed.
  package static func path(of name: String) -> String? {
    ["/usr/local/bin/", "/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"].map { $0 + name }.first {
      unsafe access($0, X_OK) == 0
    }
  }

  /// Runs the program at `path`, gives it `input` on its standard input, and waits for its end.
  ///
  /// Its environment is `environment` and a PATH of the system's folders, nothing else.
  package static func run(
    _ path: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String] = [:], seconds: Int = 120
  ) throws(Failure) -> Result {
    var stdin = try Stream()
    var stdout = try Stream()
    var stderr = try Stream()
    let child = try start(
      path, arguments, environment, stdin.reading, stdout.writing, stderr.writing)
    stdin.closeReading()
    stdout.closeWriting()
    stderr.closeWriting()
    stdin.makeWritingNonBlocking()
    let ending = askcred_pidfd(child)
    defer { close(ending) }

    let end = now() + seconds * 1000
    var (rest, hasEnded) = (input[...], false)
    var result = Result(output: [], error: [])
    if rest.isEmpty { stdin.closeWriting() }
    while !hasEnded || stdout.reading >= 0 || stderr.reading >= 0 {
      // What is negative is not polled.
      var polled = [
        pollfd(fd: stdin.writing, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: stdout.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stderr.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: hasEnded ? -1 : ending, events: Int16(POLLIN), revents: 0),
      ]
      if unsafe poll(&polled, 4, CInt(max(0, end - now()))) == 0 {
        kill(-child, SIGKILL)
        waitpid(child, nil, 0)
        throw .tookTooLong(path)
      }
      if polled[0].revents != 0 { stdin.write(&rest) }
      if polled[1].revents != 0 { stdout.read(into: &result.output) }
      if polled[2].revents != 0 { stderr.read(into: &result.error) }
      if polled[3].revents != 0 { hasEnded = true }
    }
    var status: CInt = 0
    unsafe waitpid(child, &status, 0)
    let exit = askcred_exit_status(status)
    result.status = exit < 0 ? nil : exit
    return result
  }

  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ input: CInt,
    _ output: CInt, _ error: CInt
  ) throws(Failure) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, place) in [(input, 0), (output, 1), (error, 2)] as [(CInt, CInt)] {
      unsafe posix_spawn_file_actions_adddup2(&actions, number, place)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var (defaults, mask) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&mask)
    unsafe sigemptyset(&defaults)
    unsafe sigaddset(&defaults, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    // A process group of its own, so that what it starts is killed with it.
    unsafe posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    let environment = environment.merging(["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"])
    { given, _ in given }
    var child: pid_t = 0
    let failed = unsafe withStrings([path] + arguments) { argv in
      unsafe withStrings(environment.map { "\($0)=\($1)" }) { envp in
        unsafe posix_spawn(&child, path, &actions, &attributes, argv, envp)
      }
    }
    if failed != 0 { throw .cannotStart(path, errno: failed) }
    return child
  }

  /// Milliseconds of the monotonic clock.
  private static func now() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe body(pointers)
  }
}

// SPDX-License-Identifier: MIT

private import CPty
private import Glibc

/// Starting a program: its descriptors are opened, it is launched, and what only it needs is closed.
struct Start {
  let process: CInt
  private(set) var collectors: [CInt: Collector] = [:]

  init(_ launch: Launch, on terminal: Terminal) throws {
    var streams = launch.others
    streams[0] = launch.input
    streams[1] = launch.output
    streams[2] = launch.error
    var descriptors = [CInt](repeating: -1, count: Int(streams.keys.max() ?? 2) + 1)
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    for (number, stream) in streams {
      let descriptor = try Self.open(stream, on: terminal, collectors: &collectors, as: number)
      descriptors[Int(number)] = descriptor
      if descriptor >= 0, descriptor != terminal.descriptor { opened.append(descriptor) }
    }
    self.process = try Self.launch(launch, descriptors, on: terminal)
  }

  private static func open(
    _ stream: Launch.Stream, on terminal: Terminal, collectors: inout [CInt: Collector],
    as number: CInt
  ) throws -> CInt {
    switch stream {
    case .terminal: return terminal.descriptor
    case .closed: return -1
    case .null: return try device("/dev/null")
    case .device(let path): return try device(path)
    case .pipe:
      let (reading, writing) = try pipe()
      collectors[number] = try Collector(owning: reading)
      return writing
    case .brokenPipe:
      let (reading, writing) = try pipe()
      close(reading)
      return writing
    case .bytes(let content):
      let bytes = content.bytes
      let (reading, writing) = try pipe()
      defer { close(writing) }
      if !bytes.isEmpty {
        try checked("pty_unblock", pty_unblock(writing))
        let wrote = unsafe bytes.withUnsafeBytes {
          unsafe write(writing, $0.baseAddress, $0.count)
        }
        if wrote != bytes.count { throw SessionFailure("a pipe takes 65,536 bytes at most") }
      }
      return reading
    }
  }

  private static func device(_ path: String) throws -> CInt {
    try checked("opening \(path)", unsafe pty_open_file(path, O_RDWR, 0))
  }

  private static func pipe() throws -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    try checked("pipe", unsafe pty_pipe(&ends))
    return (ends[0], ends[1])
  }

  private static func launch(
    _ launch: Launch, _ descriptors: [CInt], on terminal: Terminal
  ) throws -> CInt {
    let environment = launch.environment.map { "\($0.key)=\($0.value)" }
    let result = unsafe withStrings([launch.program] + launch.arguments) { arguments in
      unsafe withStrings(environment) { environment in
        unsafe withString(launch.directory) { directory in
          unsafe withString(launch.root) { root in
            unsafe descriptors.withUnsafeBufferPointer { descriptors in
              unsafe launch.program.withCString { program in
                var raw = unsafe pty_launch(
                  program: program, arguments: arguments, environment: environment,
                  directory: directory, root: root,
                  terminal: launch.isControlled ? terminal.descriptor : -1,
                  descriptors: descriptors.baseAddress,
                  descriptor_count: CInt(descriptors.count),
                  refuses_settings: launch.refusesSettings ? 1 : 0,
                  blocked: bits(launch.blocked), ignored: bits(launch.ignored),
                  core_limit: launch.coreLimit ?? -1,
                  creation_mask: launch.creationMask ?? -1, user: launch.user ?? -1)
                return unsafe pty_start(&raw)
              }
            }
          }
        }
      }
    }
    return try checked("starting \(launch.program)", result)
  }

  private static func bits(_ signals: Set<CInt>) -> UInt64 {
    signals.reduce(0) { $0 | 1 << UInt64($1 - 1) }
  }
}

private func withString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return unsafe text.withCString(body)
}

/// Lends a null-terminated list of C strings.
private func withStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  defer {
    for index in unsafe pointers.indices { unsafe free(pointers[index]) }
  }
  return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}

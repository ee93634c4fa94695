// SPDX-License-Identifier: MIT

import TerminalSession

/// A store for one test, in a folder of its own, and askcred on it.
struct StoreInUse {
  let folder: TemporaryFolder
  let path: String

  /// How a run ended that asked nothing, and what it wrote.
  struct Ran {
    let ending: Session.Ending
    let output: Bytes
    let errors: Bytes
  }

  /// Nothing is there yet.
  init() throws {
    folder = try TemporaryFolder()
    path = folder("store")
  }

  /// A store whose key has no passphrase, with a login for each pair of service and account; the
  /// passwords are `ACCOUNT's`.
  static func plain(_ logins: (String, String)...) throws -> StoreInUse {
    let store = try StoreInUse()
    try store.succeed("init", "--no-passphrase", "-q")
    for (service, account) in logins {
      try store.succeed("save", "--stdin", "-u", account, service, input: "\(account)'s\n")
    }
    return store
  }

  /// A store with such a login whose key has the passphrase `opensesame`, which takes no time to work
  /// on, as it does where askcred wrote the key.
  static func locked(_ service: String, _ account: String) throws -> StoreInUse {
    let store = try StoreInUse()
    try Files.makeFolder(store.path)
    try Files.makeFolder(store("logins"))
    try Files.write(quicklyOpened, to: store("identity.age"))
    try Files.write(Self.recipient + "\n", to: store("logins/.age-recipients"))
    try store.succeed("save", "--stdin", "-u", account, service, input: "\(account)'s\n")
    return store
  }

  private static let recipient =
    "age138mkap7va3kk96vpvmklq93vfxuey99j5gg7vl8pwh8tzpp73q4s85uvqp"

  /// An identity with that recipient, encrypted with a work factor of 10.
  private static let quicklyOpened = """
    -----BEGIN AGE ENCRYPTED FILE-----
    YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBFVDRyQXB3blg0QndBQ1NS
    NXpDekFBIDEwCkhsc0tCN1ZDUXBuRUczRHE4Zm5NNEo2SlBqRTZpYTJ3ODE1VWdr
    Q0t6dTQKLS0tIDBYcHdlWml3ZjVhZTFuWXh3U2ZCZGNoZzlLZHUyTHR4S0hPMGNH
    QjZCT0UKGA3BNiOSB7vbbaiW5LziIRPu2OEvq6Ds2Yp0HuJHWhUy+mZEPUiJH2nv
    cROTjcC9ZMQOduybErGocQr8w2jaQ8Nlmlw65AuqfsiKNMzBVbZs5nfGgQz4hB3+
    n5s71u8ST2Lr0YOJ9feFHKMMdidhfG+Q3CV+chQzBr+T4WPz2toHF9kHOJ56Bq1F
    prCKQx9PWCNQ4/gMmy0FBGN5BX0t9Pp93T98LQOeE/RVBMh5/wfhzEQavMHlUspv
    pFk1myq6DAuxbFAGrPQliso0f9i/eNN7M6RL3pD1
    -----END AGE ENCRYPTED FILE-----

    """

  // MARK: askcred

  /// askcred on a terminal.
  func start(_ arguments: String..., with change: (inout Launch) -> Void = { _ in }) throws
    -> Session
  {
    try start(arguments, with: change)
  }

  func start(_ arguments: [String], with change: (inout Launch) -> Void = { _ in }) throws
    -> Session
  {
    try Session(try launch(arguments, change))
  }

  /// askcred without a terminal, to its end.
  func run(
    _ arguments: String..., input: String? = nil, with change: (inout Launch) -> Void = { _ in }
  ) throws -> Ran {
    try run(arguments, input: input, with: change)
  }

  func run(
    _ arguments: [String], input: String? = nil, with change: (inout Launch) -> Void = { _ in }
  ) throws -> Ran {
    let session = try Session(
      try launch(arguments) {
        $0.isControlled = false
        $0.input = input.map { .bytes(Bytes($0)) } ?? .null
        change(&$0)
      })
    return Ran(
      ending: try session.ending(), output: session.output, errors: session.errors)
  }

  /// The same where another ending is the end of the test; gives what it printed.
  @discardableResult
  func succeed(
    _ arguments: String..., input: String? = nil, with change: (inout Launch) -> Void = { _ in }
  ) throws -> Bytes {
    let ran = try run(arguments, input: input, with: change)
    guard ran.ending == .status(0) else {
      throw SessionFailure("askcred \(arguments): \(ran.ending), \(ran.errors)")
    }
    return ran.output
  }

  /// `sh -c` with the store in its environment and askcred as `$A`, on a terminal; run by another
  /// program where one is named with its arguments.
  func shell(
    _ script: String, under runner: [String] = [], with change: (inout Launch) -> Void = { _ in }
  ) throws -> Session {
    var launch = try launch([], change)
    launch.environment["A"] = launch.program
    let words = runner + ["/bin/sh", "-c", script]
    launch.program = words[0]
    launch.arguments = Array(words.dropFirst())
    return try Session(launch)
  }

  private func launch(_ arguments: [String], _ change: (inout Launch) -> Void) throws -> Launch {
    var launch = Launch(program: try ProgramUnderTest.path, arguments: arguments)
    launch.environment["ASKCRED_STORE"] = path
    launch.environment["TERM"] = "dumb"
    change(&launch)
    return launch
  }

  // MARK: Its files

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The path of a login's file. The names need no encoding.
  func login(_ service: String, _ account: String) -> String {
    self("logins/\(service)/\(account).age")
  }

  /// Every file with its bytes, and every folder with none.
  var files: [String: Bytes] {
    get throws {
      var found: [String: Bytes] = [:]
      try collect("", &found)
      return found
    }
  }

  private func collect(_ name: String, _ found: inout [String: Bytes]) throws {
    for inner in Files.names(in: self(name)) {
      let path = name.isEmpty ? inner : "\(name)/\(inner)"
      if Files.isFolder(self(path)) {
        found[path] = []
        try collect(path, &found)
      } else {
        found[path] = try Files.bytes(self(path))
      }
    }
  }
}

extension Session {
  /// Answers the questions for a new passphrase.
  func choosePassphrase(_ passphrase: String) throws {
    try answer("New passphrase (empty: none): ", passphrase)
    try answer("New passphrase (again): ", passphrase)
  }
}

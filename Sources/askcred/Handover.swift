// SPDX-License-Identifier: MIT

internal import Arguments
internal import Credentials
internal import Formats
internal import Posix

/// What a command gets of a login: environment variables, and files in memory behind descriptors.
struct Handover: ~Copyable {
  private struct File: ~Copyable {
    let content: Delivery.Content
    /// Where the command finds it.
    let number: Int32
    let file: MemoryFile
  }

  private let options: FormatOptions
  private var variables: [Variable] = []
  /// Variables for the paths of files, and where those are.
  private var paths: [(variable: String, number: Int32)] = []
  private var folder: ByteString = ""
  private var files = UniqueList<File>()

  /// The lowest number for a file that is known by its path: scripts take those of one digit for
  /// themselves.
  private static let firstOwnNumber: Int32 = 10

  /// Makes the files, empty as yet: what forbids them is known before the first question.
  init(of deliveries: [Delivery], _ options: FormatOptions) throws(Failure) {
    self.options = options
    // What is given comes first: what is chosen is none of that.
    var placed: [(content: Delivery.Content, number: Int32)] = []
    for case .descriptor(let number, let content) in deliveries {
      try Self.opening("descriptor \(number)") { () throws(Errno) in
        try Descriptor.checkNumber(number)
      }
      placed.append((content, number))
    }
    for case .file(let variable, let content) in deliveries {
      let number = try Self.opening("a descriptor") { () throws(Errno) in
        try Descriptor.freeNumber(from: Self.firstOwnNumber, besides: placed.map(\.number))
      }
      placed.append((content, number))
      paths.append((variable, number))
    }
    for case .variable(let variable) in deliveries { variables.append(variable) }
    for (content, number) in placed {
      let file = try Self.opening("a file in memory") { () throws(Errno) in
        try MemoryFile(avoiding: placed.map(\.number))
      }
      if !paths.isEmpty, folder.isEmpty { folder = try Self.folder(of: file) }
      files.append(File(content: content, number: number, file: file))
    }
  }

  private static func folder(of file: borrowing MemoryFile) throws(Failure) -> ByteString {
    if let folder = file.folder { return folder }
    throw .message(
      "cannot name a file in memory: neither '/dev/fd' nor '/proc/self/fd' leads to it",
      hint: "'\(OptionName.fd.spelled)' and '\(OptionName.env.spelled)' need no path",
      status: .failed)
  }

  private static func opening<Value: ~Copyable>(
    _ what: String, _ body: () throws(Errno) -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(SystemError("cannot open \(what)", error))
    }
  }

  /// From where to where the files have to be put.
  var placements: [Successor.Placement] {
    files.indices.map { Successor.Placement(from: files[$0].file.number, to: files[$0].number) }
  }

  /// Fails where a login cannot be handed over.
  func check(_ login: borrowing Credential) throws(Failure) {
    for variable in variables {
      try Self.lend(variable.part, of: login) { (value) throws(Failure) in
        try Self.check(value, of: variable.part)
      }
    }
    for index in files.indices {
      switch files[index].content {
      case .part(let part): try Self.lend(part, of: login) { (_) throws(Failure) in }
      case .login(let name):
        _ = try failing { () throws(FormatError) in try name.format.encode(login, options) }
      }
    }
  }

  /// Fills the files, and gives the environment variables: `NAME=VALUE`, of which a NUL ends each.
  func fill(from login: borrowing Credential) throws(Failure) -> Secret {
    var environment = try failing { () throws(SecretError) in try Secret() }
    for variable in variables {
      try Self.lend(variable.part, of: login) { (value) throws(Failure) in
        try Self.check(value, of: variable.part)
        try Self.add(variable.name, value, to: &environment)
      }
    }
    for (variable, number) in paths {
      let path = folder.appending(ByteString("\(number)"))
      try Self.add(variable, path.bytes.span, to: &environment)
    }
    for index in files.indices {
      switch files[index].content {
      case .part(let part):
        try Self.lend(part, of: login) { (value) throws(Failure) in
          try Self.fill(files[index].file, with: value)
        }
      case .login(let name):
        let text = try failing { () throws(FormatError) in
          try name.format.encode(login, options)
        }
        try text.withBytes { (text) throws(Failure) in
          try Self.fill(files[index].file, with: text)
        }
      }
    }
    return environment
  }

  private static func lend(
    _ part: Part, of login: borrowing Credential, _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    if try login.withValue(of: part, body) == nil { throw .absent(part) }
  }

  private static func check(_ value: Span<UInt8>, of part: Part) throws(Failure) {
    for index in value.indices where value[index] == 0 {
      throw Failure(FormatError.variableRefused(.byte(0), of: part))
    }
  }

  private static func add(
    _ name: String, _ value: Span<UInt8>, to environment: inout Secret
  ) throws(Failure) {
    do throws(SecretError) {
      try environment.append(name + "=")
      try environment.append(value)
      try environment.append(0)
    } catch {
      throw Failure(error)
    }
  }

  private static func fill(
    _ file: borrowing MemoryFile, with bytes: Span<UInt8>
  ) throws(Failure) {
    do throws(Errno) {
      try file.fill(with: bytes)
    } catch {
      throw Failure(SystemError("cannot write to a file in memory", error))
    }
  }
}

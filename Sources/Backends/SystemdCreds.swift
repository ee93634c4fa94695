// SPDX-License-Identifier: MIT

package import Credentials
package import Formats
package import Posix

/// A file with one encrypted credential of systemd, for `LoadCredentialEncrypted=` of systemd.exec(5). It
/// is made and read by systemd-creds(1), which has the keys.
///
/// The file keeps a password under a name, which is that of the service, or else of the file without
/// `.cred`. An account or fields have no place in it; when it expires, only systemd-creds can tell.
package struct SystemdCreds: Backend {
  private let file: LoginFilePath
  private let mode: UInt32
  private let inheritance: Inheritance

  private static let program = "systemd-creds"

  /// `mode` are the permission bits of a file that was not there.
  package init(at path: ByteString, mode: UInt32 = 0o600, inheritance: Inheritance) {
    self.file = LoginFilePath(path, lockSuffix: nil)
    self.mode = mode
    self.inheritance = inheritance
  }

  package let namesServices = false
  package let holdsOneLogin = true
  package var path: ByteString? { file.path }

  package var name: String { "credential '\(file.path.visible)'" }
  package var canRead: Bool { true }
  package var canList: Bool { false }

  package func check(_ outline: LoginOutline, of service: Service) throws(BackendError) {
    _ = try identifier(for: service)
    for part in outline.parts where part != .password { throw .noPlace(part, backend: name) }
    if !outline.parts.contains(.password) { throw .missing(.password, backend: name) }
    if ProgramPath.find(Self.program) == nil { throw .noProgram(Self.program) }
    _ = try file.target()
    try checkName(of: service)
  }

  package func examine(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { preconditionFailure("a login without a service") }
    _ = try identifier(for: service)
    if credential.account != nil { throw .noPlace(.account, backend: name) }
    for index in credential.fields.indices {
      throw .noPlace(.field(credential.fields[index].name), backend: name)
    }
  }

  package func list() throws(BackendError) -> [LoginKey] { throw .cannotList(backend: name) }

  /// Without decrypting it, what is there may be for any service.
  package func logins(of service: Service) throws(BackendError) -> [LoginKey] {
    try checkText() ? [LoginKey(service, nil)] : []
  }

  package func get(_ key: LoginKey) throws(BackendError) -> Credential? {
    guard key.account == nil, try checkText() else { return nil }
    var credential = Credential()
    do {
      credential.password = try password(under: key)
    } catch .otherCredential {
      return nil
    }
    credential.service = key.service
    return credential
  }

  /// What the file keeps, which has to be of that name.
  private func password(under key: LoginKey) throws(BackendError) -> Secret {
    let identifier = try identifier(for: key.service)
    let text = try file.read()
    do {
      return try decrypt(text, identifier)
    } catch .programFailed(let program, let why) {
      // One that can be had as it was long ago has expired since, and one that can be had without a look
      // at its name has another.
      if (try? decrypt(text, identifier, "--timestamp=@0")) != nil { throw .hasExpired(key) }
      if (try? decrypt(text, "", "--timestamp=@0")) != nil { throw .otherCredential(file.path) }
      throw .programFailed(program, why: why)
    }
  }

  /// Fails where the file keeps a credential of another name.
  private func checkName(of service: Service) throws(BackendError) {
    guard try checkText() else { return }
    do {
      _ = try password(under: LoginKey(service, nil))
    } catch .hasExpired {
      return
    }
  }

  package func save(_ credential: borrowing Credential) throws(BackendError) {
    guard let service = credential.service else { preconditionFailure("a login without a service") }
    try examine(credential)
    try checkName(of: service)
    let text = try encrypt(credential, try identifier(for: service))
    try file.change(mode: mode, widest: 0o7777) { (_) throws(BackendError) in
      do throws(SecretError) {
        var copy = try Secret(capacity: text.count)
        try copy.append(text)
        return copy
      } catch {
        throw .memory(error)
      }
    }
  }

  package func erase(_ key: LoginKey) throws(BackendError) -> Bool {
    guard key.account == nil else { return false }
    do {
      try checkName(of: key.service)
    } catch .otherCredential {
      return false
    }
    return try file.remove { (text) throws(BackendError) in try check(text) }
  }

  private func encrypt(
    _ credential: borrowing Credential, _ identifier: ByteString
  ) throws(BackendError) -> Secret {
    var arguments: [ByteString] = ["encrypt", Self.nameOption(identifier)]
    if let expires = credential.expires {
      // To systemd, a credential is good up to and with this time.
      arguments.append(ByteString("--not-after=@\(max(expires.seconds, 1) - 1).999999"))
    }
    switch credential.password {
    case .some(let password): return try run(arguments, on: password)
    case .none: throw .missing(.password, backend: name)
    }
  }

  private func decrypt(
    _ text: borrowing Secret, _ identifier: ByteString, _ options: ByteString...
  ) throws(BackendError) -> Secret {
    try run(["decrypt", Self.nameOption(identifier)] + options, on: text)
  }

  private func run(
    _ arguments: [ByteString], on input: borrowing Secret
  ) throws(BackendError) -> Secret {
    try ProgramRun(
      name: Self.program, arguments: arguments + ["-", "-"], inheritance: inheritance
    ).output(for: input)
  }

  private static func nameOption(_ identifier: ByteString) -> ByteString {
    ByteString(Array("--name=".utf8) + identifier.bytes)
  }

  /// What the credential is called, where that is a name to systemd (`credential_name_valid` in its
  /// src/shared/creds-util.c).
  private func identifier(for service: Service) throws(BackendError) -> ByteString {
    var name = service.name
    if service == .unnamed {
      let (ending, file) = (Array(".cred".utf8), file.path.lastComponent)
      let hasEnding = file.bytes.count > ending.count && file.bytes.suffix(5).elementsEqual(ending)
      name = hasEnding ? ByteString(Array(file.bytes.dropLast(ending.count))) : file
    }
    let isPlain = name.bytes.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "/") && byte != UInt8(ascii: ":")
    }
    guard isPlain, (1...255).contains(name.bytes.count), name != ".", name != ".." else {
      throw .noCredentialName(name)
    }
    return name
  }

  /// Whether there is a credential. Fails where there is something else, which is left as it is.
  @discardableResult
  private func checkText() throws(BackendError) -> Bool {
    let text = try file.read()
    return try text.withBytes { (bytes) throws(BackendError) in try check(bytes) }
  }

  private func check(_ text: Span<UInt8>) throws(BackendError) -> Bool {
    var line = 1
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        break
      case UInt8(ascii: "\n"): line += 1
      default:
        throw .malformed(file.path, line: line, why: "no encrypted credential, which is Base64")
      }
    }
    return text.count > 0
  }
}

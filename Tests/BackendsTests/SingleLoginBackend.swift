// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

/// A backend that is a file of one login, with which their contract is checked.
enum SingleLoginBackend: String, CaseIterable, CustomTestStringConvertible {
  case systemdEnv = "systemd-env"
  case dockerEnv = "docker-env"
  case dotenv, cifs, curl
  case systemdCreds = "systemd-creds"

  /// Those that can be used here.
  static var usable: [SingleLoginBackend] {
    allCases.filter { $0 != .systemdCreds || canEncrypt }
  }

  static var formats: [SingleLoginBackend] { allCases.filter { $0 != .systemdCreds } }

  /// Whether systemd-creds is there, and may read the key of this machine.
  static let canEncrypt: Bool = {
    guard let program = RunningProgram.path(of: "systemd-creds"), geteuid() == 0 else {
      return false
    }
    let result = try? RunningProgram.run(
      program, ["encrypt", "--name=probe", "-", "-"], input: [0x70])
    return result?.status == 0
  }()

  var testDescription: String { rawValue }
  var keepsAccounts: Bool { self != .systemdCreds }
  var keepsExpiry: Bool { self == .systemdCreds }
  /// A field that it keeps; nil where it keeps none.
  var field: String? {
    switch self {
    case .systemdEnv, .dockerEnv, .dotenv: "otp"
    case .cifs: "domain"
    case .curl, .systemdCreds: nil
    }
  }

  /// What is no file of its kind.
  var malformed: String {
    switch self {
    case .dockerEnv: "A B=1\n"
    case .cifs: String(repeating: "x", count: 5000)
    case .curl: "a=\"b\n"
    case .systemdEnv, .dotenv, .systemdCreds: "a='b\n"
    }
  }

  func backend(_ path: ByteString, mode: UInt32 = 0o600) throws -> any Backend {
    if self == .systemdCreds {
      return SystemdCreds(at: path, mode: mode, inheritance: Self.inheritance)
    }
    let format = try #require(FormatName(rawValue: rawValue)?.loginFile)
    return FileBackend(format, at: path, mode: mode)
  }

  private static let inheritance = Inheritance.takeAndShield()
}

/// A folder for the files of one test, gone with it.
final class LoginFolder {
  let path: ByteString

  init() throws {
    var template = Array("/tmp/logins-XXXXXX\0".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Errno.last }
    self.path = ByteString(template.prefix { $0 != 0 }.map { UInt8($0) })
  }

  deinit {
    for name in (try? names) ?? [] { try? Folder.removeFile(file(name)) }
    _ = Folder.removeEmpty(path)
  }

  func file(_ name: ByteString) -> ByteString { path.appending(name) }

  var names: [ByteString] { get throws { try Folder.names(in: path).sorted() } }

  func write(_ text: String, to name: ByteString, mode: UInt32 = 0o600) throws {
    let file = try FileDescriptor.open(file(name), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    let bytes = Array(text.utf8)
    try Descriptor.write(file.number, bytes.span)
    _ = fchmod(file.number, mode)
  }

  func read(_ name: ByteString) throws -> String {
    String(
      decoding: try FileDescriptor.open(file(name), O_RDONLY).readAll(limit: 1 << 20), as: UTF8.self
    )
  }

  /// The file itself, and no link's target.
  func status(_ name: ByteString) throws -> FileStatus {
    try FileStatus(of: file(name), followingLinks: false)
  }
}

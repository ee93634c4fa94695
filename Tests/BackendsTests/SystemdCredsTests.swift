// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

/// Credentials of systemd, judged by systemd-creds(1).
@Suite(
  .enabled(
    if: SingleLoginBackend.canEncrypt,
    "systemd-creds is not installed, or has no key to encrypt with")
)
struct SystemdCredsTests {
  private let folder: LoginFolder

  init() throws {
    self.folder = try LoginFolder()
  }

  private func backend(_ name: ByteString) throws -> any Backend {
    try SingleLoginBackend.systemdCreds.backend(folder.file(name))
  }

  private func save(
    _ password: [UInt8], in name: ByteString, as service: Service = .unnamed, expires: Expiry? = nil
  ) throws {
    var credential = Credential(password: try Secret(copying: password))
    credential.service = service
    credential.expires = expires
    try backend(name).save(credential)
  }

  private func password(_ name: ByteString, of service: Service = .unnamed) throws -> [UInt8]? {
    switch try backend(name).get(LoginKey(service, nil)) {
    case .some(let credential): LoginValues(of: credential).password
    case nil: nil
    }
  }

  private func decrypt(_ file: ByteString, _ name: String) throws -> RunningProgram.Result {
    try RunningProgram.run(
      try #require(RunningProgram.path(of: "systemd-creds")),
      ["decrypt", "--name=\(name)", folder.file(file).visible, "-"])
  }

  @Test func `a credential of another name is neither replaced nor erased`() throws {
    try save(Array("one".utf8), in: "file", as: service("db"))
    let path = ByteString(folder.file("file").bytes)
    let other = try service("api")
    #expect(throws: BackendError.otherCredential(path)) {
      try save(Array("two".utf8), in: "file", as: other)
    }
    #expect(throws: BackendError.otherCredential(path)) {
      try backend("file").check(LoginOutline(parts: [.password]), of: other)
    }
    #expect(try password("file", of: other) == nil)
    #expect(try !backend("file").erase(LoginKey(other, nil)))
    #expect(try password("file", of: service("db")) == Array("one".utf8))
    try save(Array("three".utf8), in: "file", as: service("db"))
    #expect(try password("file", of: service("db")) == Array("three".utf8))
    #expect(try backend("file").erase(LoginKey(service("db"), nil)))
  }

  // systemd/systemd#27970
  @Test func `a credential is named for its service, and holds the password and nothing more`()
    throws
  {
    try save(Array("s3cret".utf8), in: "file", as: service("db"))
    let result = try decrypt("file", "db")
    #expect(result.status == 0)
    #expect(result.output == Array("s3cret".utf8))
    #expect(try decrypt("file", "file").status != 0)
  }

  @Test func `without a service, it is named for its file`() throws {
    try save([0x31], in: "db.cred")
    #expect(try decrypt("db.cred", "db").output == [0x31])
    try save([0x32], in: "plain")
    #expect(try decrypt("plain", "plain").output == [0x32])
    try save([0x33], in: ".cred")
    #expect(try decrypt(".cred", ".cred").output == [0x33])
  }

  @Test func `every byte arrives, and a large password`() throws {
    var arbitrary = ArbitraryBytes(seed: 250)
    let values =
      [Array(0...255), [], [0x0A], [0x61, 0x0A], [0], [UInt8](repeating: 0x27, count: 65_535)]
      + [" a ", "\ta\t", "\r\na\r\n", "\"'\\#$%:@=`", "$(x)${y}%n", "é日👩‍💻"].map { Array($0.utf8) }
      + [[0xFF, 0xC3], [0xC3, 0x28]] + arbitrary.strings(200, upTo: 60)
    for value in values {
      try save(value, in: "x")
      let isRead = try decrypt("x", "x").output == value && password("x") == value
      #expect(isRead, "\(value.prefix(60).hexadecimal)")
    }
  }

  @Test func `what systemd-creds encrypted is read`() throws {
    let program = try #require(RunningProgram.path(of: "systemd-creds"))
    let result = try RunningProgram.run(
      program, ["encrypt", "--name=theirs", "-", folder.file("theirs").visible],
      input: Array("a\nb".utf8))
    #expect(result.status == 0)
    #expect(try password("theirs") == Array("a\nb".utf8))
  }

  @Test func `a file that is for another service is not decrypted`() throws {
    try save([0x31], in: "db")
    #expect(try password("db", of: service("other")) == nil)
  }

  @Test(arguments: ["a/b", "https://h", "a:b", ".", "..", "é", String(repeating: "n", count: 256)])
  func `what is no name to systemd is refused before the first question`(name: String) throws {
    let error = BackendError.noCredentialName(ByteString(name))
    #expect(throws: error) {
      try backend("x").check(LoginOutline(parts: [.password]), of: service(ByteString(name)))
    }
    #expect(error.message == "'\(ByteString(name).visible)' is no name for a credential")
  }

  @Test func `an account or a field has no place`() throws {
    let backend = try backend("x")
    #expect(throws: BackendError.noPlace(.account, backend: backend.name)) {
      try backend.check(LoginOutline(parts: [.account, .password]), of: .unnamed)
    }
    let field = Part.field(try #require(FieldName("otp")))
    #expect(throws: BackendError.noPlace(field, backend: backend.name)) {
      try backend.check(LoginOutline(parts: [.password, field]), of: .unnamed)
    }
    #expect(throws: BackendError.missing(.password, backend: backend.name)) {
      try backend.check(LoginOutline(parts: []), of: .unnamed)
    }
    var credential = try login(account: "alice", password: [1])
    credential.service = .unnamed
    #expect(throws: BackendError.noPlace(.account, backend: backend.name)) {
      try backend.save(credential)
    }
    #expect(try folder.names == [])
  }

  @Test func `what it is for cannot be listed`() throws {
    let backend = try backend("x")
    #expect(!backend.canList)
    let error = BackendError.cannotList(backend: backend.name)
    #expect(throws: error) { try backend.list() }
    #expect(
      error.message == "the credential '\(folder.file("x").visible)' cannot be listed")
  }

  @Test func `a credential is good up to its last second, and has expired after that`() throws {
    let expiry = try #require(Expiry("2036-12-31T23:59:59Z"))
    try save([0x31], in: "x", expires: expiry)
    #expect(try password("x") == [0x31])
    func status(at time: String) throws -> CInt? {
      try RunningProgram.run(
        try #require(RunningProgram.path(of: "systemd-creds")),
        ["decrypt", "--name=x", "--timestamp=@\(time)", folder.file("x").visible, "-"]
      ).status
    }
    #expect(try status(at: "\(expiry.seconds - 1).999999") == 0)
    #expect(try status(at: "\(expiry.seconds)") != 0)
  }

  @Test func `one that has expired is told from one that cannot be read`() throws {
    let program = try #require(RunningProgram.path(of: "systemd-creds"))
    // Made long ago, for a time that has passed.
    let result = try RunningProgram.run(
      program,
      ["encrypt", "--name=x", "--timestamp=@1000000000", "--not-after=@1000000001", "-", "-"],
      input: [0x31])
    try folder.write(String(decoding: result.output, as: UTF8.self), to: "x")
    let key = LoginKey(.unnamed, nil)
    #expect(throws: BackendError.hasExpired(key)) { try password("x") }
    #expect(BackendError.hasExpired(key).message == "the login without an account has expired")
    try folder.write("QUJD", to: "x")
    #expect(throws: BackendError.programFailed("systemd-creds", why: "Encrypted file too short.")) {
      try password("x")
    }
  }

  @Test func `a time that has passed is refused, and the old credential stays`() throws {
    try save([0x31], in: "x")
    #expect(
      throws: BackendError.programFailed(
        "systemd-creds", why: "Credential is invalidated before it is valid.")
    ) { try save([0x32], in: "x", expires: Expiry(seconds: 1)) }
    #expect(try password("x") == [0x31])
  }
}

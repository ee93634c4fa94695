// SPDX-License-Identifier: MIT

import Backends
import CSandbox
import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

/// What every backend does that is a file of one login.
@Suite struct SingleLoginContractTests {
  private func credential(
    _ subject: SingleLoginBackend, _ password: String, account: ByteString = "alice",
    service: Service = .unnamed
  ) throws -> Credential {
    var credential = Credential(
      account: subject.keepsAccounts ? account : nil,
      password: try Secret(copying: password.utf8))
    credential.service = service
    return credential
  }

  private func values(_ backend: any Backend) throws -> LoginValues? {
    guard let key = try backend.logins(of: .unnamed).first else { return nil }
    switch try backend.get(key) {
    case .some(let credential): return LoginValues(of: credential)
    case nil: return nil
    }
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `what was saved is had back whole`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    var credential = try credential(subject, " p#:$\"\\ ,x")
    if let field = subject.field {
      credential.fields.append(
        Credential.Field(
          name: try #require(FieldName(field)), value: try Secret(copying: "1 2".utf8),
          isSecret: true))
    }
    try subject.backend(folder.file("db")).save(credential)
    let values = try #require(try values(subject.backend(folder.file("db"))))
    #expect(values.service == .unnamed)
    #expect(values.account == (subject.keepsAccounts ? "alice" : nil))
    #expect(values.password == Array(" p#:$\"\\ ,x".utf8))
    #expect(values.fields.map(\.name) == [subject.field].compactMap(\.self))
    #expect(values.fields.map(\.value) == (subject.field == nil ? [] : [Array("1 2".utf8)]))
    #expect(values.expires == nil)
    #expect(try folder.names == ["db"])
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `a login takes the place of the former one, all of it`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let backend = try subject.backend(folder.file("db"))
    var old = try credential(subject, "old")
    if let field = subject.field {
      old.fields.append(
        Credential.Field(
          name: try #require(FieldName(field)), value: try Secret(copying: "1".utf8),
          isSecret: true))
    }
    try backend.save(old)
    try backend.save(credential(subject, "new", account: "bob"))
    let values = try #require(try values(backend))
    #expect(values.account == (subject.keepsAccounts ? "bob" : nil))
    #expect(values.password == Array("new".utf8))
    #expect(values.fields == [])
    #expect(try backend.logins(of: .unnamed).count == 1)
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `what is erased is gone, and only that`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let backend = try subject.backend(folder.file("db"))
    try backend.save(credential(subject, "p"))
    #expect(try !backend.erase(LoginKey(.unnamed, "other")))
    #expect(try values(backend)?.password == [0x70])
    let key = try #require(try backend.logins(of: .unnamed).first)
    #expect(try backend.erase(key))
    #expect(try !backend.erase(key))
    #expect(try values(backend) == nil)
    #expect(try folder.names == (subject == .systemdCreds ? [] : ["db"]))
    try backend.save(credential(subject, "again"))
    #expect(try values(backend)?.password == Array("again".utf8))
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `what is not there is absent, and makes no file`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let backend = try subject.backend(folder.file("db"))
    #expect(try backend.logins(of: .unnamed) == [])
    #expect(try values(backend) == nil)
    let key = LoginKey(.unnamed, subject.keepsAccounts ? "alice" : nil)
    switch try backend.get(key) {
    case .some: Issue.record("a login")
    case nil: break
    }
    #expect(try !backend.erase(key))
    #expect(try folder.names == [])
  }

  @Test(arguments: SingleLoginBackend.formats)
  func `the list has the login without a service`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let backend = try subject.backend(folder.file("db"))
    #expect(try backend.list() == [])
    try backend.save(credential(subject, "p", service: try service("https://h.example")))
    #expect(try backend.list() == [LoginKey(.unnamed, "alice")])
    #expect(try backend.password("any", "alice") == "p")
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `a file is its user's alone, whatever the mask is, and has its own mode after that`(
    subject: SingleLoginBackend
  ) async throws {
    await #expect(processExitsWith: .success) { [name = subject.rawValue as String] in
      let subject = try #require(SingleLoginBackend(rawValue: name))
      umask(0)
      let folder = try LoginFolder()
      var credential = Credential(
        account: subject.keepsAccounts ? "alice" : nil, password: try Secret(copying: [0x70]))
      credential.service = .unnamed
      try subject.backend(folder.file("db")).save(credential)
      try #require(try folder.status("db").mode == 0o600)
      try subject.backend(folder.file("wide"), mode: 0o640).save(credential)
      try #require(try folder.status("wide").mode == 0o640)
      credential.password = try Secret(copying: [0x71])
      try subject.backend(folder.file("wide")).save(credential)
      try #require(try folder.status("wide").mode == 0o640)
    }
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `a link is kept, and what it leads to is changed`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let made = unsafe folder.file("link").withCString { unsafe symlink("real", $0) }
    try #require(made == 0)
    try subject.backend(folder.file("link")).save(credential(subject, "p"))
    #expect(try folder.names == ["link", "real"])
    #expect(try folder.status("link").mode == 0o777)
    #expect(try folder.status("real").mode == 0o600)
    // systemd-creds has the name of the file that is asked for.
    #expect(try values(subject.backend(folder.file("link")))?.password == [0x70])
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `what is not in the form is told of and left as it is`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    for text in [subject.malformed, "\0\u{1}\u{2}"] {
      try folder.write(text, to: "db")
      let backend = try subject.backend(folder.file("db"))
      func isMalformed(_ error: any Error) -> Bool {
        if case BackendError.malformed(_, line: 1, _) = error { true } else { false }
      }
      #expect(performing: { try backend.logins(of: .unnamed) }, throws: isMalformed)
      #expect(performing: { try backend.save(credential(subject, "p")) }, throws: isMalformed)
      #expect(
        performing: { try backend.erase(LoginKey(.unnamed, subject.keepsAccounts ? "a" : nil)) },
        throws: isMalformed)
      #expect(
        performing: {
          try backend.check(LoginOutline(parts: [.password]), of: .unnamed)
        }, throws: { isMalformed($0) || $0 is BackendError && subject == .cifs })
      #expect(try folder.read("db") == text)
    }
  }

  @Test(arguments: SingleLoginBackend.usable)
  func `a folder, a device and a pipe are refused`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let made = unsafe folder.file("pipe").withCString { unsafe mkfifo($0, 0o600) }
    try #require(made == 0)
    for path in [folder.path, folder.file("pipe"), "/dev/null"] {
      let backend = try subject.backend(path)
      #expect(throws: BackendError.self) { try backend.save(credential(subject, "p")) }
      #expect(throws: BackendError.notRegular(path)) { try backend.logins(of: .unnamed) }
    }
    #expect(try folder.names == ["pipe"])
  }

  // docker/compose#8607
  @Test(arguments: [SingleLoginBackend.dotenv, .systemdEnv, .dockerEnv])
  func `a password that a dialect cannot carry makes no file, and others are exact`(
    subject: SingleLoginBackend
  ) throws {
    let folder = try LoginFolder()
    let backend = try subject.backend(folder.file("env"))
    if subject == .dotenv {
      let refused = BackendError.format(.refused(.byte(0x24), of: .password, by: .dotenv))
      #expect(throws: refused) { try backend.save(credential(subject, "pa$$w#'d")) }
      #expect(try folder.names == [])
    } else {
      try backend.save(credential(subject, "pa$$w#'d"))
      #expect(try values(backend)?.password == Array("pa$$w#'d".utf8))
    }
  }

  @Test(arguments: SingleLoginBackend.formats)
  func `a login that is there already is not written again`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let backend = try subject.backend(folder.file("db"))
    try backend.save(credential(subject, "p"))
    let before = try folder.status("db").identifier
    try backend.save(credential(subject, "p"))
    #expect(try folder.status("db").identifier == before)
    try backend.save(credential(subject, "q"))
    #expect(try folder.status("db").identifier != before)
  }

  @Test(arguments: SingleLoginBackend.formats)
  func `a time of expiry is refused`(subject: SingleLoginBackend) throws {
    let folder = try LoginFolder()
    let backend = try subject.backend(folder.file("db"))
    var expiring = try credential(subject, "p")
    expiring.expires = Expiry("2036-12-31T23:59:59Z")
    let name = try #require(FormatName(rawValue: subject.rawValue))
    #expect(throws: BackendError.format(.noPlaceForExpiry(in: name))) {
      try backend.save(expiring)
    }
    var outline = LoginOutline(parts: [.account, .password])
    outline.expires = true
    #expect(throws: BackendError.format(.noPlaceForExpiry(in: name))) {
      try backend.check(outline, of: .unnamed)
    }
    #expect(try folder.names == [])
  }
}

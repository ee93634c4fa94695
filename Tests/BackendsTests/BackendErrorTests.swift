// SPDX-License-Identifier: MIT

import Backends
import Credentials
import Posix
import Testing

@Suite struct BackendErrorTests {
  private let service: Service

  init() throws {
    service = try Service.read("https://h.example").service
  }

  @Test func `an absent login is told by what was wanted`() {
    #expect(
      BackendError.noSuchLogin(service, .any).message == "no login for 'https://h.example'")
    #expect(
      BackendError.noSuchLogin(service, .named("a\u{1B}")).message
        == "no login of 'a^[' for 'https://h.example'")
    #expect(
      BackendError.noSuchLogin(service, .without).message
        == "no login without an account for 'https://h.example'")
  }

  @Test func `an expired login is told with its time`() throws {
    let expiry = try #require(Expiry("2026-12-31T23:59:59Z"))
    #expect(
      BackendError.expired(LoginKey(service, "alice"), expiry).message
        == "the login of 'alice' for 'https://h.example' expired at 2026-12-31T23:59:59Z")
    #expect(
      BackendError.expired(LoginKey(service, nil), expiry).message
        == "the login without an account for 'https://h.example' expired at 2026-12-31T23:59:59Z")
  }

  @Test func `several logins are told by their accounts`() {
    let named = BackendError.severalLogins([
      LoginKey(service, "alice"), LoginKey(service, "bo\nb"),
    ])
    #expect(named.message == "several logins for 'https://h.example': 'alice', 'bo^Jb'")
    #expect(named.hint == "choose one with '-u ACCOUNT'")
    let without = BackendError.severalLogins([
      LoginKey(service, nil), LoginKey(service, ""), LoginKey(service, "alice"),
    ])
    #expect(
      without.message
        == "several logins for 'https://h.example': one without an account, '', 'alice'")
    #expect(without.hint == "choose one with '-u ACCOUNT' or '--no-account'")
  }

  @Test func `a file that cannot be used is named, with why`() {
    #expect(
      BackendError.damaged("/s/a\n.age", why: "the file is cut off").message
        == "cannot use '/s/a^J.age': the file is cut off")
    #expect(
      BackendError.otherLogin("evil.example/alice.age", LoginKey(service, "alice")).message
        == "cannot use 'evil.example/alice.age':"
        + " it holds the login of 'alice' for 'https://h.example'")
  }

  @Test func `a folder that others can write to comes with the command that mends it`() {
    let error = BackendError.store(.writableByOthers("/home/it's me/askcred"))
    #expect(error.message == "cannot trust '/home/it's me/askcred': others can write to it")
    #expect(error.hint == "run: chmod go-w '/home/it'\\''s me/askcred'")
  }

  @Test func `what is locked, away or not there says so`() {
    #expect(BackendError.locked(backend: "store").message == "the store is locked")
    #expect(BackendError.locked(backend: "store").hint == "run: askcred unlock")
    #expect(
      BackendError.notReachable(backend: "secret service", why: "there is no bus").message
        == "cannot reach the secret service: there is no bus")
    #expect(
      BackendError.store(.none("/s")).message == "no store yet, nothing was kept")
    #expect(BackendError.store(.none("/s")).hint == "run: askcred init")
  }

  @Test func `a backend that keeps hashes says so`() {
    let error = BackendError.keepsHashes(backend: "file '/etc/nginx/htpasswd'")
    #expect(
      error.message
        == "cannot read a password from the file '/etc/nginx/htpasswd': it keeps only hashes")
    #expect(error.hint == nil)
  }

  @Test func `a name that is too long is told with its size and the limit`() {
    #expect(
      BackendError.nameTooLong(.account, bytes: 256, limit: 255).message
        == "the account is too long for a file's name: 256 bytes as it is written there, of at most"
        + " 255")
  }

  @Test func `what the system says is passed on`() {
    let error = SystemError("cannot open '/s'", Errno(13))
    #expect(BackendError.system(error).message == "cannot open '/s': Permission denied")
    #expect(BackendError.file(.noHome("HOME is not set")).hint != nil)
    #expect(
      BackendError.memory(.noMemory(bytes: 9)).message == "cannot get 9 bytes of secure memory")
  }
}

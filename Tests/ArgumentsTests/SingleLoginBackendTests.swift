// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Formats
import Posix
import Testing

/// Backends that are a file of one login.
struct SingleLoginBackendTests {
  private static let formats: [FormatName] = [.systemdEnv, .dockerEnv, .dotenv, .cifs, .curl]

  private func file(_ options: BackendOptions) throws -> BackendOptions.FileOptions {
    guard case .file(let file) = options else { throw OtherBackend(options: options) }
    return file
  }

  private struct OtherBackend: Error {
    let options: BackendOptions
  }

  @Test(arguments: formats)
  func `a path is needed, and the service is not`(format: FormatName) throws {
    let backend = ByteString("\(format.rawValue):dir/a:b")
    let saved = try save("-b", backend)
    #expect(try file(saved.backend).format == format)
    #expect(try file(saved.backend).path == "dir/a:b")
    #expect(try file(saved.backend).mode == nil)
    #expect(saved.service == .unnamed)
    #expect(try save("-b", backend, "db").service == Service("db"))
    #expect(try get("-b", backend).wanted.service == .unnamed)
    #expect(try erase("-b", backend).service == .unnamed)
    #expect(try file(list("-b", backend).backend).format == format)
    #expect(
      refusal("save", "-b", ByteString(format.rawValue)) == .backendNeedsPath(format.rawValue))
  }

  @Test func `the environment can name one`() throws {
    let request = try read(["save"], variables: ["ASKCRED_BACKEND": "dotenv:.env"])
    guard case .save(let saved) = request else { throw OtherRequest(request: request) }
    #expect(try file(saved.backend).path == ".env")
  }

  @Test func `variables have names where the format has variables`() throws {
    let token = try #require(Variable("TOKEN", takes: .password))
    for format in ["systemd-env", "docker-env", "dotenv"] {
      let words: [ByteString] = ["-b", ByteString("\(format):f"), "--env", "TOKEN=password"]
      for command in ["save", "get", "erase"] as [ByteString] {
        let options: BackendOptions =
          switch try read([command] + words) {
          case .save(let request): request.backend
          case .get(let request): request.wanted.backend
          case .erase(let request): request.backend
          case let other: throw OtherRequest(request: other)
          }
        #expect(try file(options).variables == [token])
      }
    }
    #expect(refusal("save", "-b", "cifs:f", "--env", "X=password") == .noVariablesKept)
    #expect(refusal("save", "-b", "systemd-creds:f", "--env", "X=password") == .noVariablesKept)
    #expect(refusal("list", "-b", "dotenv:f", "--env", "X=password") == .notForCommand(.env, .list))
  }

  @Test func `a credential of systemd is asked for without an account`() throws {
    let saved = try save("-b", "systemd-creds:db.cred", "--mode", "640", "db")
    #expect(saved.backend == .systemdCreds("db.cred", mode: 0o640))
    #expect(saved.service == Service("db"))
    #expect(saved.asking.account == .none)
    #expect(saved.asking.parts == [.password])
    #expect(try save("-b", "systemd-creds:db.cred").service == .unnamed)
    #expect(try get("--ask", "-b", "systemd-creds:x").wanted.asking?.parts == [.password])
    // It is refused where it is to be kept.
    #expect(try save("-u", "alice", "-b", "systemd-creds:x").asking.account == .given("alice"))
    #expect(refusal("save", "-b", "systemd-creds") == .backendNeedsPath("systemd-creds"))
    #expect(refusal("save", "-b", "systemd-creds:") == .badValue(.backend, "systemd-creds:"))
  }

  @Test(arguments: ["aws", "kubernetes"])
  func `what is only printed is no backend`(name: String) throws {
    let backend = ByteString("\(name):f")
    #expect(refusal("save", "-b", backend, "s") == .badValue(.backend, backend))
    #expect(
      try get("-f", ByteString(name), "s").content
        == .login(try #require(FormatName(rawValue: name))))
  }
}

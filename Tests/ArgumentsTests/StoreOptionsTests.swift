// SPDX-License-Identifier: MIT

import Arguments
import Posix
import Testing

struct StoreOptionsTests {
  @Test func `the store is the backend, and its folder may be named`() throws {
    for words: [ByteString] in [[], ["-b", "store"], ["--backend=store"]] {
      #expect(try store(of: words).folder == nil)
    }
    #expect(try store(of: ["-b", "store:/srv/logins"]).folder == "/srv/logins")
    #expect(try store(of: ["-bstore:~/a:b"]).folder == "~/a:b")
    let bytes = ByteString([0xFF, 0x20])
    #expect(
      try store(of: ["-b", ByteString([UInt8]("store:".utf8) + bytes.bytes)]).folder == bytes)
  }

  @Test(arguments: [
    "store:", "Store", "pass", "netrc:", "Netrc", "git:x", "store ", ":", "/srv/logins",
  ])
  func `what is no backend is refused`(text: String) {
    let value = ByteString(text)
    #expect(refusal("list", "-b", value) == .badValue(.backend, value))
    #expect(refusal("list", "-b", value)?.status.rawValue == 2)
    #expect(throws: UsageError.badVariable(.backend, value)) {
      try read(["list"], variables: ["ASKCRED_BACKEND": value])
    }
  }

  @Test func `an empty backend is refused`() {
    #expect(refusal("list", "-b", "") == .emptyValue(.backend))
  }

  @Test func `the environment names backend, folder and identity`() throws {
    let variables: [String: ByteString] = ["ASKCRED_STORE": "/s", "ASKCRED_IDENTITY": "/key"]
    #expect(try store(of: [], variables).folder == "/s")
    #expect(try store(of: [], variables).identity == "/key")
    #expect(try store(of: [], ["ASKCRED_BACKEND": "store:/b"]).folder == "/b")
    #expect(try store(of: [], ["ASKCRED_BACKEND": "store"]).folder == nil)
    let empty: [String: ByteString] = [
      "ASKCRED_BACKEND": "", "ASKCRED_STORE": "", "ASKCRED_IDENTITY": "",
    ]
    #expect(try store(of: [], empty).folder == nil)
    #expect(try store(of: [], empty).identity == nil)
  }

  @Test func `an option wins over the environment, and a backend's folder over the store's`() throws
  {
    let variables: [String: ByteString] = ["ASKCRED_STORE": "/s", "ASKCRED_BACKEND": "store:/b"]
    #expect(try store(of: ["-b", "store:/o"], variables).folder == "/o")
    #expect(try store(of: ["-b", "store"], variables).folder == "/s")
    #expect(try store(of: [], variables).folder == "/b")
    #expect(try store(of: ["-b", "store"], ["ASKCRED_BACKEND": "pass"]).folder == nil)
  }

  @Test func `a program started set-id takes nothing from its environment`() throws {
    let variables: [String: ByteString] = [
      "ASKCRED_STORE": "/s", "ASKCRED_BACKEND": "nonsense", "ASKCRED_IDENTITY": "/key",
    ]
    for words: [ByteString] in [["list"], ["unlock"]] {
      let request = try read(words, variables: variables, isSecureExecution: true)
      #expect(store(in: request)?.folder == nil)
      #expect(store(in: request)?.identity == nil)
    }
  }

  @Test(arguments: [["save"], ["get"], ["erase"], ["exec", "--fd", "0"]])
  func `every command on logins has them`(words: [String]) throws {
    let words = words.map { ByteString($0) }
    let variables: [String: ByteString] = ["ASKCRED_IDENTITY": "/key"]
    let request = try read(
      words + ["-b", "store:/o", "s"] + (words[0] == "exec" ? ["--", "x"] : []),
      variables: variables)
    #expect(store(in: request)?.folder == "/o")
    #expect(store(in: request)?.identity == "/key")
  }

  @Test(arguments: ["init", "unlock", "passwd", "recipients"])
  func `a command on keys is for the store that logins go to`(word: String) throws {
    let command = ByteString(word)
    let named: [String: ByteString] = ["ASKCRED_STORE": "/s", "ASKCRED_IDENTITY": "/key"]
    #expect(store(in: try read([command]))?.folder == nil)
    #expect(store(in: try read([command], variables: named))?.folder == "/s")
    #expect(store(in: try read([command], variables: named))?.identity == "/key")
    let both = named.merging(["ASKCRED_BACKEND": "store:/b"]) { $1 }
    #expect(store(in: try read([command], variables: both))?.folder == "/b")
    let other = named.merging(["ASKCRED_BACKEND": "pass"]) { $1 }
    #expect(store(in: try read([command], variables: other))?.folder == "/s")
    #expect(
      refusal(command, "-b", "store") == .notForCommand(.backend, CommandName(rawValue: word)!))
  }

  private func store(
    of words: [ByteString], _ variables: [String: ByteString] = [:]
  ) throws -> StoreOptions {
    try #require(store(in: try read(["list"] + words, variables: variables)))
  }

  private func store(in request: Request) -> StoreOptions? {
    switch request {
    case .save(let request): request.backend.store
    case .get(let request): request.wanted.backend.store
    case .list(let request): request.backend.store
    case .erase(let request): request.backend.store
    case .copy(let request): request.target.store
    case .exec(let request):
      if case .saved(let wanted) = request.source { wanted.backend.store } else { nil }
    case .initialise(let request): request.store
    case .unlock(let request): request.store
    case .passwd(let request): request.store
    case .recipients(let request): request.store
    case .lock, .ask, .help, .version: nil
    }
  }
}

extension BackendOptions {
  /// The embedded store's, where that is the backend.
  var store: StoreOptions? {
    if case .store(let options) = self { options } else { nil }
  }
}

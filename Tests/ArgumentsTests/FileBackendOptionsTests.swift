// SPDX-License-Identifier: MIT

import Arguments
import Credentials
import Formats
import Posix
import Testing

@Suite struct FileBackendOptionsTests {
  private func file(_ words: ByteString...) throws -> BackendOptions.FileOptions {
    let request = try read(["save"] + words)
    guard case .save(let saved) = request, case .file(let file) = saved.backend else {
      throw OtherRequest(request: request)
    }
    return file
  }

  @Test(arguments: [("pgpass", "~/.pgpass"), ("mycnf", "~/.my.cnf")])
  func `a file has a place where its readers look, or the one that is named`(
    name: String, path: String
  ) throws {
    let named = try file("-b", ByteString(name), "s")
    #expect(named.format.rawValue == name)
    #expect(named.path == ByteString(path))
    #expect(named.mode == nil)
    #expect(try file("-b", ByteString(name + ":a:b"), "s").path == "a:b")
  }

  @Test func `an htpasswd file has no such place, and no services`() throws {
    #expect(refusal("save", "-b", "htpasswd") == .backendNeedsPath("htpasswd"))
    #expect(try save("-b", "htpasswd:/f").service == .unnamed)
    #expect(try file("-b", "htpasswd:/f", "--mode", "640").mode == 0o640)
    #expect(try file("-b", "htpasswd:/f", "site").format == .htpasswd)
  }

  @Test(
    arguments: [
      ("pgpass", "640", 0o640, 0o600, "600"), ("pgpass", "602", 0o602, 0o600, "600"),
      ("mycnf", "0666", 0o666, 0o664, "664"),
    ] as [(String, ByteString, UInt32, UInt32, String)])
  func `a mode is refused with which no reader takes the file`(
    name: String, text: ByteString, mode: UInt32, widest: UInt32, hint: String
  ) throws {
    let error = try #require(refusal("save", "-b", ByteString(name), "--mode", text, "s"))
    #expect(error == .modeTooWide(mode, widest: widest, try #require(FormatName(rawValue: name))))
    #expect(
      error.message
        == "mode \(String(mode, radix: 8)) is too wide for '\(name)': its readers ignore such a file"
    )
    #expect(error.hint == "the widest that they take is \(hint)")
    #expect(try file("-b", ByteString(name), "--mode", ByteString(hint), "s").mode == widest)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite(.judges("git", "python3")) struct GitPeers {
  private let file: any LoginFile

  init() throws { file = try #require(FormatName.gitCredentials.loginFile) }

  /// Works in a folder that is gone afterwards. Each line it reads is a command with arguments in
  /// hexadecimal, each line it prints what git said.
  private let script = #"""
    import os, subprocess, sys, tempfile

    folder = tempfile.TemporaryDirectory()
    path = folder.name + "/credentials"
    environment = {
        "PATH": os.environ["PATH"], "HOME": folder.name, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "/bin/false", "LC_ALL": "C"}

    def git(*arguments, told):
        return subprocess.run(
            [sys.argv[1], *arguments], input=told, timeout=60, env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def run(command, told):
        if command == "file":
            with open(path, "wb") as file:
                file.write(told)
            return b""
        if command == "read":
            with open(path, "rb") as file:
                return file.read()
        if command in ("get", "store", "erase"):
            return git("credential-store", "--file", path, command, told=told)
        helper = "store --file " + path if command == "fill" else "!cat %s; true" % path
        return git(
            "-c", "credential.helper=", "-c", "credential.useHttpPath=true",
            "-c", "credential.helper=" + helper, "credential", "fill", told=told)

    with folder:
        for line in sys.stdin:
            command, told = line.split()
            print("x" + run(command, bytes.fromhex(told[1:])).hex())
    """#

  private func answers(_ commands: [(name: String, text: [UInt8])]) throws -> [String] {
    let (git, python) = (try judge("git"), try judge("python3"))
    let input = commands.flatMap { Array("\($0.name) x\($0.text.hexadecimal)\n".utf8) }
    let result = try RunningProgram.run(
      python, ["-I", "-c", script, git], input: input, seconds: 300)
    #expect(result.errorText == "")
    let lines = String(decoding: result.output, as: UTF8.self).lines
    #expect(lines.count == commands.count)
    return lines
  }

  private func values() -> (carried: [[UInt8]], refused: [[UInt8]]) {
    var arbitrary = ArbitraryBytes(seed: 446)
    let values = trickyValues + trickyLines + invalidTexts + arbitrary.strings(330, upTo: 30)
    let refused: Set<UInt8> = [0x00, 0x0A, 0x0D]
    return (
      values.filter { refused.isDisjoint(with: $0) },
      values.filter { !refused.isDisjoint(with: $0) }
    )
  }

  private func lines(_ pairs: (String, [UInt8])...) -> [UInt8] {
    pairs.flatMap { Array("\($0.0)=".utf8) + $0.1 + [0x0A] }
  }

  // git#446
  @Test func `git credential-store and git read every login, or it is refused`() throws {
    let (carried, refused) = values()
    var text = Array("# of tests\nhttps://a:b@h0.example/x\n".utf8)
    for value in refused {
      #expect(throws: FormatError.self) {
        _ = try file.saving("https://h", [0x61], value, in: text)
      }
      #expect(throws: FormatError.self) {
        _ = try file.saving("https://h", value, [0x61], in: text)
      }
    }
    var commands: [(name: String, text: [UInt8])] = []
    var wanted: [String] = [""]
    for (number, value) in carried.enumerated() {
      let host = Array("h\(number).example:8443".utf8)
      text = try file.saving(ByteString(Array("https://".utf8) + host), value, value, in: text)
      let question = lines(("protocol", Array("https".utf8)), ("host", host))
      let login = lines(("username", value), ("password", value))
      // git asks by itself less often, as that takes it longer.
      if number.isMultiple(of: 3) {
        commands.append(("fill", question + [0x0A]))
        wanted.append((question + login).hexadecimal)
      }
      commands.append(("get", question + lines(("username", value)) + [0x0A]))
      wanted.append(login.hexadecimal)
    }
    #expect(carried.count > 200)
    #expect(try answers([("file", text)] + commands) == wanted.map { "x" + $0 })
  }

  @Test func `git asks for a place as askcred does`() throws {
    let places: [(service: ByteString, host: String, path: String?)] = [
      ("https://H.example:443/", "h.example", nil),
      ("https://h.example:8443", "h.example:8443", nil),
      ("https://[::1]:8443", "[::1]:8443", nil),
      ("https://h.example/org/repo.git/", "h.example", "org/repo.git"),
      ("https://h.example/a%20b%3Ac", "h.example", "a b:c"),
      ("https://h.example/%2525", "h.example", "%25"),
      ("https://h.example/é", "h.example", "é"), ("https://h.example/x?y=z", "h.example", "x?y=z"),
    ]
    for format in [FormatName.gitCredentials, .git] {
      for (service, host, path) in places {
        let question =
          lines(("protocol", Array("https".utf8)), ("host", Array(host.utf8)))
          + (path.map { lines(("path", Array($0.utf8))) } ?? [])
        let text = try format.format.encode(
          try login(service: service, account: "al ice", password: Array("p:w".utf8))
        ).bytes
        let command = format == .git ? "helper" : "fill"
        let login = lines(("username", Array("al ice".utf8)), ("password", Array("p:w".utf8)))
        #expect(
          try answers([("file", text), (command, question + [0x0A])])
            == ["x", "x" + (question + login).hexadecimal], "\(service.visible)")
      }
    }
  }

  @Test func `what git credential-store writes is read, every login of it`() throws {
    let carried = values().carried
    let places = ["https", "http"].flatMap { scheme in
      ["h.example", "h.example:8443", "[::1]:1"].flatMap { host in
        [nil, "org/repo.git", "a b%c:d?e#f"].map { path in (scheme, host, path) }
      }
    }
    var commands: [(name: String, text: [UInt8])] = []
    for (number, value) in carried.enumerated() {
      let (scheme, host, path) = places[number % places.count]
      let account = Array("\(number)".utf8) + value
      commands.append(
        (
          "store",
          lines(
            ("protocol", Array(scheme.utf8)), ("host", Array(host.utf8)), ("username", account),
            ("password", value)) + (path.map { lines(("path", Array($0.utf8))) } ?? []) + [0x0A]
        ))
    }
    let written = try #require(try answers(commands + [("read", [])]).last)
    let text = try #require(bytes(written.dropFirst()))
    let entries = try file.entries(in: text)
    #expect(entries.count == carried.count)
    for (number, value) in carried.enumerated() {
      let entry = try #require(
        entries.first { $0.account?.bytes == Array("\(number)".utf8) + value })
      let (scheme, host, path) = places[number % places.count]
      let name =
        "\(scheme)://\(host)"
        + (path == nil ? "" : path == "org/repo.git" ? "/org/repo.git" : "/a%20b%25c%3ad%3fe%23f")
      // A path with a colon is one that git itself does not read back.
      if path?.contains(":") != true { #expect(entry.service.name.text == name) }
      #expect(
        try file.password(of: entry, in: text) == value)
    }
  }

  private func bytes(_ hexadecimal: Substring) -> [UInt8]? {
    let digits = hexadecimal.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == hexadecimal.utf8.count else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test func `git erases what askcred wrote, and leaves what askcred leaves`() throws {
    let others = Array("# c\n\nnot a url\r\nhttps://b:2@h.example\n".utf8)
    let text = try file.saving("https://h.example", Array("a".utf8), Array("p w".utf8), in: others)
    let question = lines(
      ("protocol", Array("https".utf8)), ("host", Array("h.example".utf8)),
      ("username", Array("a".utf8)))
    #expect(
      try answers([("file", text), ("erase", question + [0x0A]), ("read", [])])
        == ["x", "x", "x" + others.hexadecimal])
  }

  @Test func `git takes every login from a helper that prints it, or it is refused`() throws {
    let (carried, refused) = values()
    let git = FormatName.git.format
    for value in refused {
      #expect(throws: FormatError.self) {
        _ = try git.encode(login(service: "https://h", account: "a", password: value)).count
      }
    }
    let question = lines(("protocol", Array("https".utf8)), ("host", Array("h".utf8)))
    var commands: [(name: String, text: [UInt8])] = []
    var wanted: [String] = []
    for (number, value) in carried.enumerated() {
      var credential = try login(service: "https://h", account: ByteString(value), password: value)
      // This git passes over lines that it does not know.
      if number.isMultiple(of: 2) { credential.expires = Expiry(seconds: 9_999_999_999) }
      let options = FormatOptions(endsWithNewline: number.isMultiple(of: 3))
      commands.append(("file", try git.encode(credential, options).bytes))
      commands.append(("helper", question + [0x0A]))
      wanted.append("")
      wanted.append((question + lines(("username", value), ("password", value))).hexadecimal)
    }
    #expect(try answers(commands) == wanted.map { "x" + $0 })
  }
}

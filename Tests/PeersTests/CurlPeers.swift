// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite(.judges("curl", "python3")) struct CurlPeers {
  /// Reads files for curl, each after a line with its length, gives each to curl with the address
  /// of a server of its own, and prints what that server was told, in hexadecimal.
  private let script = #"""
    import base64, socket, subprocess, sys, tempfile, threading

    listener = socket.create_server(("127.0.0.1", 0))
    address = "http://127.0.0.1:%d/" % listener.getsockname()[1]
    requests = []

    def serve():
        while True:
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(30)
                request = b""
                while b"\r\n\r\n" not in request:
                    part = connection.recv(1 << 20)
                    if not part:
                        break
                    request += part
                requests.append(request)
                connection.sendall(
                    b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")

    def told(request):
        lines = request.split(b"\r\n\r\n")[0].split(b"\r\n")
        names = [line.split(b":")[0] for line in lines[1:]]
        if names != [b"Host", b"Authorization", b"User-Agent", b"Accept"]:
            return "other header lines"
        scheme, value = lines[2][len("Authorization: "):].split(b" ", 1)
        if scheme == b"Basic":
            value = base64.b64decode(value, validate=True)
        return scheme.decode() + " " + value.hex()

    threading.Thread(target=serve, daemon=True).start()
    # A line can have curl write a file.
    folder = tempfile.TemporaryDirectory()
    while length := sys.stdin.buffer.readline():
        config = sys.stdin.buffer.read(int(length))
        requests.clear()
        curl = subprocess.run(
            [sys.argv[1], "--disable", "--silent", "--noproxy", "*", "--max-time", "30",
             "--config", "-", address],
            cwd=folder.name, input=config, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        if curl.returncode or len(requests) != 1:
            print("status", curl.returncode)
        else:
            print(told(requests[0]))
    """#

  private func told(by texts: [[UInt8]]) throws -> [String] {
    let (curl, python) = (try judge("curl"), try judge("python3"))
    let input = texts.flatMap { Array("\($0.count)\n".utf8) + $0 }
    let result = try RunningProgram.run(
      python, ["-I", "-c", script, curl], input: input, seconds: 300)
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self).lines
  }

  @Test func `a server behind curl sees every account and password`() throws {
    var arbitrary = ArbitraryBytes(seed: 7617)
    let values =
      trickyValues + trickyLines + invalidTexts + arbitrary.strings(250, upTo: 40, without: [0])
    let logins = values.map { (account: $0.filter { $0 != 0x3A }, password: $0) }
    let texts = try logins.map {
      try FormatName.curl.format.encode(
        try login(account: ByteString($0.account), password: $0.password)
      ).bytes
    }
    let wanted = logins.map { "Basic " + ($0.account + [0x3A] + $0.password).hexadecimal }
    #expect(try told(by: texts) == wanted)
  }

  @Test func `a server behind curl sees every token`() throws {
    var arbitrary = ArbitraryBytes(seed: 6750)
    let control = Set<UInt8>(0...0x1F).union([0x7F]).subtracting([0x09])
    let values =
      trickyValues + invalidTexts + arbitrary.strings(250, upTo: 40, without: control)
    var texts: [[UInt8]] = []
    var wanted: [String] = []
    for value in values {
      let options = FormatOptions(endsWithNewline: texts.count.isMultiple(of: 2))
      let ends = [value.first, value.last].compactMap(\.self)
      let isRefused =
        !control.isDisjoint(with: value) || ends.contains(0x20) || ends.contains(0x09)
      if isRefused {
        #expect(throws: FormatError.self) {
          _ = try FormatName.curl.format.encode(try login(password: value), options)
        }
        continue
      }
      texts.append(try FormatName.curl.format.encode(try login(password: value), options).bytes)
      wanted.append("Bearer " + value.hexadecimal)
    }
    #expect(texts.count > 200)
    #expect(try told(by: texts) == wanted)
  }

  @Test func `curl reads the longest line that is written`() throws {
    let plain = [UInt8](repeating: 0x78, count: 65_535)
    // `user = "a:` and `"` take 11 bytes, and one remains that is not escaped.
    let quotes = [UInt8](repeating: 0x22, count: (102_398 - 11 - 1) / 2) + [0x78]
    let texts = try [plain, quotes].map {
      try FormatName.curl.format.encode(try login(account: "a", password: $0)).bytes
    }
    #expect(texts[1].count == 102_398 + 1)
    let wanted = [plain, quotes].map { "Basic " + (Array("a:".utf8) + $0).hexadecimal }
    #expect(try told(by: texts) == wanted)
  }

  @Test func `a file that was merged into is read as it was meant`() throws {
    let format = try #require(FormatName.curl.loginFile)
    let values = trickyValues + invalidTexts
    let files = [
      "# c\nsilent\n -u old:x # mine\nmax-time = \"30\"", "user = \"o\\\"ld:x\"\r\nsilent\r\n",
      "silent",
    ]
    var (texts, wanted): ([[UInt8]], [String]) = ([], [])
    for (index, value) in values.enumerated() {
      let old = Array(files[index % files.count].utf8)
      texts.append(
        try format.text(
          saving: try login(account: "al", password: value), of: .unnamed, in: old.span,
          FormatOptions()
        ).bytes)
      wanted.append("Basic " + (Array("al:".utf8) + value).hexadecimal)
    }
    #expect(try told(by: texts) == wanted)
  }

  @Test func `what askcred reads is what curl sends`() throws {
    let words = [
      "user", "USER", "-u", "--user", "-ual:x", "oauth2-bearer", "OAuth2", " ", " ", "=", ":", "\"",
      "al:p", "al:p", "\\", "\\t", "#", "/", "\n", "\n", "\r\n", "silent\n", "-s", "-su", "\t",
      "user al:p\n",
    ]
    let texts = SingleLogin.texts(500, of: words, seed: 77)
    let told = try told(by: texts)
    #expect(told.count == texts.count)
    var logins = 0
    for (text, theirs) in zip(texts, told) {
      let source = String(decoding: text, as: UTF8.self)
      // curl refuses what else stands in the file.
      if theirs.hasPrefix("status") { continue }
      switch try SingleLogin.read(text, .curl) {
      case .refused: break
      case .none: #expect(theirs == "other header lines", "\(source.debugDescription)")
      case .login(let account, let password):
        let mine =
          account.map { "Basic " + ($0 + [0x3A] + (password ?? [])).hexadecimal }
          ?? "Bearer " + (password ?? []).hexadecimal
        #expect(theirs == mine, "\(source.debugDescription)")
        logins += 1
      }
    }
    #expect(logins > 20)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// docker's own client, which reads the file and tells an engine what it read. The engine is one of the
/// test's, which takes the request down and refuses it.
@Suite(.judges("docker", "python3")) struct DockerEnvPeers {
  /// Reads files from standard input, each after a line with its length, and prints the variables that
  /// docker asks for, in hexadecimal, or that it complained.
  private let script = #"""
    import json, os, socket, subprocess, sys, tempfile, threading

    folder = tempfile.TemporaryDirectory()
    address = os.path.join(folder.name, "engine")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    asked = []

    def answer(connection):
        with connection, connection.makefile("rwb") as stream:
            while line := stream.readline():
                length = 0
                while (header := stream.readline()).strip():
                    if header.lower().startswith(b"content-length:"):
                        length = int(header.split(b":")[1])
                body = stream.read(length)
                isCreation = b"/containers/create" in line
                if isCreation:
                    asked.append(json.loads(body)["Env"] or [])
                text = b'{"message":"no"}' if isCreation else b""
                stream.write(
                    (b"HTTP/1.1 400 Bad Request" if isCreation else b"HTTP/1.1 200 OK")
                    + b"\r\nApi-Version: 1.44\r\nContent-Type: application/json\r\n"
                    + b"Content-Length: %d\r\n\r\n" % len(text) + text)
                stream.flush()

    def serve():
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=answer, args=(connection,), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    with folder:
        path = os.path.join(folder.name, "env")
        while length := sys.stdin.buffer.readline():
            with open(path, "wb") as file:
                file.write(sys.stdin.buffer.read(int(length)))
            asked.clear()
            run = subprocess.run(
                [sys.argv[1], "--config", folder.name, "-H", "unix://" + address, "run",
                 "--env-file", path, "image"], capture_output=True, env={"HOME": folder.name})
            if len(asked) != 1:
                print("complaint")
            else:
                print(" ".join(["x"] + [word.encode().hex() for word in asked[0]]))
    """#

  private func asked(by texts: [[UInt8]]) throws -> [String] {
    let (docker, python) = (try judge("docker"), try judge("python3"))
    let input = texts.flatMap { Array("\($0.count)\n".utf8) + $0 }
    let result = try RunningProgram.run(python, ["-I", "-c", script, docker], input: input)
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self).lines
  }

  @Test func `docker asks for every value that is carried`() throws {
    let values = try SingleLogin.carried(fileValues(seed: 51), by: .dockerEnv)
    #expect(values.count > 400)
    let fields = values.enumerated().map { ("f\($0.offset)", $0.element) }
    let text = try FormatName.dockerEnv.format.encode(
      try login(account: " o'neil ", password: Array("#\"".utf8), fields: fields)
    ).bytes
    let wanted =
      [Array("ASKCRED_ACCOUNT= o'neil ".utf8), Array("ASKCRED_PASSWORD=#\"".utf8)]
      + values.enumerated().map { Array("ASKCRED_F\($0.offset)=".utf8) + $0.element }
    #expect(try asked(by: [text]) == [(["x"] + wanted.map(\.hexadecimal)).joined(separator: " ")])
  }

  @Test func `docker reads the longest line that is written`() throws {
    let longest = [UInt8](repeating: 0x78, count: 65_535 - 17)
    let text = try FormatName.dockerEnv.format.encode(try login(password: longest)).bytes
    let wanted = (Array("ASKCRED_PASSWORD=".utf8) + longest).hexadecimal
    let isRead = try asked(by: [text, text.dropLast() + [0x78]]) == ["x " + wanted, "complaint"]
    #expect(isRead)
  }

  @Test func `what askcred reads is what docker asks for`() throws {
    let words = [
      "ASKCRED_PASSWORD", "ASKCRED_PASSWORD=", "ASKCRED_ACCOUNT=a", "=", "\n", "\r\n", "\r", "#",
      "'",
      "\"", "A", "B=1\n", "export ", "\u{A0}", "\u{2028}", "\u{FEFF}", " ", "\t", "é", "\u{1C}",
      "\u{B}",
    ]
    let texts = SingleLogin.texts(400, of: words, seed: 53)
    let asked = try asked(by: texts)
    #expect(asked.count == texts.count)
    var logins = 0
    for (text, theirs) in zip(texts, asked) {
      let source = String(decoding: text, as: UTF8.self)
      let words = theirs.split(separator: " ").dropFirst()
      // The engine takes the last of several.
      func value(_ name: String) -> String? {
        let start = Array("\(name)=".utf8).hexadecimal
        return words.last { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
      }
      let (account, password) = (value("ASKCRED_ACCOUNT"), value("ASKCRED_PASSWORD"))
      // Without a value, docker takes it from its own environment, where it has none here.
      if text.split(separator: 0x0A).contains(where: { !$0.contains(0x3D) }),
        source.contains("ASKCRED")
      {
        continue
      }
      switch try SingleLogin.read(text, .dockerEnv) {
      case .refused: #expect(theirs == "complaint", "\(source.debugDescription)")
      case .none:
        #expect(theirs != "complaint" && account == nil && password == nil)
      case .login(let mine, let secret):
        #expect(theirs != "complaint", "\(source.debugDescription)")
        #expect(mine?.hexadecimal == account, "\(source.debugDescription)")
        #expect(secret?.hexadecimal == password, "\(source.debugDescription)")
        logins += 1
      }
    }
    #expect(logins > 30)
  }
}

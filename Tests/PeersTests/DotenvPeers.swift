// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// Debian's Python, which sees Debian's python-dotenv.
private let python = "/usr/bin/python3"

private let hasDotenv: Bool = {
  let result = try? RunningProgram.run(python, ["-I", "-c", "import dotenv"])
  return result?.status == 0
}()

@Suite(.enabled(if: hasDotenv, "not installed: python3-dotenv"))
struct DotenvPeers {
  /// Reads files from standard input, each after a line with its length, and prints what python-dotenv has
  /// of each: the hexadecimal values of the variables in question, or that it complained.
  private let script = #"""
    import logging, os, sys, tempfile
    from dotenv import dotenv_values

    class Complaints(logging.Handler):
        count = 0
        def emit(self, record):
            Complaints.count += 1

    logging.getLogger("dotenv.main").addHandler(Complaints())
    logging.getLogger("dotenv.main").propagate = False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "env")
        while length := sys.stdin.buffer.readline():
            with open(path, "wb") as file:
                file.write(sys.stdin.buffer.read(int(length)))
            Complaints.count = 0
            try:
                values = dotenv_values(path, encoding="utf-8")
            except UnicodeDecodeError:
                print("complaint")
                continue
            if Complaints.count:
                print("complaint")
                continue
            words = [values.get(name) for name in sys.argv[1:]]
            print(" ".join("none" if word is None else "x" + word.encode().hex() for word in words))
    """#

  private func read(_ texts: [[UInt8]], _ names: [String]) throws -> [String] {
    let input = texts.flatMap { Array("\($0.count)\n".utf8) + $0 }
    let result = try RunningProgram.run(python, ["-I", "-c", script] + names, input: input)
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self).lines
  }

  @Test func `python-dotenv has every value that is carried`() throws {
    let values = try SingleLogin.carried(fileValues(seed: 31), by: .dotenv)
    #expect(values.count > 400)
    let fields = values.enumerated().map { ("f\($0.offset)", $0.element) }
    let text = try FormatName.dotenv.format.encode(
      try login(account: "o'neil", password: [0x27, 0x0A], fields: fields)
    ).bytes
    let names = ["ASKCRED_ACCOUNT", "ASKCRED_PASSWORD"] + values.indices.map { "ASKCRED_F\($0)" }
    let wanted = [Array("o'neil".utf8), [0x27, 0x0A]] + values
    #expect(
      try read([text], names) == [wanted.map { "x" + $0.hexadecimal }.joined(separator: " ")])
  }

  @Test func `a file that was merged into is read as it was meant`() throws {
    let format = try #require(FormatName.dotenv.loginFile)
    let old = "A='1\n2' # c\r\nexport ASKCRED_PASSWORD = \"o'\\\"ld\" # mine\nB=x"
    let values = try SingleLogin.carried(fileValues(seed: 32), by: .dotenv)
    let texts = try values.map { value in
      try format.text(
        saving: try login(account: "al", password: value), of: .unnamed, in: Array(old.utf8).span,
        FormatOptions()
      ).bytes
    }
    let names = ["A", "B", "ASKCRED_ACCOUNT", "ASKCRED_PASSWORD"]
    let wanted = values.map { "x310a32 x78 x616c x" + $0.hexadecimal }
    #expect(try read(texts, names) == wanted)
  }

  @Test func `what askcred reads is what python-dotenv reads`() throws {
    let words = [
      "ASKCRED_PASSWORD", "ASKCRED_PASSWORD=", "ASKCRED_ACCOUNT='", "=", "\n", "\r\n", "\r", "#",
      " #",
      "'", "\"", "\\", "\\'", "\\\"", "export ", "A", "B=1\n", "$", "${", "}", "\u{A0}", "\u{2028}",
      " ", "\t", "é", "\\n", "\u{1C}", "\u{B}", "\\\\",
    ]
    let texts = SingleLogin.texts(6000, of: words, seed: 33)
    let read = try read(texts, ["ASKCRED_ACCOUNT", "ASKCRED_PASSWORD"])
    #expect(read.count == texts.count)
    var (logins, refused) = (0, 0)
    for (text, theirs) in zip(texts, read) {
      let source = String(decoding: text, as: UTF8.self)
      switch try SingleLogin.read(text, .dotenv) {
      case .none: #expect(theirs == "none none", "\(source.debugDescription)")
      case .refused:
        // askcred reads no value that was made from another variable.
        #expect(theirs == "complaint" || source.contains("${"), "\(source.debugDescription)")
        refused += 1
      case .login(let account, let password):
        let mine = [account, password].map { $0.map { "x" + $0.hexadecimal } ?? "none" }
        #expect(theirs == mine.joined(separator: " "), "\(source.debugDescription)")
        logins += 1
      }
    }
    #expect(logins > 300)
    #expect(refused > 500)
  }
}

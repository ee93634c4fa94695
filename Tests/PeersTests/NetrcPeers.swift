// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite(.judges("curl", "python3")) struct NetrcPeers {
  private let netrc: any LoginFile

  init() throws { netrc = try #require(FormatName.netrc.loginFile) }

  /// Reads a netrc file and names of machines, a line each in hexadecimal, and prints for each machine
  /// what a server behind curl, Python's netrc and a server behind wget, where that is given, get: account,
  /// colon and password in hexadecimal, or none.
  private let script = #"""
    import base64, http.server, netrc, os, subprocess, sys, tempfile, threading

    told = {}

    class Server(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            value = self.headers.get("Authorization")
            if value:
                scheme, token = value.split(" ")
                assert scheme == "Basic"
                told[self.headers["Host"].split(":")[0]] = base64.b64decode(token, validate=True)
            self.send_response(200 if value else 401)
            if not value:
                self.send_header("WWW-Authenticate", 'Basic realm="test"')
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    address = "127.0.0.1:%d" % server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def ask(program, *options):
        told.clear()
        subprocess.run(
            [program, *options], timeout=100, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={"HOME": folder, "http_proxy": "http://" + address})
        return [told.get(name) for name in names]

    lines = [bytes.fromhex(line[1:]) for line in sys.stdin]
    names = [line.decode() for line in lines[1:]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, ".netrc")
        with open(path, "wb") as file:
            file.write(lines[0])
        os.chmod(path, 0o600)
        with open(os.path.join(folder, "urls"), "w") as file:
            file.writelines("http://%s/\n" % name for name in names)
        with open(os.path.join(folder, "curl"), "w") as file:
            file.writelines('url = "http://%s/"\n' % name for name in names)
        answers = [ask(sys.argv[1], "--disable", "--netrc", "--config", folder + "/curl")]
        hosts = netrc.netrc(path).hosts
        logins = [hosts.get(name) for name in names]
        answers.append([login and (login[0] + ":" + login[2]).encode() for login in logins])
        if len(sys.argv) > 2:
            answers.append(ask(sys.argv[2], "--no-config", "-O", "/dev/null", "-i", folder + "/urls"))
    for name, *values in zip(names, *answers):
        print(*["none" if value is None else "x" + value.hex() for value in values])
    """#

  /// What every judge reads of each machine.
  private func answers(_ text: [UInt8], _ machines: [String]) throws -> [[String]] {
    let (curl, python) = (try judge("curl"), try judge("python3"))
    let judges = [curl] + [RunningProgram.path(of: "wget")].compactMap(\.self)
    let input = ([text] + machines.map { Array($0.utf8) }).flatMap { line in
      Array("x\(line.hexadecimal)\n".utf8)
    }
    let result = try RunningProgram.run(
      python, ["-I", "-c", script] + judges, input: input, seconds: 300)
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self).lines.map { line in
      line.split(separator: " ").map(String.init)
    }
  }

  private func expect(_ wanted: [(machine: String, login: [UInt8]?)], in text: [UInt8]) throws {
    let answers = try answers(text, wanted.map(\.machine))
    #expect(answers.count == wanted.count)
    for (answer, wanted) in zip(answers, wanted) {
      let login = wanted.login.map { "x" + $0.hexadecimal } ?? "none"
      #expect(answer.count >= 2)
      #expect(answer.allSatisfy { $0 == login }, "\(wanted.machine): \(answer), not \(login)")
    }
  }

  // curl#8908, cpython#99080, apigeetool-node#134
  @Test func `curl, Python and wget see every account and password, or it is refused`() throws {
    var arbitrary = ArbitraryBytes(seed: 8908)
    let words = ["machine", "Default", "macdef", "login", "password", "account"].map {
      Array($0.utf8)
    }
    let values =
      trickyValues + trickyLines + invalidTexts + words
      + arbitrary.strings(100, upTo: 40) + arbitrary.texts(100, upTo: 40)
      + arbitrary.strings(250, upTo: 40, without: [0x09, 0x0A, 0x0D, 0x00]).map { bytes in
        Array(String(decoding: bytes, as: UTF8.self).utf8)
      }
    var text = Array("# of tests\n\n".utf8)
    var wanted: [(String, [UInt8]?)] = []
    for (number, value) in values.enumerated() {
      let machine = "h\(number).example"
      let isCarried =
        Set([0, 0x09, 0x0A, 0x0D]).isDisjoint(with: value)
        && String(validating: value, as: UTF8.self) != nil
        && !["machine", "default", "macdef"].contains(
          String(decoding: value, as: UTF8.self).lowercased())
      if isCarried {
        text = try netrc.saving(ByteString(machine), value, value, in: text)
        wanted.append((machine, value + [0x3A] + value))
      } else {
        #expect(throws: FormatError.self) {
          _ = try netrc.saving(ByteString(machine), [0x61], value, in: text)
        }
        #expect(throws: FormatError.self) {
          _ = try netrc.saving(ByteString(machine), value, [0x61], in: text)
        }
        wanted.append((machine, nil))
      }
    }
    #expect(wanted.count { $0.1 != nil } > 250)
    try expect(wanted, in: text)
  }

  private static let former = """
    # former logins
    machine a.example login al password "x y" #
    # a comment of many words
    machine b.example
    \tlogin bo  # login of b
    \taccount dept
    \tpassword b#b
    # another comment of many words
    machine c.example password pc login lc machine d.example login ld password pd
    #comment without a blank

    machine e.example login le password pe
    # macro comes here
    macdef init
    machine c.example login no password no
    # no comment

    machine last.example login "ll" password "pl"
    default login anonymous password me@

    """

  /// What is changed and erased in a file: what stays is read as before.
  @Test(arguments: [false, true]) func `what was there is read as before`(hasCRLF: Bool) throws {
    var former = Self.former
    if hasCRLF {
      // curl knows no macro in such lines.
      let macro = try #require(former.firstRange(of: #/# macro(.*\n)+?\n/#))
      former.removeSubrange(macro)
      former = former.replacing("\n", with: "\r\n")
    }
    var text = Array(former.utf8)
    var wanted: [String: String?] = [
      "a.example": "al:x y", "b.example": "bo:b#b", "c.example": "lc:pc", "d.example": "ld:pd",
      "e.example": "le:pe", "last.example": "ll:pl",
    ]
    func check(_ text: [UInt8]) throws {
      // The others would be told the login of `default`.
      try expect(
        wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map { Array($0.utf8) }) },
        in: text)
    }
    try check(text)
    for (machine, account, password) in [
      ("a.example", "al", "#1"), ("b.example", "bo", "b \"b\""), ("e.example", "le", "\\ e"),
      ("f.example", "lf", "p f"), ("c.example", "lc", ""), ("d.example", "ld", "'"),
    ] {
      text = try netrc.saving(
        ByteString(machine), Array(account.utf8), Array(password.utf8), in: text)
      wanted[machine] = account + ":" + password
      try check(text)
    }
    for machine in ["e.example", "b.example", "d.example", "f.example", "c.example"] {
      let entry = try netrc.entries(in: text).first {
        $0.service.name == ByteString(machine)
      }
      text = try netrc.erasing(#require(entry), in: text)
      wanted[machine] = nil
      try check(text)
    }
  }

  @Test func `what askcred reads from a file is what its readers read`() throws {
    var arbitrary = ArbitraryBytes(seed: 99_080)
    // Values as people write them, in quotes and without.
    let values = arbitrary.texts(400, upTo: 12).filter { value in
      !value.contains { $0 < 0x20 || $0 == 0x7F }
    }
    var text: [UInt8] = []
    for (number, value) in values.enumerated() {
      let written =
        number.isMultiple(of: 2)
        ? value.filter { $0 != 0x20 } : [0x22] + value.flatMap { $0 == 0x22 ? [] : [$0] } + [0x22]
      let line = Array("machine h\(number).example login \"a\" password ".utf8) + written + [0x0A]
      // One that is no file for itself would be none for the others.
      guard (try? netrc.entries(in: line))?.count == 1 else { continue }
      text += line
    }
    var wanted: [(String, [UInt8]?)] = []
    for entry in try netrc.entries(in: text) {
      guard let password = try? netrc.password(of: entry, in: text) else { continue }
      wanted.append((entry.service.name.visible, Array("a:".utf8) + password))
    }
    #expect(wanted.count > 200)
    try expect(wanted, in: text)
  }

  // Python 3.11 fails for a whole file where it does not take a comment for one.
  @Test func `Python reads a file with comments of every shape after a change as before`() throws {
    let words = [
      "machine a login u password p", "machine a\n login u\n password \"p\"", "macdef m\nx # y\n\n",
      "machine b login v # c d\n password w", "machine c password \"x\" login \"y\"", "\n", "\n",
      "\n",
      " ", "\n\n", "#\n", "#c\n", "# c\n", "# c d\n", "#c d\n", "#machine a login u password old\n",
      "  # c d\n", "#c\\ d\n", "#c\\\n", "#\\ c\n", "# # c\n", "## c d\n", "# login x\n", "# \n",
    ]
    var arbitrary = ArbitraryBytes(seed: 104_511)
    var input = ""
    for (number, bytes) in arbitrary.strings(4000, upTo: 12).enumerated() {
      var text = bytes.map { words[Int($0) % words.count] }.joined(separator: " ")
      if number.isMultiple(of: 3) { text = text.replacing(" #", with: "#") }
      if number.isMultiple(of: 5) { text = text.replacing("\n", with: "\r\n") }
      let former = Array(text.utf8)
      var changed = former
      if number.isMultiple(of: 2) {
        guard let saved = try? netrc.saving("a", [0x75], [0x71], in: former) else { continue }
        changed = saved
      } else {
        guard let service = Service("a"),
          let rest = try? netrc.text(
            erasingAllOf: service, "u", in: former.span, FormatOptions())
        else { continue }
        changed = rest.bytes
      }
      if changed != former { input += "x\(former.hexadecimal) x\(changed.hexadecimal)\n" }
    }
    let script = """
      import netrc, sys, tempfile
      def reads(word):
          with tempfile.NamedTemporaryFile() as file:
              file.write(bytes.fromhex(word[1:]))
              file.flush()
              try:
                  netrc.netrc(file.name)
                  return True
              except netrc.NetrcParseError:
                  return False
      fine = 0
      for line in sys.stdin:
          former, changed = line.split()
          if reads(former):
              fine += 1
              if not reads(changed):
                  print(bytes.fromhex(former[1:]), bytes.fromhex(changed[1:]))
      print(fine > 500)
      """
    let result = try RunningProgram.run(
      try judge("python3"), ["-I", "-c", script], input: Array(input.utf8))
    #expect(result.errorText == "")
    #expect(String(decoding: result.output, as: UTF8.self) == "True\n")
  }

  @Test func `curl reads the longest line that is written`() throws {
    // `machine h login "a" password "` and `"` take 31 bytes.
    let longest = [UInt8](repeating: 0x78, count: 4094 - 31)
    for start in ["", "# c\r\n"] {
      let text = Array(start.utf8)
      let password = start.isEmpty ? longest : Array(longest.dropLast())
      try expect(
        [("h", Array("a:".utf8) + password)], in: netrc.saving("h", [0x61], password, in: text))
      #expect(throws: (any Error).self) {
        _ = try netrc.saving("h", [0x61], password + [0x78], in: text)
      }
    }
  }
}

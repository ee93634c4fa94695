// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite(.judges("nginx", "htpasswd", "python3", "setpriv")) struct HtpasswdPeers {
  /// Starts an nginx of its own that looks accounts up in the file named by the first argument, asks it
  /// and htpasswd for each pair of account and password, and for a wrong password, and prints
  /// what they say. nginx goes with the script, also where that is killed.
  private let script = #"""
    import base64, http.client, os, shutil, signal, socket, subprocess, sys, tempfile, time

    signal.alarm(100)
    nginx, htpasswd, users = sys.argv[1:]
    folder = tempfile.mkdtemp(prefix="test-", dir="/tmp")
    server = None

    def start():
        with socket.create_server(("127.0.0.1", 0)) as trial:
            port = trial.getsockname()[1]
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        places = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        with open(folder + "/nginx.conf", "w") as config:
            config.write(f"""
                daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;
                events {{}}
                http {{
                  access_log off; {places}
                  server {{
                    listen 127.0.0.1:{port}; root {folder};
                    auth_basic test; auth_basic_user_file {users};
                  }}
                }}""")
        server = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "--", nginx, "-p", folder, "-c", folder + "/nginx.conf",
             "-e", folder + "/log"],
            cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), 10).close()
                return server, port
            except ConnectionRefusedError:
                time.sleep(0.02)
        return None, None

    def answer(connection, account, password):
        token = base64.b64encode(account + b":" + password).decode()
        connection.request("GET", "/page", headers={"Authorization": "Basic " + token})
        response = connection.getresponse()
        response.read()
        return response.status

    def verdict(account, password):
        result = subprocess.run(
            [htpasswd, "-vb", users, account, password], cwd="/", stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=30)
        return result.returncode

    try:
        with open(folder + "/page", "w") as page:
            page.write("ok")
        for _ in range(5):
            # Another program may have taken the port.
            server, port = start()
            if server:
                break
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for line in sys.stdin:
            account, password = (bytes.fromhex(word[1:]) for word in line.split())
            print(answer(connection, account, password), answer(connection, account, b"x" + password),
                  verdict(account, password), verdict(account, b"x" + password), flush=True)
    finally:
        if server:
            server.kill()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    """#

  private func judgements(
    _ logins: [(account: [UInt8], password: [UInt8])], _ format: HtpasswdFormat,
    in text: String = ""
  ) throws -> [String] {
    var text = Array(text.utf8)
    for each in logins {
      text = try format.text(
        saving: try login(account: ByteString(each.account), password: each.password),
        of: .unnamed, in: text.span, FormatOptions()
      ).bytes
    }
    var folder = try TemporaryFolder()
    try folder.write(text, to: "users")
    let input = logins.map { "x\($0.account.hexadecimal) x\($0.password.hexadecimal)\n" }.joined()
    let result = try RunningProgram.run(
      try judge("python3"),
      ["-I", "-c", script, try judge("nginx"), try judge("htpasswd"), folder.path + "/users"],
      input: Array(input.utf8))
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self).lines
  }

  /// From nginx, 200 for the password and 401 for another; from htpasswd, 0 and 3.
  private let right = "200 401 0 3"

  @Test func `nginx and htpasswd take every password`() throws {
    var arbitrary = ArbitraryBytes(seed: 72)
    let values =
      trickyValues + trickyLines + invalidTexts + [[UInt8](repeating: 0xFF, count: 71)]
      + arbitrary.strings(250, upTo: 71, without: [0])
    let logins = values.enumerated().map { number, value in
      (account: Array("user\(number)".utf8), password: value)
    }
    let judgements = try judgements(logins, HtpasswdFormat(cost: 4))
    #expect(judgements.count == logins.count)
    for (number, judgement) in judgements.enumerated() {
      #expect(judgement == right, "\(values[number])")
    }
  }

  @Test func `nginx and htpasswd find every account`() throws {
    var arbitrary = ArbitraryBytes(seed: 401)
    let values =
      trickyValues + invalidTexts + arbitrary.strings(250, upTo: 40, without: [0, 0x0A, 0x3A])
      + (190...260).map { [UInt8](repeating: 0x78, count: $0) }
    let format = HtpasswdFormat(cost: 4)
    let accounts = Set(values).filter { value in
      format.refusal(of: value.span, as: .account, among: [.account, .password], FormatOptions())
        == nil
    }.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(accounts.count > 220)
    let text = "# staff\r\nothers:$apr1$lZL6V/ci$eIMz/iKDkbtys/uU7LEK00\r\n"
    let judgements = try judgements(
      accounts.map { (account: $0, password: Array("secret".utf8)) }, format, in: text)
    #expect(judgements.count == accounts.count)
    for (number, judgement) in judgements.enumerated() {
      #expect(judgement == right, "\(accounts[number])")
    }
  }

  @Test func `a hash of the usual cost is taken`() throws {
    let logins = ["secret", "", " a:b ", "é", String(repeating: "x", count: 72)].enumerated().map {
      (account: Array("user\($0)".utf8), password: Array($1.utf8))
    }
    // Behind the 72 bytes that count, another one changes nothing.
    #expect(
      try judgements(logins, HtpasswdFormat()) == [right, right, right, right, "200 200 0 0"])
  }
}

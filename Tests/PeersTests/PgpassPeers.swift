// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

@Suite struct PgpassPeers {
  /// A login of a file, with the database that it alone is for.
  private struct Login {
    let account: [UInt8]
    let password: [UInt8]
  }

  /// A file with a line for each login, for any server on 127.0.0.1 and the databases `db0`, `db1`, ….
  private func text(_ logins: [Login]) throws -> [UInt8] {
    let format = try #require(FormatName.pgpass.loginFile)
    var text = Array("# made up\n*:*:*:*:any\n".utf8)
    for (number, each) in logins.enumerated() {
      text = try format.text(
        saving: try login(account: ByteString(each.account), password: each.password),
        of: try #require(Service(ByteString("127.0.0.1/db\(number)"))), in: text.span,
        FormatOptions()
      ).bytes
    }
    return text
  }

  /// Asks libpq, which reads the file named by the first argument, to log in as each account to a
  /// server that asks for the password as it is, and prints what that server was told.
  private let recorder = #"""
    import ctypes, queue, signal, socket, struct, sys, threading

    signal.alarm(100)
    libpq = ctypes.CDLL("libpq.so.5")
    libpq.PQconnectdbParams.restype = ctypes.c_void_p
    libpq.PQfinish.argtypes = [ctypes.c_void_p]
    listener = socket.create_server(("127.0.0.1", 0))
    told = queue.Queue()

    def read(connection, count):
        data = b""
        while len(data) < count:
            part = connection.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def serve():
        while True:
            connection, _ = listener.accept()
            with connection:
                try:
                    length, version = struct.unpack("!II", read(connection, 8))
                    words = read(connection, length - 8).split(b"\0")
                    startup = dict(zip(words[0::2], words[1::2]))
                    connection.sendall(b"R" + struct.pack("!II", 8, 3))
                    kind, length = struct.unpack("!cI", read(connection, 5))
                    password = read(connection, length - 4)[:-1]
                    told.put((version, startup[b"user"], startup[b"database"], password))
                    message = b"SFATAL\0C28P01\0Mno\0\0"
                    connection.sendall(b"E" + struct.pack("!I", len(message) + 4) + message)
                except EOFError:
                    told.put(None)

    threading.Thread(target=serve, daemon=True).start()
    port = b"%d" % listener.getsockname()[1]
    for number, line in enumerate(sys.stdin):
        user = bytes.fromhex(line.strip()[1:])
        options = {
            b"host": b"127.0.0.1", b"port": port, b"dbname": b"db%d" % number, b"user": user,
            b"passfile": sys.argv[1].encode(), b"sslmode": b"disable", b"gssencmode": b"disable",
            b"connect_timeout": b"30",
        }
        words = ctypes.c_char_p * (len(options) + 1)
        libpq.PQfinish(libpq.PQconnectdbParams(words(*options, None), words(*options.values(), None), 0))
        answer = told.get(timeout=30)
        if answer is None:
            print("none")
        elif answer[:3] != (196608, user, b"db%d" % number):
            print("told", answer)
        else:
            print("x" + answer[3].hex())
    """#

  // asyncpg#1249
  @Test(.judges("psql", "python3"))
  func `libpq sends every password, and finds it by every account`() throws {
    var arbitrary = ArbitraryBytes(seed: 1249)
    let values =
      trickyValues + invalidTexts + [Array("4:K\\1".utf8), Array("*".utf8), Array("#".utf8)]
      + arbitrary.strings(250, upTo: 40, without: [0, 0x0A])
    let usable = values.filter { !$0.isEmpty && $0.last != 0x0D }
    #expect(usable.count > 290)
    let logins = usable.map { Login(account: $0.reversed(), password: $0) }
    let sent = try told(of: logins, in: try text(logins))
    #expect(sent == usable.map { "x" + $0.hexadecimal })
  }

  @Test(.judges("psql", "python3"))
  func `libpq takes the new line of a file, whatever stood there`() throws {
    let format = try #require(FormatName.pgpass.loginFile)
    let accounts = [Login(account: [0x61], password: Array("n:w\\".utf8))]
    for text in [
      "", "#", "*:*:*:*:any", "*:*:*:a:any\n", "127.0.0.1:*:db0:a:old\n", "127.0.0.1:*:db0:a:old",
      "*:*:*:*:any\n127.0.0.1:*:db0:a:old\n", "127.0.0.1:*:db0:*:any\r\n# x\r\n",
      "127.0.0.1:*:*:a:one\n127.0.0.1:*:db0:a:old\n127.0.0.1:*:db0:a:older\n",
      #"\127.0.0.1:*:\db0:\a:old"#,
    ] {
      let saved = try format.text(
        saving: try login(account: "a", password: accounts[0].password),
        of: try #require(Service("127.0.0.1/db0")), in: Array(text.utf8).span, FormatOptions()
      ).bytes
      #expect(
        try told(of: accounts, in: saved) == ["x" + accounts[0].password.hexadecimal], "\(text)")
    }
  }

  /// Lines that chance writes: what askcred reads of them is what libpq sends.
  @Test(.judges("psql", "python3"))
  func `a password is read as libpq reads it`() throws {
    var arbitrary = ArbitraryBytes(seed: 9)
    let values =
      [#"a:b"#, #"a\:b\\"#, #"\a\b"#, #"\"#, #"a\"#, "a\r", "a\r\r", " ", "*", "#"]
      .map { Array($0.utf8) } + arbitrary.strings(250, upTo: 12, without: [0, 0x0A])
    var text: [UInt8] = []
    for (number, value) in values.enumerated() {
      text += Array(#"\127.0.0.1:*:d\b\#(number):a:"#.utf8) + value + [0x0A]
    }
    let format = try #require(FormatName.pgpass.loginFile)
    let entries = try format.entries(in: text.span, FormatOptions())
    #expect(entries.count == values.count)
    var wanted: [String] = []
    for entry in entries {
      let credential = try format.credential(of: entry, in: text.span, FormatOptions())
      switch credential.password {
      case .some(let password): wanted.append("x" + password.bytes.hexadecimal)
      // libpq has no password to send, and gives up.
      case .none: wanted.append("none")
      }
    }
    let logins = values.map { Login(account: [0x61], password: $0) }
    #expect(try told(of: logins, in: text) == wanted)
  }

  private func told(of logins: [Login], in text: [UInt8]) throws -> [String] {
    var folder = try TemporaryFolder()
    try folder.write(text, to: "pgpass")
    let input = logins.map { "x\($0.account.hexadecimal)\n" }.joined()
    let result = try RunningProgram.run(
      try judge("python3"), ["-I", "-c", recorder, folder.path + "/pgpass"],
      input: Array(input.utf8))
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self).lines
  }

  /// Where PostgreSQL's server is, which Debian keeps out of the way.
  private static let serverFolder = (9...30).reversed().map { "/usr/lib/postgresql/\($0)/bin" }
    .first { unsafe access($0 + "/initdb", X_OK) == 0 }

  /// Starts a server of its own, whose programs lie in the first argument, makes a role for each pair
  /// of account and password, and prints as whom psql, which reads the file named by the second
  /// argument, is let in: by a database where the password goes over the line, and by one where it
  /// does not. The server goes with the script, also where that is killed.
  private let server = #"""
    import os, shutil, signal, socket, subprocess, sys, tempfile, time

    signal.alarm(100)
    programs, passfile = sys.argv[1:]
    folder = tempfile.mkdtemp(prefix="test-", dir="/tmp")
    data = folder + "/data"
    dropping = []
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
        dropping = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
    own = ["setpriv", "--pdeathsig", "QUIT", *dropping, "--"]
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PGPASSFILE": passfile}

    def psql(*arguments, **options):
        return subprocess.run(
            ["psql", "-X", "-At", "-w", "-v", "ON_ERROR_STOP=1", *arguments], env=environment,
            cwd="/", capture_output=True, timeout=30, **options)

    def start():
        with socket.create_server(("127.0.0.1", 0)) as trial:
            port = trial.getsockname()[1]
        server = subprocess.Popen(
            [*own, programs + "/postgres", "-D", data, "-k", folder, "-p", str(port),
             "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "shared_buffers=8MB"],
            cwd="/", env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(folder + "/log", "wb"))
        while server.poll() is None:
            ready = psql("-h", folder, "-p", str(port), "-U", "postgres", "-c", "SELECT 1", "postgres")
            if ready.returncode == 0:
                return server, str(port)
            time.sleep(0.05)
        return None, None

    server = None
    try:
        subprocess.run(
            [*own, programs + "/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
             "--locale", "C.UTF-8", "--no-sync", "--no-instructions"],
            cwd="/", env=environment, check=True, stdout=subprocess.DEVNULL)
        with open(data + "/pg_hba.conf", "w") as rules:
            rules.write("local all all trust\nhost plain all 127.0.0.1/32 password\n"
                        "host all all 127.0.0.1/32 scram-sha-256\n")
        for _ in range(5):
            # Another program may have taken the port.
            server, port = start()
            if server:
                break
        roles = [tuple(bytes.fromhex(word[1:]) for word in line.split()) for line in sys.stdin]
        sql = b"CREATE DATABASE plain;\nCREATE DATABASE proven;\n"
        for role, password in roles:
            sql += b'CREATE ROLE "%s" LOGIN PASSWORD \'%s\';\n' % (
                role.replace(b'"', b'""'), password.replace(b"'", b"''"))
        made = psql("-h", folder, "-p", port, "-U", "postgres", "-f", "-", "postgres", input=sql)
        if made.returncode:
            sys.exit(made.stderr.decode())
        for role, _ in roles:
            for database in ["plain", "proven"]:
                let_in = psql("-h", "127.0.0.1", "-p", port, "-U", role, "-c", "SELECT current_user",
                              "-d", database)
                print("x" + let_in.stdout[:-1].hex(), let_in.stderr.decode(errors="replace"), flush=True)
    finally:
        if server:
            server.send_signal(signal.SIGINT)
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    """#

  @Test(
    .judges("psql", "python3", "setpriv"),
    .enabled(if: serverFolder != nil, "not installed: PostgreSQL's server"))
  func `PostgreSQL lets psql in with every account and password`() throws {
    // What the server can have as a name and as a password: text, and not empty.
    let words = [
      "4:K\\1", "a b", " ", "  a  ", "'", "\"", "a\\", "\\:", ":", "*", "#", "#a\"b\\c", "pa$$w#'d",
      "é", "日本語", "%41", "a\tb", "@x", "a=b", "`id`", "a\rb",
    ]
    let logins = words.enumerated().map { number, word in
      Login(account: Array("\(word)\(number)".utf8), password: Array(word.utf8))
    }
    let format = try #require(FormatName.pgpass.loginFile)
    var text = Array("*:*:*:*:wrong\n".utf8)
    for each in logins {
      text = try format.text(
        saving: try login(account: ByteString(each.account), password: each.password),
        of: try #require(Service("127.0.0.1")), in: text.span, FormatOptions()
      ).bytes
    }
    var folder = try TemporaryFolder()
    try folder.write(text, to: "pgpass")
    let input = logins.map { "x\($0.account.hexadecimal) x\($0.password.hexadecimal)\n" }.joined()
    let result = try RunningProgram.run(
      try judge("python3"),
      ["-I", "-c", server, try #require(Self.serverFolder), folder.path + "/pgpass"],
      input: Array(input.utf8))
    #expect(result.errorText == "")
    let wanted = logins.flatMap { login in
      Array(repeating: "x" + login.account.hexadecimal + " ", count: 2)
    }
    #expect(String(decoding: result.output, as: UTF8.self).lines == wanted)
  }

  @Test(.judges("psql"))
  func `libpq ignores a file with a mode above the widest`() throws {
    let format = try #require(FormatName.pgpass.loginFile)
    #expect(format.widestMode & 0o666 == 0o600)
    var folder = try TemporaryFolder()
    try folder.write(Array("*:*:*:*:pw\n".utf8), to: "pgpass")
    let path = folder.path + "/pgpass"
    for (mode, isIgnored) in [(0o600, false), (0o400, false), (0o640, true), (0o604, true)] {
      #expect(unsafe chmod(path, mode_t(mode)) == 0)
      // There is no server: the file is read before that is found out.
      let result = try RunningProgram.run(
        try judge("psql"), ["-h", folder.path, "-U", "a", "-w", "app"],
        environment: ["PGPASSFILE": path])
      #expect(result.errorText.contains("has group or world access") == isIgnored, "\(mode)")
    }
  }
}

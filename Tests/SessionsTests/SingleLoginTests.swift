// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Files of one login` {
    @Test func `a login whose file names no service has none in the output`() throws {
      let folder = try TemporaryFolder()
      try Files.write("ASKCRED_PASSWORD=p\n", to: folder("f"))
      let session = try Session("get", "-f", "json", "-b", "dotenv:\(folder("f"))", "db")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "{\"service\":\"db\",\"password\":\"p\"}\n")
      let unnamed = try Session("get", "-f", "json", "-b", "dotenv:\(folder("f"))")
      #expect(try unnamed.ending() == .status(0))
      #expect(unnamed.output == "{\"password\":\"p\"}\n")
    }

    @Test func `what is saved is read by get, and the saved account is offered`() throws {
      let folder = try TemporaryFolder()
      let file = folder("app.env")
      try Files.write("# mine\nPORT=80\n", to: file)
      let save = try Session("save", "-b", "dotenv:\(file)", "--env", "DB_PASSWORD=password")
      try save.answer("Account Name: ", "alice")
      try save.answer("Password: ", "it's")
      #expect(try save.ending() == .status(0))
      #expect(
        try Files.text(file) == "# mine\nPORT=80\nASKCRED_ACCOUNT='alice'\nDB_PASSWORD=\"it's\"\n")

      let get = try Session("get", "-b", "dotenv:\(file)", "--env", "DB_PASSWORD=password")
      #expect(try get.ending() == .status(0))
      #expect(get.output == "it's\n")

      let again = try Session("save", "-b", "dotenv:\(file)", "--env", "DB_PASSWORD=password")
      try again.answer("Account Name [alice]: ", "")
      try again.answer("Password [saved]: ", "new")
      #expect(try again.ending() == .status(0))
      #expect(
        try Files.text(file) == "# mine\nPORT=80\nASKCRED_ACCOUNT='alice'\nDB_PASSWORD='new'\n")
    }

    // docker/compose#8607
    @Test func `a password that the dialect cannot carry is status 7, and makes no file`() throws {
      let folder = try TemporaryFolder()
      let session = try Session("save", "--no-account", "-b", "dotenv:\(folder("app.env"))")
      try session.answer("Password: ", "pa$$w#'d")
      #expect(try session.ending() == .status(7))
      #expect(session.errors.hasPrefix("askcred: format 'dotenv' cannot carry a '$'"))
      #expect(!session.errors.contains("w#"))
      #expect(!Files.exists(folder("app.env")))
    }

    @Test func `a credential of systemd is asked for without an account`() throws {
      let folder = try TemporaryFolder()
      // Stands in for systemd's, which needs its key: what it makes is its input in Base64.
      try Files.write(
        """
        #!/bin/sh
        echo "$@" >> '\(folder("calls"))'
        [ "$1" = encrypt ] && exec base64
        exec base64 -d
        """, to: folder("systemd-creds"), mode: 0o755)
      func session(_ arguments: String...) throws -> Session {
        try Session {
          $0.arguments = arguments
          $0.environment["PATH"] = "\(folder.path):/usr/bin:/bin"
        }
      }
      let save = try session("save", "-b", "systemd-creds:\(folder("db.cred"))", "db")
      try save.answer("Password: ", "s3cret")
      #expect(try save.ending() == .status(0))
      #expect(try Files.text(folder("db.cred")) == "czNjcmV0\n")
      let get = try session("get", "-b", "systemd-creds:\(folder("db.cred"))")
      #expect(try get.ending() == .status(0))
      #expect(get.output == "s3cret\n")
      #expect(try Files.text(folder("calls")) == "encrypt --name=db - -\ndecrypt --name=db - -\n")
    }

    @Test func `a program that waits is ended with askcred`() throws {
      let folder = try TemporaryFolder()
      try Files.write(
        "#!/bin/sh\necho $$ > '\(folder("program"))'\nkill -TERM $PPID\nexec sleep 1000\n",
        to: folder("systemd-creds"), mode: 0o755)
      try Files.write("QUJD\n", to: folder("db.cred"))
      let session = try Session {
        $0.arguments = ["get", "-b", "systemd-creds:\(folder("db.cred"))"]
        $0.environment["PATH"] = "\(folder.path):/usr/bin:/bin"
      }
      #expect(try session.ending() == .signal(15))
      let program = try #require(Int(try Files.text(folder("program")).dropLast()))
      #expect(!Files.exists("/proc/\(program)"))
    }
  }

  @Suite struct `A client of Kubernetes` {
    @Test func `it is asked for on the terminal, and answered in the version that it wants`() throws
    {
      let session = try Session {
        $0.arguments = ["-p", "Token", "-f", "kubernetes"]
        $0.environment["KUBERNETES_EXEC_INFO"] =
          #"{"apiVersion":"client.authentication.k8s.io/v1beta1","spec":{"interactive":true}}"#
      }
      try session.answer("Token: ", "t")
      #expect(try session.ending() == .status(0))
      #expect(
        session.output
          == Bytes(
            #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","#
              + "\"status\":{\"token\":\"t\"}}\n"))
    }

    @Test func `nothing is asked where it says that nobody answers`() throws {
      let session = try Session {
        $0.arguments = ["-p", "Token", "-f", "kubernetes"]
        $0.environment["KUBERNETES_EXEC_INFO"] = #"{"spec":{"interactive":false}}"#
      }
      #expect(try session.ending() == .status(4))
      #expect(session.screen == [])
      #expect(
        session.errors == "askcred: cannot ask: 'KUBERNETES_EXEC_INFO' says that nobody answers\n")
    }
  }
}

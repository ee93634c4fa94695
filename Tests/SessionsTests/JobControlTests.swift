// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

extension Sessions {
  @Suite struct `Stopping and resuming` {
    @Test func `ctrl-Z and fg at the password begin the password anew, without echo`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      let before = try shell.terminal.settings
      try shell.start("askcred -u alice >out")
      try shell.wait(for: "Password: ")
      try shell.type("ab" + Key.suspend)
      try shell.wait(for: "Stopped")
      try shell.ready()
      #expect(try shell.terminal.settings == before)
      try shell.start("fg")
      try shell.wait(for: "Password: ")
      #expect(try shell.terminal.settings.echo == false)
      try shell.type("cd\r")
      try shell.ready()
      #expect(try shell.status() == 0)
      #expect(try Files.text(folder("out")) == "alice\ncd\n")
      #expect(try shell.terminal.settings == before)
    }

    @Test func `the partial secret is gone after ctrl-Z and fg`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("askcred -p Token --echo masked >out")
      try shell.wait(for: "Token: ")
      try shell.type("ab")
      try shell.wait(for: "**")
      try shell.type(Key.suspend)
      try shell.wait(for: "Stopped")
      try shell.ready()
      try shell.start("fg")
      try shell.wait(for: "Token: ")
      try shell.type("cd\r")
      try shell.ready()
      #expect(try Files.text(folder("out")) == "cd\n")
    }

    @Test func `a partial account is kept over ctrl-Z and fg`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("askcred >out")
      try shell.wait(for: "Account Name: ")
      try shell.type("alic")
      try shell.wait(for: "alic")
      try shell.type(Key.suspend)
      try shell.wait(for: "Stopped")
      try shell.ready()
      try shell.start("fg")
      try shell.wait(for: "Account Name: ")
      try shell.wait(for: "alic")
      try shell.type("e\r")
      try shell.wait(for: "Password: ")
      try shell.type("secret\r")
      try shell.ready()
      #expect(try Files.text(folder("out")) == "alice\nsecret\n")
    }

    @Test func `a confirmation goes on after several stops`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("askcred -u alice --confirm >out")
      try shell.wait(for: "Password: ")
      try shell.type("secret\r")
      for _ in 0..<3 {
        try shell.wait(for: "Password (again): ")
        try shell.type("se" + Key.suspend)
        try shell.wait(for: "Stopped")
        try shell.ready()
        try shell.start("fg")
      }
      try shell.wait(for: "Password (again): ")
      try shell.type("secret\r")
      try shell.ready()
      #expect(try Files.text(folder("out")) == "alice\nsecret\n")
    }

    @Test func `started in the background it stops, and asks after fg`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.run("askcred -u alice >out &")
      try shell.wait(forState: "T", of: "askcred")
      #expect(!shell.session.screen.contains("Password: "))
      try shell.start("fg")
      try shell.wait(for: "Password: ")
      #expect(try shell.terminal.settings.echo == false)
      try shell.type("secret\r")
      try shell.ready()
      #expect(try Files.text(folder("out")) == "alice\nsecret\n")
      #expect(try shell.terminal.settings.echo)
    }

    /// In the shell's own process group askcred cannot be stopped alone: nobody would resume it.
    @Test(arguments: [false, true])
    func `ctrl-Z in a command substitution does not hang the shell`(nested: Bool) throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      var prompt = "ready> "
      if nested {
        prompt = "inner> "
        try shell.start("PS1='inner'\"> \" bash --norc --noprofile --noediting -i")
        try shell.wait(for: prompt)
      }
      try shell.start("x=$(askcred -p Token)")
      try shell.wait(for: "Token: ")
      try shell.type("ab" + Key.suspend)
      try shell.wait(for: "Token: ")
      #expect(try shell.terminal.settings.echo == false)
      try shell.type("cd\r")
      try shell.wait(for: prompt)
      try shell.start("echo \"<$x>\"")
      try shell.wait(for: "\n<cd>")
    }

    /// The whole job stops there, and goes on with `fg`.
    @Test(arguments: [
      "askcred -p Token | cat >out", "sh -c 'x=$(askcred -p Token); echo \"$x\"' >out",
      "(askcred -p Token) >out",
    ])
    func `ctrl-Z stops a pipeline or a script as a whole`(command: String) throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start(command)
      try shell.wait(for: "Token: ")
      try shell.type("ab" + Key.suspend)
      // The shell tells of its own child alone.
      try shell.wait(for: "Stopped")
      try shell.ready()
      try shell.wait(forState: "T", of: "askcred")
      #expect(try shell.terminal.settings.echo)
      try shell.start("fg")
      try shell.wait(for: "Token: ")
      #expect(try shell.terminal.settings.echo == false)
      try shell.type("cd\r")
      try shell.ready()
      #expect(try Files.text(folder("out")) == "cd\n")
      #expect(try shell.terminal.settings.echo)
    }

    @Test func `ctrl-Z while a check runs stops, and the check's word counts after fg`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      let check = "echo >ready; until [ -e go ]; do sleep 0.01; done; cat >got"
      try shell.start("askcred -p Token --check '\(check)' >out")
      try shell.wait(for: "Token: ")
      try shell.type("secret\r")
      try shell.session.wait(until: "checking") { Files.exists(folder("ready")) }
      try shell.type(Key.suspend)
      try shell.wait(for: "Stopped")
      try shell.ready()
      try Files.write("", to: folder("go"))
      try shell.run("fg")
      #expect(try shell.status() == 0)
      #expect(try Files.text(folder("out")) == "secret\n")
      #expect(try Files.text(folder("got")) == "secret")
    }

    @Test func `stopped by SIGSTOP, which cannot be noticed, it has no echo after fg`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      try shell.start("askcred -p Token >out")
      try shell.wait(for: "Token: ")
      let process = try shell.wait(forState: "S", of: "askcred")
      kill(process, SIGSTOP)
      try shell.wait(for: "Stopped")
      try shell.ready()
      try shell.start("fg")
      try shell.wait(forState: "S", of: "askcred")
      try shell.type("lemur\r")
      try shell.ready()
      #expect(try Files.text(folder("out")) == "lemur\n")
      #expect(!shell.session.screen.contains("lemur"))
      #expect(try shell.terminal.settings.echo)
    }

    @Test func `ctrl-Z where nobody could resume it begins the question anew`() throws {
      let session = try Session("-p", "Token")
      try session.wait(for: "Token: ")
      try session.type("ab" + Key.suspend)
      try session.wait(for: "Token: ")
      #expect(try session.terminal.settings.echo == false)
      try session.type("cd\r")
      #expect(try session.ending() == .status(0))
      #expect(session.output == "cd\n")
      #expect(try session.terminal.settings == session.before)
    }

    @Test func `a stopped askcred can be killed, and nothing is written`() throws {
      let folder = try TemporaryFolder()
      let shell = try Shell(in: folder.path)
      let before = try shell.terminal.settings
      try shell.start("askcred -p Token -o out")
      try shell.wait(for: "Token: ")
      try shell.type(Key.suspend)
      try shell.wait(for: "Stopped")
      try shell.ready()
      try shell.run("kill %1")
      try shell.run("fg; wait")
      #expect(folder.names == [])
      #expect(try shell.terminal.settings == before)
    }
  }
}

// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// What a person sees, cell by cell.
  @Suite(.enabled(if: Pane.isAvailable, "tmux is not installed"))
  struct `The screen` {
    /// Expects the lines, waiting for them.
    private func expect(
      _ lines: [String], on pane: Pane, at location: SourceLocation = #_sourceLocation
    ) throws {
      let found = try pane.lines(becoming: lines)
      #expect(found == lines, sourceLocation: location)
    }

    @Test func `a dialogue at 80 columns`() throws {
      let pane = try Pane(
        columns: 80,
        running: """
          askcred --title 'Server Password' --message 'Sign in to mail.example.com' --echo masked \
          --field 'realm=Realm' >/dev/null; echo "status $?"
          """)
      var lines = ["Server Password", "Sign in to mail.example.com", "Account Name:"]
      try expect(lines, on: pane)
      try pane.type("alice")
      lines[2] = "Account Name: alice"
      try expect(lines, on: pane)
      try pane.press("Enter")
      try expect(lines + ["Password:"], on: pane)
      try pane.type("secret")
      try expect(lines + ["Password: ******"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(lines + ["Password: ****"], on: pane)
      try pane.press("Enter")
      lines += ["Password: ****", "Realm:"]
      try expect(lines, on: pane)
      try pane.type("home")
      try pane.press("Enter")
      lines[4] = "Realm: home"
      try expect(lines + ["status 0"], on: pane)
    }

    @Test func `a dialogue at 20 columns`() throws {
      let pane = try Pane(
        columns: 20,
        running: """
          askcred --title 'Server Password' --message 'Sign in to mail.example.com' \
          >/dev/null; echo "status $?"
          """)
      var lines = ["Server Password", "Sign in to mail.exa…", "Account Name:"]
      try expect(lines, on: pane)
      try pane.type("bob")
      try pane.press("Enter")
      lines[2] = "Account Name: bob"
      try expect(lines + ["Password:"], on: pane)
      try pane.type("secret")
      try pane.press("Enter")
      try expect(lines + ["Password:", "status 0"], on: pane)
    }

    @Test(arguments: ["TERM=dumb", "TERM=nosuch", "TERM=linux", "TERM=xterm-256color", "TERM="])
    func `account and masks are edited alike on every kind of terminal`(setting: String) throws {
      let pane = try Pane(columns: 40, running: "\(setting) askcred --echo masked")
      try expect(["Account Name:"], on: pane)
      try pane.type("bobby")
      try pane.press("BSpace", "BSpace")
      try expect(["Account Name: bob"], on: pane)
      try pane.type("日本")
      try pane.press("BSpace")
      try expect(["Account Name: bob日"], on: pane)
      try pane.press("Enter")
      try expect(["Account Name: bob日", "Password:"], on: pane)
      try pane.type("secret")
      try pane.press("BSpace")
      try expect(["Account Name: bob日", "Password: *****"], on: pane)
    }

    @Test func `an account that comes in one burst with its Enter stands on the screen`() throws {
      let pane = try Pane(columns: 80, running: "askcred")
      try expect(["Account Name:"], on: pane)
      try pane.type("alice\rsecret")
      try expect(["Account Name: alice", "Password:"], on: pane)
    }

    @Test(arguments: [
      ("12345678901234567890", "12345678901234567890"),
      ("123456789012345678901", "1234567890123456789…"), ("日本語日本語日本語日", "日本語日本語日本語日"),
      ("日本語日本語日本語日本", "日本語日本語日本語…"), ("a日本語日本語日本語日", "a日本語日本語日本語…"),
      ("e\u{301}234567890123456789012", "e\u{301}234567890123456789…"),
    ])
    func `a message is cut at the width in cells`(message: String, shown: String) throws {
      let pane = try Pane(columns: 20, running: "askcred --message '\(message)' -u alice")
      try expect([shown, "Password:"], on: pane)
    }

    @Test func `an account longer than the line goes on in the next, and back`() throws {
      let pane = try Pane(columns: 20, running: "askcred")
      try expect(["Account Name:"], on: pane)
      try pane.type("abcdefghijklmnop")
      try expect(["Account Name: abcdef", "ghijklmnop"], on: pane)
      for _ in 0..<12 { try pane.press("BSpace") }
      try expect(["Account Name: abcd"], on: pane)
      try pane.type("wxyz1")
      try expect(["Account Name: abcdwx", "yz1"], on: pane)
      try pane.press("Enter")
      try expect(["Account Name: abcdwx", "yz1", "Password:"], on: pane)
    }

    @Test func `wide characters in an account take two cells each`() throws {
      let pane = try Pane(columns: 20, running: "askcred")
      try expect(["Account Name:"], on: pane)
      try pane.type("日本語日")
      try expect(["Account Name: 日本語", "日"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(["Account Name: 日本"], on: pane)
      try pane.press("Left")
      try pane.type("a")
      try expect(["Account Name: 日a本"], on: pane)
      try pane.press("Left", "BSpace")
      try expect(["Account Name: a本"], on: pane)
      try pane.press("Enter")
      try expect(["Account Name: a本", "Password:"], on: pane)
    }

    @Test func `a wide character that does not fit goes to the next line whole`() throws {
      let pane = try Pane(columns: 20, running: "askcred")
      try expect(["Account Name:"], on: pane)
      try pane.type("a日本語")
      try expect(["Account Name: a日本", "語"], on: pane)
      try pane.press("BSpace")
      try expect(["Account Name: a日本"], on: pane)
      try pane.type("b")
      try expect(["Account Name: a日本b"], on: pane)
    }

    // sudo-rs#1494
    @Test func `masks are erased with their characters, the prompt stays`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --echo masked")
      try expect(["Password:"], on: pane)
      try pane.type("aö€😀")
      try expect(["Password: ****"], on: pane)
      try pane.press("BSpace", "BSpace", "BSpace")
      try expect(["Password: *"], on: pane)
      try pane.press("BSpace", "BSpace", "BSpace")
      try expect(["Password:"], on: pane)
      try pane.type("xy")
      try expect(["Password: **"], on: pane)
      try pane.press("C-u")
      try expect(["Password:"], on: pane)
    }

    @Test func `masks end before the end of the line, and go with the characters they stand for`()
      throws
    {
      let pane = try Pane(columns: 20, running: "askcred -u alice --echo masked")
      try expect(["Password:"], on: pane)
      try pane.type("01234567")
      try expect(["Password: ********"], on: pane)
      try pane.type("89abcdef")
      try expect(["Password: *********"], on: pane)
      for _ in 0..<9 { try pane.press("BSpace") }
      try expect(["Password: *******"], on: pane)
      try pane.press("BSpace")
      try expect(["Password: ******"], on: pane)
      try pane.type("0123456789")
      try expect(["Password: *********"], on: pane)
      try pane.press("C-u")
      try expect(["Password:"], on: pane)
    }

    @Test func `a plain secret is erased by its width, and its end stays in the line`() throws {
      let pane = try Pane(columns: 20, running: "askcred -u alice --echo plain")
      try expect(["Password:"], on: pane)
      try pane.type("a日e\u{301}本b")
      try expect(["Password: a日e\u{301}本b"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(["Password: a日e\u{301}"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(["Password: a"], on: pane)
      try pane.type("12345678日")
      try expect(["Password: 2345678日"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(["Password: a1234567"], on: pane)
    }

    @Test func `a mismatch is told between the attempts`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --confirm; echo \"status $?\"")
      var lines = ["Password:"]
      try expect(lines, on: pane)
      try pane.type("one")
      try pane.press("Enter")
      lines.append("Password (again):")
      try expect(lines, on: pane)
      try pane.type("two")
      try pane.press("Enter")
      lines += ["The two entries differ; try again.", "Password:"]
      try expect(lines, on: pane)
      try pane.press("C-d")
      try expect(lines + ["askcred: cancelled", "status 3"], on: pane)
    }

    @Test func `a suggestion is shown in the prompt, and comes in by a cursor key`() throws {
      let pane = try Pane(columns: 80, running: "askcred --suggest bob")
      try expect(["Account Name [bob]:"], on: pane)
      try pane.press("Right")
      try expect(["Account Name [bob]: bob"], on: pane)
      try pane.type("by")
      try expect(["Account Name [bob]: bobby"], on: pane)
    }

    @Test func `after ctrl-Z and fg the prompt stands again`() throws {
      let pane = try Pane(
        columns: 80, running: "PS1='$ ' exec bash --norc --noprofile -i")
      try expect(["$"], on: pane)
      try pane.type("askcred -u alice >/dev/null")
      try pane.press("Enter")
      var lines = ["$ askcred -u alice >/dev/null", "Password:"]
      try expect(lines, on: pane)
      try pane.type("ab")
      try pane.press("C-z")
      // The shell begins a line of its own for what it says.
      lines += ["", "[1]+  Stopped                 askcred -u alice > /dev/null", "$"]
      try expect(lines, on: pane)
      try pane.type("fg")
      try pane.press("Enter")
      lines[4] = "$ fg"
      lines += ["askcred -u alice > /dev/null", "Password:"]
      try expect(lines, on: pane)
      try pane.type("cd")
      try pane.press("Enter")
      try expect(lines + ["$"], on: pane)
    }

    @Test func `a partial account stands again after ctrl-Z and fg`() throws {
      let pane = try Pane(
        columns: 80, running: "PS1='$ ' exec bash --norc --noprofile -i")
      try expect(["$"], on: pane)
      try pane.type("askcred >/dev/null")
      try pane.press("Enter")
      try expect(["$ askcred >/dev/null", "Account Name:"], on: pane)
      try pane.type("alic")
      try expect(["$ askcred >/dev/null", "Account Name: alic"], on: pane)
      try pane.press("C-z")
      var lines = [
        "$ askcred >/dev/null", "Account Name: alic", "",
        "[1]+  Stopped                 askcred > /dev/null", "$",
      ]
      try expect(lines, on: pane)
      try pane.type("fg")
      try pane.press("Enter")
      lines[4] = "$ fg"
      try expect(lines + ["askcred > /dev/null", "Account Name: alic"], on: pane)
      try pane.type("e")
      try expect(lines + ["askcred > /dev/null", "Account Name: alice"], on: pane)
    }

    @Test func `an account is shown whole again at another width`() throws {
      let pane = try Pane(columns: 80, running: "askcred")
      try expect(["Account Name:"], on: pane)
      try pane.type("alice@example.com")
      try expect(["Account Name: alice@example.com"], on: pane)
      try pane.resize(columns: 60)
      try pane.type("x")
      try expect(["Account Name: alice@example.comx"], on: pane)
    }

    @Test func `a pasted password shows a mask for each character`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --echo masked")
      try expect(["Password:"], on: pane)
      try pane.paste("päßword")
      try expect(["Password: *******"], on: pane)
    }
  }
}

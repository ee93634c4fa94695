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
      #expect(try pane.lines(becoming: lines) == lines, sourceLocation: location)
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
      let pane = try Pane(columns: 20, running: "askcred >out; echo \"status $?\"; cat out; rm out")
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
      try pane.type("a日本語")
      try expect(["Account Name: a日本", "語"], on: pane)
      try pane.press("BSpace")
      try expect(["Account Name: a日本"], on: pane)
      try pane.type("b")
      try expect(["Account Name: a日本b"], on: pane)
      try pane.press("Enter")
      try expect(["Account Name: a日本b", "Password:"], on: pane)
    }

    // sudo-rs#1494
    @Test func `masks are erased with their characters, the prompt stays`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --echo masked")
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

    @Test func `masks that fill lines are erased over the lines' ends`() throws {
      let pane = try Pane(columns: 20, running: "askcred -u alice --echo masked")
      try pane.type("0123456789")
      try expect(["Password: **********"], on: pane)
      try pane.type("01234567890123456789ab")
      try expect(["Password: **********", "********************", "**"], on: pane)
      for _ in 0..<5 { try pane.press("BSpace") }
      try expect(["Password: **********", "*****************"], on: pane)
      for _ in 0..<17 { try pane.press("BSpace") }
      try expect(["Password: **********"], on: pane)
      try pane.press("BSpace")
      try expect(["Password: *********"], on: pane)
      try pane.type("01234567890")
      try expect(["Password: **********", "**********"], on: pane)
      try pane.press("C-u")
      try expect(["Password:"], on: pane)
    }

    @Test func `a plain secret is erased by its width`() throws {
      let pane = try Pane(columns: 20, running: "askcred -u alice --echo plain")
      try pane.type("a日e\u{301}本b")
      try expect(["Password: a日e\u{301}本b"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(["Password: a日e\u{301}"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(["Password: a"], on: pane)
      try pane.type("12345678日")
      try expect(["Password: a12345678", "日"], on: pane)
      try pane.press("BSpace", "BSpace")
      try expect(["Password: a1234567"], on: pane)
    }

    @Test func `a mismatch is told between the attempts`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --confirm; echo \"status $?\"")
      for secret in ["one", "two"] {
        try pane.type(secret)
        try pane.press("Enter")
      }
      let lines = ["Password:", "Password (again):", "the two entries differ", "Password:"]
      try expect(lines, on: pane)
      try pane.press("C-c")
      #expect(try pane.lines(becoming: lines).prefix(4) == lines[...])
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
      lines += ["[1]+  Stopped                 askcred -u alice > /dev/null", "$"]
      try expect(lines, on: pane)
      try pane.type("fg")
      try pane.press("Enter")
      lines[3] = "$ fg"
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
        "$ askcred >/dev/null", "Account Name: alic",
        "[1]+  Stopped                 askcred > /dev/null", "$",
      ]
      try expect(lines, on: pane)
      try pane.type("fg")
      try pane.press("Enter")
      lines[3] = "$ fg"
      try expect(lines + ["askcred > /dev/null", "Account Name: alic"], on: pane)
      try pane.type("e")
      try expect(lines + ["askcred > /dev/null", "Account Name: alice"], on: pane)
    }

    @Test func `an account is shown whole again at another width`() throws {
      let pane = try Pane(columns: 80, running: "askcred")
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

// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// What a person sees of a dialogue, cell by cell.
  @Suite(.enabled(if: Pane.isAvailable, "tmux is not installed"))
  struct `The screen` {
    @Test func `a dialogue at 80 columns`() throws {
      let pane = try Pane(
        columns: 80,
        running: """
          askcred --title 'Server Password' --message 'Sign in to mail.example.com' --echo masked \
          --field 'realm=Realm' >/dev/null; echo "status $?"
          """)
      var lines = ["Server Password", "Sign in to mail.example.com", "Account Name:"]
      try pane.expect(lines)
      try pane.type("alice")
      lines[2] = "Account Name: alice"
      try pane.expect(lines)
      try pane.press("Enter")
      try pane.expect(lines + ["Password:"])
      try pane.type("secret")
      try pane.expect(lines + ["Password: ******"])
      try pane.press("BSpace", "BSpace")
      try pane.expect(lines + ["Password: ****"])
      try pane.press("Enter")
      lines += ["Password: ****", "Realm:"]
      try pane.expect(lines)
      try pane.type("home")
      try pane.press("Enter")
      lines[4] = "Realm: home"
      try pane.expect(lines + ["status 0"])
    }

    @Test func `a dialogue at 20 columns`() throws {
      let pane = try Pane(
        columns: 20,
        running: """
          askcred --title 'Server Password' --message 'Sign in to mail.example.com' \
          >/dev/null; echo "status $?"
          """)
      var lines = ["Server Password", "Sign in to mail.exa…", "Account Name:"]
      try pane.expect(lines)
      try pane.type("bob")
      try pane.press("Enter")
      lines[2] = "Account Name: bob"
      try pane.expect(lines + ["Password:"])
      try pane.type("secret")
      try pane.press("Enter")
      try pane.expect(lines + ["Password:", "status 0"])
    }

    @Test(arguments: [
      ("12345678901234567890", "12345678901234567890"),
      ("123456789012345678901", "1234567890123456789…"), ("日本語日本語日本語日", "日本語日本語日本語日"),
      ("日本語日本語日本語日本", "日本語日本語日本語…"), ("a日本語日本語日本語日", "a日本語日本語日本語…"),
      ("e\u{301}234567890123456789012", "e\u{301}234567890123456789…"),
    ])
    func `a message is cut at the width in cells`(message: String, shown: String) throws {
      let pane = try Pane(columns: 20, running: "askcred --message '\(message)' -u alice")
      try pane.expect([shown, "Password:"])
    }

    @Test func `a mismatch is told between the attempts`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --confirm; echo \"status $?\"")
      var lines = ["Password:"]
      try pane.expect(lines)
      try pane.type("one")
      try pane.press("Enter")
      lines.append("Password (again):")
      try pane.expect(lines)
      try pane.type("two")
      try pane.press("Enter")
      lines += ["The two entries differ; try again.", "Password:"]
      try pane.expect(lines)
      try pane.press("C-d")
      try pane.expect(lines + ["askcred: cancelled", "status 3"])
    }

    @Test func `a suggestion is shown in the prompt, and comes in by a cursor key`() throws {
      let pane = try Pane(columns: 80, running: "askcred --suggest bob")
      try pane.expect(["Account Name [bob]:"])
      try pane.press("Right")
      try pane.expect(["Account Name [bob]: bob"])
      try pane.type("by")
      try pane.expect(["Account Name [bob]: bobby"])
    }

    @Test func `after ctrl-Z and fg the prompt stands again`() throws {
      let pane = try Pane(
        columns: 80, running: "PS1='$ ' exec bash --norc --noprofile -i")
      try pane.expect(["$"])
      try pane.type("askcred -u alice >/dev/null")
      try pane.press("Enter")
      var lines = ["$ askcred -u alice >/dev/null", "Password:"]
      try pane.expect(lines)
      try pane.type("ab")
      try pane.press("C-z")
      // The shell begins a line of its own for what it says.
      lines += ["", "[1]+  Stopped                 askcred -u alice > /dev/null", "$"]
      try pane.expect(lines)
      try pane.type("fg")
      try pane.press("Enter")
      lines[4] = "$ fg"
      lines += ["askcred -u alice > /dev/null", "Password:"]
      try pane.expect(lines)
      try pane.type("cd")
      try pane.press("Enter")
      try pane.expect(lines + ["$"])
    }

    @Test func `a partial account stands again after ctrl-Z and fg`() throws {
      let pane = try Pane(
        columns: 80, running: "PS1='$ ' exec bash --norc --noprofile -i")
      try pane.expect(["$"])
      try pane.type("askcred >/dev/null")
      try pane.press("Enter")
      try pane.expect(["$ askcred >/dev/null", "Account Name:"])
      try pane.type("alic")
      try pane.expect(["$ askcred >/dev/null", "Account Name: alic"])
      try pane.press("C-z")
      var lines = [
        "$ askcred >/dev/null", "Account Name: alic", "",
        "[1]+  Stopped                 askcred > /dev/null", "$",
      ]
      try pane.expect(lines)
      try pane.type("fg")
      try pane.press("Enter")
      lines[4] = "$ fg"
      try pane.expect(lines + ["askcred > /dev/null", "Account Name: alic"])
      try pane.type("e")
      try pane.expect(lines + ["askcred > /dev/null", "Account Name: alice"])
    }
  }
}

extension Pane {
  /// Expects the lines on the screen, waiting for them.
  func expect(_ lines: [String], at location: SourceLocation = #_sourceLocation) throws {
    let found = try self.lines(becoming: lines)
    #expect(found == lines, sourceLocation: location)
  }
}

// SPDX-License-Identifier: MIT

import TerminalSession
import Testing

extension Sessions {
  /// What a person sees of a line while it is typed, cell by cell.
  @Suite(.enabled(if: Pane.isAvailable, "tmux is not installed"))
  struct `A line on the screen` {
    @Test(arguments: ["TERM=dumb", "TERM=nosuch", "TERM=linux", "TERM=xterm-256color", "TERM="])
    func `account and masks are edited alike on every kind of terminal`(setting: String) throws {
      let pane = try Pane(columns: 40, running: "\(setting) askcred --echo masked")
      try pane.expect(["Account Name:"])
      try pane.type("bobby")
      try pane.press("BSpace", "BSpace")
      try pane.expect(["Account Name: bob"])
      try pane.type("日本")
      try pane.press("BSpace")
      try pane.expect(["Account Name: bob日"])
      try pane.press("Enter")
      try pane.expect(["Account Name: bob日", "Password:"])
      try pane.type("secret")
      try pane.press("BSpace")
      try pane.expect(["Account Name: bob日", "Password: *****"])
    }

    @Test func `an account that comes in one burst with its Enter stands on the screen`() throws {
      let pane = try Pane(columns: 80, running: "askcred")
      try pane.expect(["Account Name:"])
      try pane.type("alice\rsecret")
      try pane.expect(["Account Name: alice", "Password:"])
    }

    @Test func `an account longer than the line goes on in the next, and back`() throws {
      let pane = try Pane(columns: 20, running: "askcred")
      try pane.expect(["Account Name:"])
      try pane.type("abcdefghijklmnop")
      try pane.expect(["Account Name: abcdef", "ghijklmnop"])
      for _ in 0..<12 { try pane.press("BSpace") }
      try pane.expect(["Account Name: abcd"])
      try pane.type("wxyz1")
      try pane.expect(["Account Name: abcdwx", "yz1"])
      try pane.press("Enter")
      try pane.expect(["Account Name: abcdwx", "yz1", "Password:"])
    }

    @Test func `wide characters in an account take two cells each`() throws {
      let pane = try Pane(columns: 20, running: "askcred")
      try pane.expect(["Account Name:"])
      try pane.type("日本語日")
      try pane.expect(["Account Name: 日本語", "日"])
      try pane.press("BSpace", "BSpace")
      try pane.expect(["Account Name: 日本"])
      try pane.press("Left")
      try pane.type("a")
      try pane.expect(["Account Name: 日a本"])
      try pane.press("Left", "BSpace")
      try pane.expect(["Account Name: a本"])
      try pane.press("Enter")
      try pane.expect(["Account Name: a本", "Password:"])
    }

    @Test func `a wide character that does not fit goes to the next line whole`() throws {
      let pane = try Pane(columns: 20, running: "askcred")
      try pane.expect(["Account Name:"])
      try pane.type("a日本語")
      try pane.expect(["Account Name: a日本", "語"])
      try pane.press("BSpace")
      try pane.expect(["Account Name: a日本"])
      try pane.type("b")
      try pane.expect(["Account Name: a日本b"])
    }

    // sudo-rs#1494
    @Test func `masks are erased with their characters, the prompt stays`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --echo masked")
      try pane.expect(["Password:"])
      try pane.type("aö€😀")
      try pane.expect(["Password: ****"])
      try pane.press("BSpace", "BSpace", "BSpace")
      try pane.expect(["Password: *"])
      try pane.press("BSpace", "BSpace", "BSpace")
      try pane.expect(["Password:"])
      try pane.type("xy")
      try pane.expect(["Password: **"])
      try pane.press("C-u")
      try pane.expect(["Password:"])
    }

    @Test func `masks end before the end of the line, and go with the characters they stand for`()
      throws
    {
      let pane = try Pane(columns: 20, running: "askcred -u alice --echo masked")
      try pane.expect(["Password:"])
      try pane.type("01234567")
      try pane.expect(["Password: ********"])
      try pane.type("89abcdef")
      try pane.expect(["Password: *********"])
      for _ in 0..<9 { try pane.press("BSpace") }
      try pane.expect(["Password: *******"])
      try pane.press("BSpace")
      try pane.expect(["Password: ******"])
      try pane.type("0123456789")
      try pane.expect(["Password: *********"])
      try pane.press("C-u")
      try pane.expect(["Password:"])
    }

    @Test func `a plain secret is erased by its width, and its end stays in the line`() throws {
      let pane = try Pane(columns: 20, running: "askcred -u alice --echo plain")
      try pane.expect(["Password:"])
      try pane.type("a日e\u{301}本b")
      try pane.expect(["Password: a日e\u{301}本b"])
      try pane.press("BSpace", "BSpace")
      try pane.expect(["Password: a日e\u{301}"])
      try pane.press("BSpace", "BSpace")
      try pane.expect(["Password: a"])
      try pane.type("12345678日")
      try pane.expect(["Password: 2345678日"])
      try pane.press("BSpace", "BSpace")
      try pane.expect(["Password: a1234567"])
    }

    @Test func `an account is shown whole again at another width`() throws {
      let pane = try Pane(columns: 80, running: "askcred")
      try pane.expect(["Account Name:"])
      try pane.type("alice@example.com")
      try pane.expect(["Account Name: alice@example.com"])
      try pane.resize(columns: 60)
      try pane.type("x")
      try pane.expect(["Account Name: alice@example.comx"])
    }

    @Test func `a pasted password shows a mask for each character`() throws {
      let pane = try Pane(columns: 80, running: "askcred -u alice --echo masked")
      try pane.expect(["Password:"])
      try pane.paste("päßword")
      try pane.expect(["Password: *******"])
    }
  }
}

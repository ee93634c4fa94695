// SPDX-License-Identifier: MIT

import Glibc
import TerminalSession
import Testing

/// Where a dialogue can stand.
enum Phase: Int, CaseIterable {
  case account, password, confirmation, field, secretField

  static let questions: [(prompt: String, answer: String)] = [
    ("Account Name: ", "alice"), ("Password: ", "secret-1"), ("Password (again): ", "secret-1"),
    ("Realm: ", "home"), ("Code: ", "secret-2"),
  ]
}

/// How a dialogue can end.
enum WayOut: CaseIterable {
  case answer, endOfFile, interruptKey, quitKey, interrupt, terminate, hangUp, quit, lostTerminal

  var endings: [Session.Ending] {
    switch self {
    case .answer: [.status(0)]
    case .endOfFile: [.status(3)]
    case .interruptKey, .interrupt: [.signal(SIGINT)]
    case .quitKey, .quit: [.signal(SIGQUIT)]
    case .terminate: [.signal(SIGTERM)]
    case .hangUp: [.signal(SIGHUP)]
    // The kernel sends the signal and breaks the reading; either may be seen first.
    case .lostTerminal: [.signal(SIGHUP), .status(4)]
    }
  }
}

extension Sessions {
  @Suite struct `Every way out of every question` {
    /// A dialogue on a terminal with settings of its own, brought to `phase`.
    private func session(
      at phase: Phase, writingTo path: String, timeout: String? = nil,
      _ change: (inout TerminalSettings) -> Void = { settings in
        settings.flowControl = false
        settings.erase = 0x08
        settings.kill = 0x18
      }
    ) throws -> Session {
      let terminal = try Terminal()
      try terminal.change(change)
      let session = try Session(on: terminal) {
        $0.arguments = [
          "--confirm", "--field", "realm=Realm", "--secret-field", "code=Code", "-o", path,
        ]
        if let timeout { $0.arguments += ["--timeout", timeout] }
        $0.environment["TERM"] = "xterm-256color"
      }
      for question in Phase.questions[..<phase.rawValue] {
        try session.answer(question.prompt, question.answer)
      }
      try session.wait(for: Phase.questions[phase.rawValue].prompt)
      #expect(try terminal.settings.echo == false)
      return session
    }

    private func leave(_ session: Session, by way: WayOut, at phase: Phase) throws {
      switch way {
      case .answer:
        try session.type(Phase.questions[phase.rawValue].answer + Key.enter)
        for question in Phase.questions[(phase.rawValue + 1)...] {
          try session.answer(question.prompt, question.answer)
        }
      case .endOfFile: try session.type(Key.endOfFile)
      case .interruptKey: try session.type("sec" + Key.interrupt)
      case .quitKey: try session.type("sec" + Key.quit)
      case .interrupt: session.signal(SIGINT)
      case .terminate: session.signal(SIGTERM)
      case .hangUp: session.signal(SIGHUP)
      case .quit: session.signal(SIGQUIT)
      case .lostTerminal: session.terminal.hangUp()
      }
    }

    @Test(arguments: Phase.allCases, WayOut.allCases)
    func `the terminal is as before, and only an answer is written`(
      phase: Phase, way: WayOut
    ) throws {
      let folder = try TemporaryFolder()
      let session = try session(at: phase, writingTo: folder("out"))
      try leave(session, by: way, at: phase)
      #expect(way.endings.contains(try session.ending()))
      try expectOriginalState(of: session)
      if way == .answer {
        #expect(folder.names == ["out"])
        #expect(try Files.text(folder("out")) == "alice\nsecret-1\nhome\nsecret-2\n")
      } else {
        #expect(folder.names == [])
      }
    }

    @Test(arguments: [WayOut.answer, .endOfFile, .terminate, .interrupt])
    func `a terminal that was set to raw is raw again`(way: WayOut) throws {
      let folder = try TemporaryFolder()
      let session = try session(at: .account, writingTo: folder("out")) {
        $0.echo = false
        $0.canonical = false
        $0.signals = false
        $0.input = 0
        $0.output = 0
      }
      try leave(session, by: way, at: .account)
      #expect(way.endings.contains(try session.ending()))
      try expectOriginalState(of: session)
    }

    /// All at once: each has the same time to wait for.
    @Test func `a timeout at each question is status 124, the terminal as before`() throws {
      let folder = try TemporaryFolder()
      let sessions = try Phase.allCases.map {
        try session(at: $0, writingTo: folder("out"), timeout: "2")
      }
      for session in sessions { try session.type("sec") }
      for session in sessions {
        #expect(try session.ending() == .status(124))
        try expectOriginalState(of: session)
      }
      #expect(folder.names == [])
    }

    private func expectOriginalState(of session: Session) throws {
      #expect(session.output == [])
      #expect(!session.screen.contains("secret"))
      #expect(!session.errors.contains("secret"))
      // Nobody is left to look where the terminal itself has gone.
      guard session.terminal.isConnected else { return }
      #expect(try session.terminal.settings == session.before)
      #expect(try session.terminal.bytesWaiting == 0)
      // Bracketed paste is switched off as often as on. A key that raises a signal makes the kernel
      // throw away what it has not shown yet, which can be the switching on.
      #expect(
        session.screen.occurrences(of: "\u{1B}[?2004h")
          <= session.screen.occurrences(of: "\u{1B}[?2004l"))
    }
  }
}

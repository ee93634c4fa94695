// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct OptionCommandsTests {
  /// All options about the questions for a login.
  private static let questions = """
    prompt account suggest no-account no-password field secret-field set title message \
    account-label password-label echo confirm attempts allow-empty check multiline timeout tty \
    stdin no-input
    """

  @Test(arguments: [
    (CommandName.ask, questions + " output output-fd format env no-newline"),
    (.save, questions + " env backend expires mode"),
    (.get, questions + " output output-fd format part env no-newline backend ask as"),
    (.list, "backend json"),
    (.erase, "account no-account env backend all"),
    (.copy, "account no-account timeout tty no-input env from to mode all move force as"),
    (.exec, questions + " format env fd file no-newline backend ask as"),
    (.initialise, "timeout tty stdin no-input identity no-passphrase"),
    (.unlock, "timeout tty stdin no-input keep"),
    (.lock, ""),
    (.passwd, "timeout tty stdin no-input"),
    (.recipients, "timeout tty no-input"),
  ])
  func `a command takes these options, and those that all take`(
    command: CommandName, options: String
  ) {
    let own = options.split(separator: " ").map { String($0) }
    let taken = Option.all.filter { $0.commands.contains(command) }.map(\.name.word)
    #expect(taken == own + ["quiet", "verbose", "help", "version"])
  }

  @Test func `help takes the options that say how askcred is used`() {
    #expect(Option.all.filter { $0.isFor(.help) }.map(\.name) == [.help, .version])
  }

  @Test func `commands are called by these words`() {
    #expect(
      CommandName.allCases.map(\.rawValue) == [
        "ask", "save", "get", "list", "erase", "copy", "exec", "init", "unlock", "lock", "passwd",
        "recipients", "help",
      ])
  }
}

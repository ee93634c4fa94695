// SPDX-License-Identifier: MIT

import Arguments
import Testing

struct HelpTests {
  @Test(arguments: [nil] + CommandName.allCases)
  func `no line is wider than a terminal`(command: CommandName?) {
    let text = Help.text(on: command)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 && $0.last != " " })
    #expect(text.hasSuffix("See askcred(1).\n"))
  }

  @Test func `the version is one line`() {
    #expect(Help.version == "askcred 0.1.0\n")
  }

  @Test func `help on a command has its options and no others`() {
    #expect(
      Help.text(on: .help) == """
        Usage: askcred help [COMMAND]

        explain askcred, or one of its commands

        General:
          -h, --help                  print this help
              --version               print the version

        See askcred(1).

        """)
  }

  @Test func `help on all begins with what askcred is and how it is called`() {
    #expect(
      Help.text(on: nil).hasPrefix(
        """
        askcred asks for an account name and a password on the terminal, and puts the
        answer where the next program reads it.

        Usage: askcred [ask] [OPTION...]
               askcred help [COMMAND]

        Commands:
          ask       ask, and answer on standard output, a descriptor or a file; the
                    default
          help      explain askcred, or one of its commands

        Asking:
          -p, --prompt LABEL          ask for one secret and nothing else

        """))
  }

  @Test func `a name too long for its column has a line of its own`() {
    #expect(
      Help.text(on: .ask).contains(
        """

              --secret-field NAME[=LABEL]
                                      ask for one more secret, such as a one-time code;
                                      repeatable

        """))
  }

  @Test func `defaults and choices are shown`() {
    let text = Help.text(on: .ask)
    for words in [
      "default 'Account Name'", "default 'Password'", "hidden|masked|plain", "default hidden",
      "default 3", "$ASKCRED_TIMEOUT", "lines, nul, json, sh, userpass or curl",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }
}

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
        askcred asks for an account name and a password on the terminal, keeps them
        encrypted, and puts them where the next program reads them.

        Usage: askcred [ask] [OPTION...]
               askcred save [OPTION...] SERVICE
               askcred get [OPTION...] SERVICE
               askcred list [OPTION...] [PATTERN]
               askcred erase [OPTION...] SERVICE
               askcred copy [OPTION...] [SERVICE] --from BACKEND [--to BACKEND]
               askcred exec [OPTION...] [SERVICE] -- COMMAND [ARG...]
               askcred init [OPTION...]
               askcred unlock [OPTION...]
               askcred lock [OPTION...]
               askcred passwd [OPTION...]
               askcred recipients [OPTION...] [add KEY... | remove KEY...]
               askcred help [COMMAND]

        Commands:
          ask         ask, and answer on standard output, a descriptor or a file; the
                      default
          save        ask, and keep the login; where one is saved already, Enter keeps
                      what it has
          get         print a saved password, or more of the login
          list        print saved services and accounts, never secrets; PATTERN is a
                      glob
          erase       erase a saved login
          copy        copy saved logins from one backend to another, or move them
          exec        run a command that gets a login: a saved one, or one that is asked
                      for
          init        make the store and its key
          unlock      ask for the store's passphrase, so that no read asks for a while
          lock        end what unlock began
          passwd      change the store's passphrase
          recipients  print whom the logins are encrypted to, or change that
          help        explain askcred, or one of its commands

        Asking:
          -p, --prompt LABEL          ask for one secret and nothing else

        """))
  }

  @Test func `what a command asks only on request stands apart`() {
    let text = Help.text(on: .get)
    #expect(
      text.hasPrefix(
        """
        Usage: askcred get [OPTION...] SERVICE

        print a saved password, or more of the login

        Asking:
          -u, --account NAME          the account is NAME, and not asked for
              --no-account            the login has no account, and none is asked for
              --timeout DURATION      for all the questions together, such as 30s, 10m
                                      or 8h; default $ASKCRED_TIMEOUT, else none
              --tty PATH              ask on another terminal than /dev/tty
              --no-input              never ask: fail where a question would be needed

        Asking, with --ask:
          -p, --prompt LABEL          ask for one secret and nothing else

        """))
    #expect(!Help.text(on: .save).contains("--ask"))
    #expect(Help.text(on: .exec).contains("\n\nAsking, with --ask or without SERVICE:\n  -p, "))
  }

  @Test func `help on a command of keys has what it needs`() {
    #expect(
      Help.text(on: .unlock).contains(
        """

        The store's keys:
              --keep DURATION         how long unlocking lasts, such as 30s, 10m or 8h;
                                      default 10m

        """))
    #expect(!Help.text(on: .lock).contains("Asking:"))
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
    // A long list goes on in the next line.
    let text = Help.text(on: .ask).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for words in [
      "default 'Account Name'", "default 'Password'", "hidden|masked|plain", "default hidden",
      "default 3", "$ASKCRED_TIMEOUT", "lines, nul, json, sh, userpass, curl, ",
    ] {
      #expect(text.contains(words), "\(words)")
    }
  }
}

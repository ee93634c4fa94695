// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// Files that are there already.
@Suite struct NetrcFileTests {
  private let netrc: any LoginFile

  init() throws { netrc = try #require(FormatName.netrc.loginFile) }

  private let mixed = """
    # my machines
    machine a.example login bob password "x y" # note
    macdef init
    cd /pub
    machine no.example login no password no

    machine B.example
    \tlogin carol   # work
    \taccount dept
    \tpassword p#q
    machine c.example login "d e" password p machine d.example password only

    default login anonymous password me@
    machine last.example login late password l

    """

  // MARK: Reading

  @Test func `machines are listed; default and the lines of macros are none`() throws {
    #expect(
      try netrc.list(mixed) == [
        "a.example bob", "b.example carol", "c.example d e", "d.example -", "last.example late",
      ])
    #expect(try netrc.list("") == [])
    #expect(try netrc.list("# a\n\n\t\n#b c") == [])
    #expect(try netrc.list("default login a password b") == [])
  }

  @Test func `a machine that no service can name is passed over`() throws {
    let text = "machine h:80 login a password b\nmachine https://h login a password b\n"
    #expect(try netrc.list(text) == [])
    #expect(
      try netrc.saving("h", "a", "c", in: text) == text
        + "machine h login \"a\" password \"c\"\n")
  }

  @Test func `a machine without login and password is passed over`() throws {
    #expect(try netrc.list("machine a\nmachine b account c\n") == [])
  }

  @Test(
    arguments: [
      ("machine h login a password b", "b"), ("machine h login a password \"\"", ""),
      ("machine h login a password \"b c\"\r\n", "b c"), ("machine\nh\nlogin\na\npassword\nb", "b"),
      ("machine h password b login a", "b"), ("machine h login \"a\" password b\"c", "b\"c"),
      (#"machine h login a password "\"\\\x""#, #""\x"#),
      ("\tmachine h\tlogin a password b#", "b#"),
      ("machine h login a # password c\n password b", "b"), ("machine H login a password b", "b"),
      ("\"machine\" \"h\" \"login\" \"a\" \"password\" \"b\"", "b"), ("machine h login a", nil),
      ("machine h login a password é", "é"), ("machine h login a account x password b", "b"),
      ("machine x login y password z machine h login a password b default", "b"),
      ("machine h login a password b\nmachine h login a password c", "b"),
      ("machine h login a password \"\u{B}\u{1B}\t\"", "\u{B}\u{1B}\t"),
    ] as [(String, String?)])
  func `a password is what its readers agree on`(text: String, password: String?) throws {
    #expect(try netrc.list(text).contains("h a"))
    #expect(try netrc.password("h", "a", in: text) == password)
  }

  private static let unlike =
    "curl and Python do not read this alike; in quotes, on the line of its keyword, they would"

  @Test(
    arguments: [
      ("machine h login a password b\\c", 1, unlike), ("machine h login a password #b", 1, unlike),
      ("\nmachine h login a password \"\\t\"", 2, unlike),
      ("machine h login a\npassword\n\nb", 4, unlike),
      ("machine h login a\npassword \nb", 3, unlike),
      ("machine h\r\nlogin a\r\npassword\r\nb", 4, unlike),
      ("machine\n\nh login a password b", 3, unlike),
      ("machine h login a password b c", 1, "a word that not all readers know"),
      ("machine h login a password b port 993", 1, "a word that not all readers know"),
      ("machine h user a login a password b", 1, "a word that not all readers know"),
      ("machine h login a\nlogin a password b", 2, "a second login of one machine"),
      ("machine h login a password b\npassword b", 2, "a second password of one login"),
      (
        "machine h account login login a password b", 1,
        "an account that curl takes for one of the format's own words"
      ),
      (
        "default login x password y\nmachine h login a password b", 2,
        "curl takes the 'default' that stands before this machine"
      ),
      (
        "machine h login a\ndefault login x password y", 1,
        "curl takes what this machine lacks from another entry of the file"
      ),
      (
        "machine h login a\nmachine H login b password y", 1,
        "curl takes what this machine lacks from another entry of the file"
      ),
    ])
  func `a login that its readers do not read alike is not given`(
    text: String, line: Int, why: String
  ) throws {
    #expect(try netrc.list(text).contains("h a"))
    #expect(throws: LoginFileError.malformed(line: line, why: why)) {
      _ = try netrc.password("h", "a", in: text)
    }
  }

  @Test func `a login in a line that curl does not read is not given`() throws {
    for (count, isRead) in [(4094, true), (4095, false)] {
      let start = "machine h login a password b "
      let text = start + "#" + String(repeating: "x", count: count - start.utf8.count - 1) + "\n"
      if isRead {
        #expect(try netrc.password("h", "a", in: text) == "b")
      } else {
        #expect(
          throws: LoginFileError.malformed(
            line: 1, why: "curl reads no line of more than 4094 bytes")
        ) {
          _ = try netrc.password("h", "a", in: text)
        }
      }
    }
  }

  @Test(
    arguments: [
      ("machine h login \"a password b\n", 1, "a quote is not closed on its line"),
      ("\n\nmachine h login \"a\nb\" password c\n", 3, "a quote is not closed on its line"),
      ("machine h login \"a\\\n", 1, "a quote is not closed on its line"),
      ("machine h login \"a\"b password c", 1, "no blank after a closing quote"),
      ("machine h login a\0", 1, "a NUL byte: this is no text"),
      ("# a\r# b\r", 1, "a carriage return (CR) that ends no line"),
      ("\u{7F}ELF\u{2}\u{1}", 1, "a control character outside quotes"),
      ("{\"a\": 1}", 1, "a word that netrc files do not have"),
      ("login a password b", 1, "a word that belongs to no machine"),
      ("\u{FEFF}machine h login a password b", 1, "a word that netrc files do not have"),
      ("MACHINE h login a password b", 1, "a keyword that is not in lower case"),
      ("machine h Login a password b", 1, "a keyword that is not in lower case"),
      ("machine h login a password", 1, "nothing follows 'password'"),
      ("#\nmachine", 2, "nothing follows 'machine'"),
      ("machine \"\" login a password b", 1, "a machine has an empty name"),
      ("machine h login a password b \"\"", 1, "a word that netrc files do not have"),
      ("machine h login a password b \"#\"", 1, "a word that netrc files do not have"),
      ("machine h login a password b \"\\#\"", 1, "a word that netrc files do not have"),
      ("machine h login a password b \\#c", 1, "a word that netrc files do not have"),
      (
        "machine h login a password machine", 1,
        "a value that curl takes for one of the format's own words"
      ),
      (
        "default login \"MACDEF\" password a", 1,
        "a value that curl takes for one of the format's own words"
      ),
      ("macdef\ninit\n\n", 1, "a macro has its name on the line of 'macdef'"),
      (
        "macdef init \ncd /\n\n", 1,
        "something between a macro's name and the line feed (LF) after it"
      ),
      (
        "\nmacdef init\r\ncd /\r\n\r\n", 2,
        "something between a macro's name and the line feed (LF) after it"
      ),
      ("macdef a\ncd /\n\nlogin a", 4, "a word that belongs to no machine"),
    ] as [(String, Int, String)])
  func `a text that is not in the format is told of by its line`(
    text: String, line: Int, why: String
  ) throws {
    let malformed = LoginFileError.malformed(line: line, why: why)
    #expect(throws: malformed) { _ = try netrc.list(text) }
    #expect(throws: malformed) { _ = try netrc.saving("x", "a", "b", in: text) }
  }

  // MARK: Saving

  @Test func `a new login goes before default`() throws {
    #expect(
      try netrc.saving("https://e.example", "eve", "s t", in: mixed)
        == mixed.replacing(
          "default", with: "machine e.example login \"eve\" password \"s t\"\ndefault"))
    #expect(
      try netrc.saving("h", "a", "b", in: "machine x login y password z  default login u\n")
        == "machine x login y password z  \nmachine h login \"a\" password \"b\"\ndefault login u\n"
    )
    #expect(
      try netrc.saving("h", "a", "b", in: "\n  default")
        == "\nmachine h login \"a\" password \"b\"\n  default")
  }

  @Test(
    arguments: [
      ("", "+\n"), ("machine x login y password z", "machine x login y password z\n+\n"),
      ("# c", "# c\n+\n"), ("# c\r\n", "# c\r\n+\r\n"), ("# c\r\n# d", "# c\r\n# d\r\n+\r\n"),
      ("\n", "\n+\n"), ("macdef m\ncd /\n\n", "macdef m\ncd /\n\n+\n"),
      ("macdef m\ncd /\n", "macdef m\ncd /\n\n+\n"), ("macdef m\ncd /", "macdef m\ncd /\n\n+\n"),
      ("macdef m", "macdef m\n\n+\n"),
      ("macdef m\ncd /\r\n\r\n# c", "macdef m\ncd /\r\n\r\n# c\n+\n"),
      ("macdef m\ncd /\n \n", "macdef m\ncd /\n \n\n+\n"),
      (
        "machine h login b password c\nmachine h2 login a password d\n",
        "machine h login b password c\nmachine h2 login a password d\n+\n"
      ),
    ])
  func `else a new login goes to the end`(text: String, expected: String) throws {
    let line = "machine h login \"a\" password \"p\\\"\""
    #expect(
      try netrc.saving("h", "a", "p\"", in: text) == expected.replacing("+", with: line))
    #expect(
      try netrc.password("h", "a", in: expected.replacing("+", with: line)) == "p\"")
  }

  @Test func `the values of a login that is there are replaced in their places`() throws {
    #expect(
      try netrc.saving("https://a.example", "bob", "z", in: mixed)
        == mixed.replacing("\"x y\"", with: "\"z\""))
    #expect(
      try netrc.saving("c.example", "d e", "z", in: mixed)
        == mixed.replacing("\"d e\" password p", with: "\"d e\" password \"z\""))
    #expect(
      try netrc.saving("h", "a", "z", in: "machine H\tpassword b\r\nlogin a")
        == "machine H\tpassword \"z\"\r\nlogin a")
    // The first one is what counts.
    #expect(
      try netrc.saving(
        "h", "a", "z", in: "machine h login a password b machine h login a password c")
        == "machine h login a password \"z\" machine h login a password c")
  }

  @Test func `a value that is the same already stays as it is written`() throws {
    #expect(try netrc.saving("b.example", "carol", "p#q", in: mixed) == mixed)
    #expect(try netrc.saving("a.example", "bob", "x y", in: mixed) == mixed)
  }

  @Test func `a password is put to a login without one`() throws {
    #expect(
      try netrc.saving("h", "a", "z", in: "machine h login a # c\nmachine x login y password z\n")
        == "machine h login a password \"z\" # c\nmachine x login y password z\n")
    #expect(
      try netrc.saving(
        "h", "a", "z", in: "machine h account b\nlogin a\ndefault login x password y")
        == "machine h account b\nlogin a password \"z\"\ndefault login x password y")
  }

  @Test func `values that are not read alike are put in quotes`() throws {
    let text = "machine h login d\\a password #b\n"
    #expect(
      try netrc.saving("h", "d\\a", "#b", in: text)
        == "machine h login \"d\\\\a\" password \"#b\"\n")
  }

  @Test(
    arguments: [
      ("# c d\n", " #"), ("  # c d\n", " #"), ("#c d\r\n", " #"), ("#c\n", ""), ("# \n", ""),
      ("machine x login y password z\n", ""), ("\n# c d\n", ""), ("", ""),
    ])
  func `an empty comment keeps Python from reading the comment in the next line`(
    next: String, mark: String
  ) throws {
    #expect(
      try netrc.saving("h", "a", "z", in: "machine h login a password b\n" + next)
        == "machine h login a password \"z\"\(mark)\n" + next)
    // Python could not read it before.
    #expect(
      try netrc.saving("h", "a", "z", in: "machine h login a password \"b\"\n" + next)
        == "machine h login a password \"z\"\n" + next)
    #expect(
      try netrc.saving("h", "a", "z", in: "machine h login a password b # x\n" + next)
        == "machine h login a password \"z\" # x\n" + next)
  }

  @Test func `a login that would not be read is not saved`() throws {
    for text in [
      "default login x password y\nmachine h login a password b",
      "machine h login a password b port 80",
    ] {
      #expect(throws: LoginFileError.self) { _ = try netrc.saving("h", "a", "z", in: text) }
    }
    let comment = "machine h login a password b #" + String(repeating: "x", count: 4094 - 30)
    #expect(throws: LoginFileError.format(.tooLong(limit: 4094, for: .netrc))) {
      _ = try netrc.saving("h", "a", "zz", in: comment)
    }
    #expect(try netrc.saving("h", "a", "b", in: comment) == comment)
  }

  // MARK: Erasing

  @Test func `the words of a login go, and its lines where nothing else is in them`() throws {
    #expect(
      try netrc.erasing("a.example", "bob", in: mixed)
        == mixed.replacing("machine a.example login bob password \"x y\" # note", with: "# note"))
    #expect(
      try netrc.erasing("b.example", "carol", in: mixed)
        == mixed.replacing(
          "machine B.example\n\tlogin carol   # work\n\taccount dept\n\tpassword p#q\n",
          with: "# work\n"))
    #expect(
      try netrc.erasing("c.example", "d e", in: mixed)
        == mixed.replacing("machine c.example login \"d e\" password p ", with: ""))
    #expect(
      try netrc.erasing("d.example", nil, in: mixed)
        == mixed.replacing(" machine d.example password only", with: ""))
    #expect(try netrc.erasing("e.example", nil, in: mixed) == nil)
  }

  @Test(
    arguments: [
      ("machine h login a password b", ""), ("machine h login a password b\n", ""),
      ("# c\r\n machine h login a password b \r\n# d", "# c\r\n# d"),
      ("# c\nmachine h login a password b", "# c\n"),
      ("machine h # c\n# d\n login a # e\n password b\n# f", "# c\n# d\n # e\n# f"),
      ("machine h login a password b #\n# d\n", "# d\n"),
      ("machine h login a password b macdef m\ncd /\n\n", "macdef m\ncd /\n\n"),
      ("macdef m\ncd /\n\nmachine h login a password b\n\n", "macdef m\ncd /\n\n\n"),
      ("machine h login a\n\n password b\ndefault", "default"),
      (
        "machine x login y password z machine h login a password b default",
        "machine x login y password z default"
      ),
      ("machine h login a password b unknown word\nmachine x", "machine x"),
    ])
  func `everything else stays`(text: String, expected: String) throws {
    #expect(try netrc.erasing("h", "a", in: text) == expected)
  }

  @Test(
    arguments: [
      ("+ +\n", ""), ("+\n+\n# c\n+\n", "# c\n"), ("+ -\n+\n", "-\n"), ("- + - + -", "- - -"),
      ("+\n\n+ # c\n", "# c\n"), ("-\n", "-\n"), ("- +", "-"),
    ])
  func `a login that is there several times goes as a whole`(
    text: String, expected: String
  ) throws {
    func written(_ text: String) -> String {
      text.replacing("+", with: "machine h login a password b")
        .replacing("-", with: "machine x login a password b")
    }
    #expect(try netrc.erasingAll(of: "h", "a", in: written(text)) == written(expected))
  }

  @Test func `an empty comment is left where Python would read the one that follows`() throws {
    let start = "machine x login y password \"z\"\n"
    let end = "# c d\nmachine w login y password z\n"
    #expect(
      try netrc.erasing("h", "a", in: start + "machine h login a\n password b\n" + end)
        == start + "#\n" + end)
    #expect(
      try netrc.erasing("h", "a", in: start + "\nmachine h login a password \"b\"\n" + end)
        == start + "\n" + end)
    #expect(
      try netrc.erasing("h", "a", in: "# c d\nmachine h login a password b\n" + end)
        == "# c d\n" + end)
  }

  @Test(
    arguments: [
      // Before the first machine, Python takes the first word alone for the comment.
      (
        "machine h login a password p\n#machine h login a password old\n# c d\nmachine b\n",
        "# #machine h login a password old\n# c d\nmachine b\n"
      ),
      (
        "machine h login a password p\r\n#c d\r\n\r\n  #e\tf\r\nmachine b\r\n",
        "# #c d\r\n\r\n#\r\n  # #e\tf\r\nmachine b\r\n"
      ),
      ("macdef m\nx\n\nmachine h login a\n#c d", "macdef m\nx\n\n# #c d"),
      // A comment that stood beside words is beside none.
      (
        "machine b login v password w\n\nmachine h\n  login a # of a\n  password p\n",
        "machine b login v password w\n\n#\n# of a\n"
      ),
      (
        "machine b password \"w\"\nmachine h login a # c d\npassword p\n",
        "machine b password \"w\"\n#\n# c d\n"
      ),
      // Their words did no harm to the machine that they stood in.
      (
        "machine h login a password p #\n\n# login x\nmachine b\n",
        "\n#\n# login x\nmachine b\n"
      ),
      // Python takes whatever follows a backslash into the word.
      ("machine h login a password p # c\\\nmachine b", "# c\\\nmachine b"),
      ("machine h login a password p\n#c\\ d\nmachine b", "#c\\ d\nmachine b"),
      // What Python could not read before stays as it is.
      ("#c d\nmachine h login a password p\n", "#c d\n"),
      ("#c\\\nmachine h login a password p\n", "#c\\\n"),
    ])
  func `a comment is kept one for Python where a login before it goes`(
    text: String, expected: String
  ) throws {
    #expect(try netrc.erasing("h", "a", in: text) == expected)
  }

  @Test func `comments are kept such for Python where a login goes many times`() throws {
    let start = "machine e login v password \"w\"\n"
    let end = "machine d login z password z\n"
    let line = "machine h login a password p\n"
    #expect(
      try netrc.erasingAll(
        of: "h", "a", in: start + line + "# c d\n" + end + line + "# e f\n" + line)
        == start + "#\n# c d\n" + end + "# e f\n")
  }

  @Test func `a comment does not take the first word of a new login`() throws {
    #expect(
      try netrc.saving("h", "a", "p", in: "machine b login \"v\"\n\n#c\\\n")
        == "machine b login \"v\"\n\n#\n# #c\\\nmachine h login \"a\" password \"p\"\n")
  }

  @Test func `a comment does not take the first word of a new login before default`() throws {
    #expect(
      try netrc.saving("h", "a", "p", in: "machine b\n#c\\\ndefault login d password e\n")
        == "machine b\n# #c\\\nmachine h login \"a\" password \"p\"\ndefault login d password e\n")
  }

  @Test(
    arguments: [
      ("machine h login a password p", false), ("machine h login a # c\npassword p #", false),
      ("machine h login a account x password p", true),
      ("machine h login a password p port 993", true), ("machine h user a login a", true),
    ])
  func `an entry tells of what no login has a place for`(text: String, saysMore: Bool) throws {
    #expect(try LoginFileText(.netrc, text).entries.map(\.saysMore) == [saysMore])
  }

  // MARK: Any bytes

  @Test func `every value that is accepted is read back, and nothing else changes`() throws {
    var arbitrary = ArbitraryBytes(seed: 8908)
    let values = allStrings(over: nastyBytes, lengths: 0...2) + arbitrary.strings(2000, upTo: 40)
    var text: [UInt8] = Array("# c\r\nmachine x login y password z # d\r\n".utf8)
    let rest = text
    var saved = 0
    for value in values {
      do {
        text = try netrc.saving("h", "a", value, in: text)
      } catch is FormatError {
        #expect(
          !Set([0, 0x09, 0x0A, 0x0D]).isDisjoint(with: value)
            || String(validating: value, as: UTF8.self) == nil)
        continue
      }
      saved += 1
      try #require(netrc.password("h", "a", in: text) == value)
      try #require(text.starts(with: rest))
    }
    #expect(saved > 100)
    let entry = try #require(try netrc.entry("h", "a", in: text))
    #expect(try netrc.text(erasing: entry, in: text.span, FormatOptions()).bytes == rest)
  }

  @Test func `any bytes are read or refused`() throws {
    var arbitrary = ArbitraryBytes(seed: 99_080)
    let words = [
      "machine", "login", "password", "default", "macdef", "account", "\"", "#", "\n", "\n\n",
    ]
    for bytes in arbitrary.strings(3000, upTo: 30, without: [0]) {
      var text: [UInt8] = []
      for byte in bytes {
        text += Array(words[Int(byte) % words.count].utf8) + [0x20]
        if byte > 0x80 { text.append(byte) }
      }
      guard let entries = try? netrc.entries(in: text.span, FormatOptions()) else { continue }
      for entry in entries {
        let erased = try netrc.text(erasing: entry, in: text.span, FormatOptions())
        #expect(erased.count < text.count)
        _ = try? netrc.credential(of: entry, in: text.span, FormatOptions()).account
      }
      guard let changed = try? netrc.saving("h.example", "a", [0x70], in: text) else { continue }
      #expect(try netrc.password("h.example", "a", in: changed) == [0x70])
    }
  }
}

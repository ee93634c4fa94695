// SPDX-License-Identifier: MIT

import Credentials
import Posix
import TestSupport
import Testing

@Suite struct ServiceTests {
  private func name(_ operand: ByteString) throws -> ByteString {
    try Service.read(operand).service.name
  }

  @Test(arguments: [
    "db", "h.example", "H.example", "h.example:443", "h.example/", "bob@h.example",
    "bob:pw@h.example", "git@github.com:org/repo", "my bank", " db ", "é", "e\u{301}", "日本",
    "a/b", "..", ".", "%", "%2F", "-", "mailto:x@y", "https:", "https:/x", "https//x", ":", "//",
    "#", "\u{A0}", "\u{2028}", "\u{202E}",
  ])
  func `a word is kept byte for byte`(word: String) throws {
    let (service, account) = try Service.read(ByteString(word))
    #expect(service.name == ByteString(word))
    #expect(account == nil)
    #expect(service.scheme == nil)
    #expect(service.host == nil)
    #expect(service.path == "")
  }

  @Test func `a word need not be UTF-8`() throws {
    #expect(try name(ByteString([0x61, 0xFF, 0x80])) == ByteString([0x61, 0xFF, 0x80]))
  }

  @Test(arguments: [
    ("https://h.example", "https://h.example"),
    ("HTTPS://H.Example", "https://h.example"),
    ("https://h.example/", "https://h.example"),
    ("HTTPS://H.example:443/", "https://h.example"),
    ("https://h.example:", "https://h.example"),
    ("https://h.example:0443", "https://h.example"),
    ("https://h.example:80", "https://h.example:80"),
    ("https://h.example:08443", "https://h.example:08443"),
    ("https://h.example//", "https://h.example//"),
    ("https://h.example/A/%2f/", "https://h.example/A/%2f/"),
    ("https://h.example/100%", "https://h.example/100%"),
    ("https://h.example/a:b@c", "https://h.example/a:b@c"),
    ("https://h.example?Q=1", "https://h.example?Q=1"),
    ("https://h.example/?Q=1", "https://h.example/?Q=1"),
    ("https://h.example#F", "https://h.example#F"),
    ("https://H.example:443/A?b:c@d#E", "https://h.example/A?b:c@d#E"),
    ("https://%4A.Example", "https://%4A.example"),
    ("https://%4a%ZZ.Example", "https://%4a%ZZ.example"),
    ("https://É.Example", "https://É.example"),
    ("https://*", "https://*"),
    ("https://h.example.", "https://h.example."),
    ("https://[2001:DB8::1]:443/", "https://[2001:db8::1]"),
    ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
    ("https://[FE80::1%25Eth0]/", "https://[fe80::1%25Eth0]"),
    ("Git+SSH://H.example:22", "git+ssh://h.example:22"),
    ("x-a.b1://H", "x-a.b1://h"),
    ("postgres://DB.example:5432/App", "postgres://db.example/App"),
  ])
  func `a URL has one spelling`(operand: String, spelled: String) throws {
    #expect(try name(ByteString(operand)) == ByteString(spelled))
  }

  @Test(arguments: [
    ("ftp", 21), ("ftps", 990), ("git", 9418), ("http", 80), ("https", 443), ("imap", 143),
    ("imaps", 993), ("ldap", 389), ("ldaps", 636), ("mysql", 3306), ("nntp", 119), ("nntps", 563),
    ("pop3", 110), ("pop3s", 995), ("postgres", 5432), ("postgresql", 5432), ("redis", 6379),
    ("rediss", 6379), ("rsync", 873), ("sftp", 22), ("smtp", 25), ("smtps", 465), ("ssh", 22),
    ("submission", 587), ("submissions", 465), ("telnet", 23), ("ws", 80), ("wss", 443),
  ])
  func `a scheme's default port is dropped, and no other`(scheme: String, port: Int) throws {
    #expect(try name(ByteString("\(scheme)://h:\(port)")) == ByteString("\(scheme)://h"))
    #expect(
      try name(ByteString("\(scheme)://h:\(port + 1)")) == ByteString("\(scheme)://h:\(port + 1)"))
    #expect(try name(ByteString("x\(scheme)://h:\(port)")) == ByteString("x\(scheme)://h:\(port)"))
  }

  @Test(arguments: [
    ("https://bob@H.example/", "https://h.example", "bob"),
    ("https://BOB@h.example:443", "https://h.example", "BOB"),
    ("https://bob%40mail.example@h.example", "https://h.example", "bob@mail.example"),
    ("https://bob@mail.example@h.example", "https://h.example", "bob@mail.example"),
    ("https://a%3Ab@h.example", "https://h.example", "a:b"),
    ("https://a+b@h.example/x@y", "https://h.example/x@y", "a+b"),
    ("https://evil.example\\@h.example", "https://h.example", "evil.example\\"),
    ("ssh://git@[::1]:22/r.git", "ssh://[::1]/r.git", "git"),
  ])
  func `what stands before the at sign is the account`(
    operand: String, spelled: String, account: String
  ) throws {
    let read = try Service.read(ByteString(operand))
    #expect(read.service.name == ByteString(spelled))
    #expect(read.account == ByteString(account))
  }

  @Test func `an account in a URL may be any bytes but NUL`() throws {
    #expect(try Service.read("https://%0A%FF@h").account == ByteString([0x0A, 0xFF]))
    #expect(throws: ServiceError.badEscape) { try Service.read("https://a%00@h") }
  }

  @Test(arguments: [
    "https://bob:hunter2@h.example", "https://bob:hunter2@h.example:443/x",
    "https://bob:@h.example",
    "https://:hunter2@h.example", "https://:@h", "https://bob:hunt@er2@h.example",
    "https://bob@mail.example:hunter2@h.example", "https://bob:hunter2@", "https://%zz:hunter2@h",
    "https://bob:hun\nter2@h.example", "HTTPS://bob:hunter2@h", "x://bob:hunter2@h",
    " https://bob:hunter2@h", "1://bob:hunter2@h", "://bob:hunter2@h",
  ])
  func `a password in a URL is refused and not told`(operand: String) {
    #expect(throws: ServiceError.password) { try Service.read(ByteString(operand)) }
    #expect(ServiceError.password.message == "the service has a password in it")
  }

  /// A password may be typed where it does not belong.
  @Test(arguments: [
    "https://bob:hunter2", "https://bob:hunter2/@h", "https://bob:hunter2/x", "https://bob:hun\n",
    "https://bob:hunt/\n@h", "https://bob:hunt?er2@h", "bob:hunter2@h\n", "https://[bob:hunter2",
    "https://bob hunter2@", "https://hunter2%@h", "https://@hunter2", "bob hunter2://a:b",
  ])
  func `no message tells what could be a password`(operand: String) {
    let error = #expect(throws: ServiceError.self) { try Service.read(ByteString(operand)) }
    #expect(error?.message.contains("hunt") == false)
    #expect(error?.hint?.contains("hunt") == false)
  }

  @Test(arguments: [
    ("", "the service is empty"),
    ("a\nb", "the service 'a^Jb' has a control character in it"),
    ("a\tb", "the service 'a^Ib' has a control character in it"),
    ("\0", "the service '^@' has a control character in it"),
    ("\u{7F}", "the service '^?' has a control character in it"),
    ("a\u{80}", "the service 'a\\u{80}' has a control character in it"),
    ("a\u{9F}", "the service 'a\\u{9F}' has a control character in it"),
    ("https://h/\u{1B}[m", "the service 'https://h/^[[m' has a control character in it"),
    ("https://h:1/\n", "the service has a control character in it"),
    ("https://", "the service 'https://' is a URL without a host"),
    ("https:///x", "the service 'https:///x' is a URL without a host"),
    ("file:///etc/x", "the service 'file:///etc/x' is a URL without a host"),
    ("https://?x", "the service 'https://?x' is a URL without a host"),
    ("https://:443", "the service is a URL without a host"),
    ("https://bob@", "the service is a URL without a host"),
    ("https://my host", "the service 'https://my host' is a URL with a host that cannot be"),
    ("https://a\\b", "the service 'https://a\\b' is a URL with a host that cannot be"),
    ("https://[x", "the service 'https://[x' is a URL with a host that cannot be"),
    ("https://x]", "the service 'https://x]' is a URL with a host that cannot be"),
    ("https://[]", "the service 'https://[]' is a URL with a host that cannot be"),
    ("https://[x]y", "the service 'https://[x]y' is a URL with a host that cannot be"),
    ("https://h:x", "the service is a URL with a port that is no number up to 65535"),
    ("https://h:65536", "the service is a URL with a port that is no number up to 65535"),
    ("https://h:-1", "the service is a URL with a port that is no number up to 65535"),
    ("https://h:1:2", "the service is a URL with a port that is no number up to 65535"),
    ("https://2001:db8::1/", "the service is a URL with a port that is no number up to 65535"),
    ("https://@h", "the service is a URL with an empty account before '@'"),
    ("https://a%@h", "the account in the service is not percent-encoded as URLs are"),
    ("https://a%4@h", "the account in the service is not percent-encoded as URLs are"),
    ("https://a%4g@h", "the account in the service is not percent-encoded as URLs are"),
    ("://h", "the service '://h' has no scheme before '://'"),
    (" https://h", "the service ' https://h' has no scheme before '://'"),
    ("1x://h", "the service '1x://h' has no scheme before '://'"),
    ("a/b://h", "the service 'a/b://h' has no scheme before '://'"),
    ("é://h", "the service 'é://h' has no scheme before '://'"),
  ])
  func `what names no service is refused with the reason`(operand: String, message: String) {
    let error = #expect(throws: ServiceError.self) { try Service.read(ByteString(operand)) }
    #expect(error?.message == message)
  }

  @Test func `every control character is refused, in words and in URLs`() {
    let ascii = (0x00...0x1F).map { [UInt8($0)] } + [[0x7F]]
    for character in ascii + (0x80...0x9F).map({ [0xC2, UInt8($0)] }) {
      for start in ["", "a", "https://h", "https://h/", "https://"] {
        #expect(throws: ServiceError.self) {
          try Service.read(ByteString(Array(start.utf8) + character + Array("x".utf8)))
        }
      }
    }
  }

  @Test func `scheme, host and path are what stands there`() throws {
    let service = try Service.read("HTTPS://u@H.example:8443/A?b#c").service
    #expect(service.scheme == "https")
    #expect(service.host == "h.example:8443")
    #expect(service.path == "/A?b#c")
    let bare = try Service.read("imap://[::1]:143/").service
    #expect(bare.scheme == "imap")
    #expect(bare.host == "[::1]")
    #expect(bare.path == "")
  }

  @Test(arguments: [
    ("h.example", "https://h.example"), ("db", "https://db"), ("[::1]", "https://[::1]"),
    ("é", "https://é"), ("h.example.", "https://h.example."),
  ])
  func `a bare host and https answer for each other`(word: String, url: String) throws {
    let (word, url) = (ByteString(word), ByteString(url))
    #expect(try Service.read(word).service.alternative?.name == url)
    #expect(try Service.read(url).service.alternative?.name == word)
  }

  @Test(arguments: [
    "http://h.example", "ssh://h.example", "ftps://h.example", "https://h.example:8443",
    "https://h.example/x", "https://h.example?x", "https://h.example#x", "https://h.example//",
    "H.example", "h.example:443", "h.example:8443", "h.example:", "h.example/", "h.example/x",
    "h.example?x", "bob@h.example", "bob:pw@h.example", "my bank", "a\\b", "@", ":", "/", "?",
  ])
  func `nothing else answers for another`(operand: String) throws {
    #expect(try Service.read(ByteString(operand)).service.alternative == nil)
  }

  @Test func `the spelling of a service is read as itself`() throws {
    let alphabet = Array("aZ:/@.%[]?".utf8) + [0xC3, 0xA9]
    let ends = allStrings(over: alphabet, lengths: 0...3)
    var count = 0
    for start in ["", "https://", "HTTP://h", "ssh://h:2", "https://[", "a"] {
      for end in ends {
        guard let read = try? Service.read(ByteString(Array(start.utf8) + end)) else { continue }
        count += 1
        let name = read.service.name
        try #require(Service(name) == read.service)
        let again = try Service.read(name)
        try #require(again.service == read.service && again.account == nil)
        if let alternative = read.service.alternative {
          try #require(alternative.alternative == read.service)
          try #require(Service(alternative.name) == alternative)
        }
        if let scheme = read.service.scheme, let host = read.service.host {
          let pieces = Array("\(scheme)://".utf8) + host.bytes + read.service.path.bytes
          try #require(ByteString(pieces) == name)
        }
      }
    }
    #expect(count > 5000)
  }

  @Test(arguments: ["", "HTTPS://h", "https://h/", "https://h:443", "https://bob@h", "a\n"])
  func `what is spelled otherwise is the name of no service`(name: String) {
    #expect(Service(ByteString(name)) == nil)
  }

  @Test func `services are the same where their bytes are`() throws {
    #expect(try Service.read("é").service != Service.read("e\u{301}").service)
    #expect(try Service.read("HTTPS://h/").service == Service.read("https://H:443").service)
    #expect(try Service.read("h").service != Service.read("H").service)
  }
}

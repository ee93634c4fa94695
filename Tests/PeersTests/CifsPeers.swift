// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

/// mount.cifs(8), which reads the file and asks the kernel for a mount. What it asks is seen by strace(1); there
/// is no server, so that nothing is mounted.
@Suite(
  .judges("mount.cifs", "strace"),
  .enabled(if: geteuid() == 0, "mount.cifs asks the kernel for nothing where root does not run it"))
struct CifsPeers {
  /// The options of the mount in order, as the kernel is given them; nil where there was no such call.
  private func options(of text: [UInt8]) throws -> [[UInt8]]? {
    var folder = try TemporaryFolder()
    try folder.write(text, to: "login")
    try folder.makeFolder("place")
    // Port 9 of this machine is where nothing listens.
    let result = try RunningProgram.run(
      try judge("strace"),
      [
        "-f", "-qq", "-xx", "-s", "8192", "-e", "trace=mount", "-o", "/dev/stdout",
        try judge("mount.cifs"), "//127.0.0.1/share", folder.path + "/place", "-o",
        "ip=127.0.0.1,port=9,credentials=\(folder.path)/login",
      ],
      // Without a password anywhere it would ask for one.
      environment: ["PASSWD": "absent"])
    let trace = String(decoding: result.output, as: UTF8.self)
    guard let line = trace.lines.first(where: { $0.contains("mount(") }) else { return nil }
    let words = line.split(separator: "\"", omittingEmptySubsequences: false)
    guard words.count > 7 else { return nil }
    let bytes = words[7].split(separator: "\\x").compactMap { UInt8($0, radix: 16) }
    return split(bytes)
  }

  /// At commas that are not doubled, as the kernel has it.
  private func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var (options, index): ([[UInt8]], Int) = ([[]], 0)
    while index < bytes.count {
      if bytes[index] != 0x2C {
        options[options.count - 1].append(bytes[index])
      } else if index + 1 < bytes.count, bytes[index + 1] == 0x2C {
        options[options.count - 1].append(0x2C)
        index += 1
      } else {
        options.append([])
      }
      index += 1
    }
    return options
  }

  private func value(_ name: String, _ options: [[UInt8]]) -> [UInt8]? {
    let start = Array("\(name)=".utf8)
    return options.last { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
  }

  @Test func `the kernel is given every value that is carried`() throws {
    var arbitrary = ArbitraryBytes(seed: 61)
    let values = try SingleLogin.carried(
      trickyValues + trickyLines + invalidTexts + arbitrary.strings(320, upTo: 40), by: .cifs)
    #expect(values.count > 200)
    for value in values {
      let name = value.filter { $0 != 0x2C }
      let text = try FormatName.cifs.format.encode(
        try login(account: ByteString(name), password: value, fields: [("domain", name)])
      ).bytes
      let options = try #require(try options(of: text))
      #expect(self.value("user", options) == name)
      #expect(self.value("pass", options) == value)
      // An empty one is none.
      if !name.isEmpty { #expect(self.value("domain", options) == name) }
    }
  }

  @Test func `the longest values arrive whole`() throws {
    let name = [UInt8](repeating: 0x6E, count: 256)
    let password = [UInt8](repeating: 0x2C, count: 256)
    let text = try FormatName.cifs.format.encode(
      try login(account: ByteString(name), password: password, fields: [("domain", name)])
    ).bytes
    let options = try #require(try options(of: text))
    #expect(value("user", options) == name)
    #expect(value("pass", options) == password)
    #expect(value("domain", options) == name)
  }

  @Test func `what askcred reads is what the kernel is given`() throws {
    let words = [
      "password=", "Pass = ", "username=al", "user=", "domain=x", "\n", "\n", "\r\n", "#", " ",
      "\t",
      "a", "=", "vers=1\n", "pw", "\"", "'",
    ]
    for text in SingleLogin.texts(150, of: words, seed: 63) {
      let source = String(decoding: text, as: UTF8.self)
      let options = try options(of: text) ?? []
      switch try SingleLogin.read(text, .cifs) {
      case .refused: Issue.record("\(source.debugDescription)")
      case .none: #expect(value("pass", options) == Array("absent".utf8))
      case .login(let account, let password):
        // Without an account, it is the user who mounts.
        if let account { #expect(value("user", options) == account, "\(source.debugDescription)") }
        #expect(
          value("pass", options) == password ?? Array("absent".utf8), "\(source.debugDescription)")
      }
    }
  }
}

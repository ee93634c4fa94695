// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct ShellPeers {
  @Test(.judges("dash")) func `dash has every value`() throws { try examine("dash") }
  @Test(.judges("bash")) func `bash has every value`() throws { try examine("bash") }
  @Test(.judges("bash")) func `bash as a POSIX shell has every value`() throws {
    try examine("bash", "--posix")
  }
  @Test(.judges("zsh")) func `zsh has every value`() throws { try examine("zsh") }
  @Test(.judges("zsh")) func `zsh as a POSIX shell has every value`() throws {
    try examine("zsh", "--emulate", "sh")
  }
  @Test(.judges("ksh93")) func `ksh93 has every value`() throws { try examine("ksh93") }
  @Test(.judges("mksh")) func `mksh has every value`() throws { try examine("mksh") }
  @Test(.judges("busybox")) func `busybox has every value`() throws {
    try examine("busybox", "sh")
  }

  private func examine(_ name: String, _ arguments: String...) throws {
    let path = try judge(name)
    for locale in ["C", "C.UTF-8"] {
      try evaluate(path, arguments, locale)
      try readAsFile(path, arguments, locale)
    }
  }

  /// Evaluates a login of many fields, as the manual has it.
  private func evaluate(_ path: String, _ arguments: [String], _ locale: String) throws {
    var arbitrary = ArbitraryBytes(seed: 2001)
    let values =
      trickyValues + trickyLines + invalidTexts
      + allStrings(over: Array(1...255), lengths: 1...1)
      + arbitrary.strings(500, upTo: 40, without: [0])
    let fields = values.enumerated().map { ("f\($0.offset)", $0.element) }
    let credential = try login(account: "o'neil", password: [0x27, 0x0A], fields: fields)
    let text = try FormatName.sh.format.encode(credential).bytes

    let variables =
      ["ASKCRED_ACCOUNT", "ASKCRED_PASSWORD"] + values.indices.map { "ASKCRED_F\($0)" }
    let script =
      #"out=$(cat) || exit; eval "$out" || exit; printf '%s\0' "#
      + variables.map { "\"$\($0)\"" }.joined(separator: " ")
    let result = try RunningProgram.run(
      path, arguments + ["-c", script], input: text, environment: ["LC_ALL": locale])
    #expect(result.errorText == "")
    #expect(result.status == 0)
    let read = result.output.split(separator: 0, omittingEmptySubsequences: false)
    let wanted = [Array("o'neil".utf8), [0x27, 0x0A]] + values + [[]]
    #expect(read.count == wanted.count)
    let wrong = zip(read, wanted).filter { Array($0) != $1 }
    #expect(wrong.isEmpty)
  }

  /// Reads a login of the longest password from a file that ends without a newline.
  private func readAsFile(_ path: String, _ arguments: [String], _ locale: String) throws {
    let options = FormatOptions(
      variables: [try #require(Variable("token", takes: .password))], endsWithNewline: false)
    for byte in [0x27, 0x78, 0xFF] as [UInt8] {
      let longest = [UInt8](repeating: byte, count: 65_535)
      var folder = try TemporaryFolder()
      try folder.write(
        try FormatName.sh.format.encode(try login(password: longest), options).bytes, to: "login")
      let result = try RunningProgram.run(
        path, arguments + ["-c", #". "$0" && printf %s "$token""#, folder.path + "/login"],
        environment: ["LC_ALL": locale])
      #expect(result.errorText == "")
      let isRead = result.output == longest
      #expect(isRead)
    }
  }
}

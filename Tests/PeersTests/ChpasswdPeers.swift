// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

@Suite(
  .judges("chpasswd", "perl"),
  .enabled(if: geteuid() == 0, "chpasswd changes passwords for root alone"))
struct ChpasswdPeers {
  @Test func `chpasswd sets every password`() throws {
    let (chpasswd, perl) = (try judge("chpasswd"), try judge("perl"))
    var arbitrary = ArbitraryBytes(seed: 413)
    // libcrypt takes no password of more than 511 bytes, and chpasswd then fails.
    let longest = [UInt8](repeating: 0x3A, count: 511)
    let passwords =
      trickyValues + invalidTexts + [longest]
      + arbitrary.strings(250, upTo: 60, without: [0, 0x0A])
    let odd = ["a b", " ", "é", "$x", "'", "#", "\\", "a.b-c_d$"]
    let accounts = odd + (odd.count..<passwords.count).map { "u\($0)" }

    // A root folder with nothing in it but made-up users; without a method, chpasswd asks PAM,
    // which is not there.
    var root = try TemporaryFolder()
    let arguments = ["--root", root.path, "--crypt-method", "SHA512"]
    try root.makeFolder("etc")
    try root.write(
      Array(accounts.map { "\($0):x:1000:1000::/:/bin/sh\n" }.joined().utf8), to: "etc/passwd")
    try root.write(
      Array(accounts.map { "\($0):!:19000:0:99999:7:::\n" }.joined().utf8), to: "etc/shadow")
    for name in ["passwd-", "shadow-", ".pwd.lock"] { root.expect("etc/" + name) }
    let trial = try RunningProgram.run(chpasswd, arguments)
    if trial.status != 0 { try Test.cancel("chpasswd --root cannot run: \(trial.errorText)") }

    let input = try zip(accounts, passwords).flatMap { account, password in
      try FormatName.userpass.format.encode(
        try login(account: ByteString(account), password: password)
      ).bytes
    }
    let result = try RunningProgram.run(chpasswd, arguments, input: input)
    #expect(result.errorText == "")
    #expect(result.status == 0)

    let shadow = String(decoding: try root.read("etc/shadow"), as: UTF8.self).lines
    #expect(shadow.count == accounts.count)
    let hashes = shadow.map { $0.split(separator: ":")[1] }
    let questions = zip(passwords, hashes).map { "x\($0.0.hexadecimal) \($0.1)\n" }.joined()
    let script = #"""
      while (<>) {
        my ($password, $hash) = /^x(\S*) (\S+)$/ or die;
        print crypt(pack("H*", $password), $hash) eq $hash ? "yes\n" : "no\n";
      }
      """#
    let answers = try RunningProgram.run(perl, ["-e", script], input: Array(questions.utf8))
    #expect(answers.errorText == "")
    #expect(
      String(decoding: answers.output, as: UTF8.self).lines
        == [String](repeating: "yes", count: passwords.count))
  }
}

// SPDX-License-Identifier: MIT

import Age
import Credentials
import Posix
import Testing

/// Files and keys go to and from Debian's `age` and `age-keygen`.
@Suite(.enabled(if: Program("age") != nil && Program("age-keygen") != nil, "age is absent"))
struct PeerTests {
  private let age: Program
  private let keygen: Program

  init() throws {
    self.age = try #require(Program("age"))
    self.keygen = try #require(Program("age-keygen"))
  }

  /// Makes the file `name` with an identity.
  private func generate(in folder: borrowing Folder, as name: String) throws {
    #expect(try keygen.run(["-o", folder.path(of: name)]) == 0)
  }

  private func identities(
    _ folder: borrowing Folder, _ name: String
  ) throws -> UniqueList<AgeIdentity> {
    try IdentityFile.identities(in: Secret(copying: folder.read(name)))
  }

  @Test func `both say the same of an identity that either made`() throws {
    let folder = try Folder()
    try generate(in: folder, as: "theirs")
    let text = String(decoding: try folder.read("theirs"), as: UTF8.self)
    let theirs = try identities(folder, "theirs")
    #expect(theirs.count == 1)
    #expect(text.contains("# public key: \(theirs[0].recipient.text)\n"))
    #expect(text.contains(try theirs[0].encoded().text))

    let ours = try AgeIdentity.generate()
    let path = try folder.write(IdentityFile.text(of: ours, created: nil).array, as: "ours")
    #expect(try keygen.run(["-y", path], output: folder.path(of: "recipient")) == 0)
    #expect(
      String(decoding: try folder.read("recipient"), as: UTF8.self) == ours.recipient.text + "\n")
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func `content of every size goes both ways`(size: Int) throws {
    var random = FixedRandom(seed: UInt64(size))
    let bytes = random.bytes(size)
    let folder = try Folder()
    try generate(in: folder, as: "key")
    let identities = try identities(folder, "key")
    let recipient = identities[0].recipient
    let key = folder.path(of: "key")

    let ours = try folder.write(
      AgeFile.encrypt(Secret(copying: bytes), to: [recipient]), as: "ours")
    #expect(try age.run(["-d", "-i", key, ours], output: folder.path(of: "opened")) == 0)
    #expect(try folder.read("opened") == bytes)

    let plain = try folder.write(bytes, as: "plain")
    for armor in [[], ["-a"]] {
      let arguments = ["-r", recipient.text] + armor + ["-o", folder.path(of: "theirs"), plain]
      #expect(try age.run(arguments) == 0)
      let theirs = try folder.read("theirs")
      #expect(try decrypt(theirs, with: identities) == bytes)
    }
  }

  @Test func `each of several recipients opens the other's file`() throws {
    let folder = try Folder()
    let names = ["a", "b", "c"]
    for name in names { try generate(in: folder, as: name) }
    let recipients = try names.map { try identities(folder, $0)[0].recipient }

    let ours = try folder.write(AgeFile.encrypt(Secret("to three"), to: recipients), as: "ours")
    let plain = try folder.write([UInt8]("to three".utf8), as: "plain")
    let all = recipients.flatMap { ["-r", $0.text] }
    #expect(try age.run(all + ["-o", folder.path(of: "theirs"), plain]) == 0)
    let theirs = try folder.read("theirs")
    for name in names {
      let key = folder.path(of: name)
      #expect(try age.run(["-d", "-i", key, ours], output: folder.path(of: "opened")) == 0)
      #expect(try folder.read("opened") == [UInt8]("to three".utf8))
      let identities = try identities(folder, name)
      #expect(try decrypt(theirs, with: identities).text == "to three")
    }
  }

  @Test(.enabled(if: Program("ssh-keygen") != nil, "ssh-keygen is absent"))
  func `an SSH key beside the own recipient is passed over, and alone it is named`() throws {
    let folder = try Folder()
    try generate(in: folder, as: "key")
    let identities = try identities(folder, "key")
    let ssh = folder.path(of: "ssh")
    #expect(try Program("ssh-keygen")?.run(["-t", "ed25519", "-N", "", "-f", ssh]) == 0)
    let publicKey = try folder.read("ssh.pub")
    let error = failure { () throws(AgeError) in
      try AgeRecipient(parsing: ByteString([UInt8](publicKey.dropLast())))
    }
    #expect(error == .unsupportedRecipient("ssh-ed25519"))

    let plain = try folder.write([UInt8]("content".utf8), as: "plain")
    let file = folder.path(of: "file")
    let recipient = identities[0].recipient.text
    #expect(try age.run(["-R", ssh + ".pub", "-r", recipient, "-o", file, plain]) == 0)
    let both = try folder.read("file")
    #expect(try decrypt(both, with: identities).text == "content")
    #expect(try age.run(["-R", ssh + ".pub", "-o", file, plain]) == 0)
    let alone = try folder.read("file")
    let named = failure { () throws(AgeError) in try decrypt(alone, with: identities) }
    #expect(named == .noMatch(types: ["ssh-ed25519"]))
  }
}

/// The same with passphrases, for which `age` wants a terminal.
@Suite(
  .serialized, .enabled(if: Program("age") != nil, "age is absent"),
  .enabled(if: Program("python3") != nil, "python3 is absent, which makes the terminal"))
struct PassphrasePeerTests {
  private static let passphrase = "correct horse è"

  /// Runs `age` on a terminal of its own, where each question is answered with the passphrase.
  private func age(_ arguments: [String]) throws -> CInt? {
    let script = """
      import os, pty, re, select, sys
      answer, command = os.fsencode(sys.argv[1]) + b"\\n", sys.argv[2:]
      pid, terminal = pty.fork()
      if pid == 0: os.execvp(command[0], command)
      seen = b""
      while select.select([terminal], [], [], 50)[0]:
        try: part = os.read(terminal, 4096)
        except OSError: break
        seen += part
        question = re.search(rb"passphrase[^:\\n]*: ", seen)
        if question:
          seen = seen[question.end():]
          os.write(terminal, answer)
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """
    return try Program("python3")?.run(["-c", script, Self.passphrase, "age"] + arguments)
  }

  @Test(arguments: [[], ["-a"]])
  func `their file opens here`(armor: [String]) throws {
    let folder = try Folder()
    let plain = try folder.write([UInt8]("content".utf8), as: "plain")
    #expect(try age(["-p"] + armor + ["-o", folder.path(of: "file"), plain]) == 0)
    let file = try folder.read("file")
    #expect(try decrypt(file, passphrase: Secret(Self.passphrase)).text == "content")
  }

  @Test func `a file from here opens there`() throws {
    let folder = try Folder()
    let file = try folder.write(
      AgeFile.encrypt(Secret("content"), passphrase: Secret(Self.passphrase)), as: "file")
    #expect(try age(["-d", "-o", folder.path(of: "opened"), file]) == 0)
    #expect(try folder.read("opened") == [UInt8]("content".utf8))
  }

  @Test(arguments: [[], ["-a"]])
  func `an identity that they encrypted is used here`(armor: [String]) throws {
    let folder = try Folder()
    let key = folder.path(of: "key")
    #expect(try Program("age-keygen")?.run(["-o", key]) == 0)
    #expect(try age(["-p"] + armor + ["-o", folder.path(of: "key.age"), key]) == 0)
    let file = try folder.read("key.age")
    let identities = try IdentityFile.identities(
      in: file.span, passphrase: Secret(Self.passphrase))
    let plain = try IdentityFile.identities(in: Secret(copying: folder.read("key")))
    #expect(identities.count == 1)
    #expect(identities[0].recipient == plain[0].recipient)
  }

  @Test func `an identity that was encrypted here is used there`() throws {
    let folder = try Folder()
    let identity = try AgeIdentity.generate()
    let key = try folder.write(
      AgeFile.encrypt(
        IdentityFile.text(of: identity, created: nil), passphrase: Secret(Self.passphrase)),
      as: "key.age")
    let file = try folder.write(
      AgeFile.encrypt(Secret("content"), to: [identity.recipient]), as: "file")
    #expect(try age(["-d", "-i", key, "-o", folder.path(of: "opened"), file]) == 0)
    #expect(try folder.read("opened") == [UInt8]("content".utf8))
  }
}

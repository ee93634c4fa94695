// SPDX-License-Identifier: MIT

/// One of the public test vectors for age: a few lines about an age file, an empty line, and the file.
struct Vector {
  enum Expectation: String {
    case success
    case headerFailure = "header failure"
    case armorFailure = "armor failure"
    case codeFailure = "HMAC failure"
    case noMatch = "no match"
    case payloadFailure = "payload failure"
  }

  let expectation: Expectation
  /// SHA-256 in hexadecimal; of the content where there is success.
  let payload: String?
  let identities: [String]
  let passphrases: [String]
  let isArmored: Bool
  let file: [UInt8]

  /// Beside the package, by this file's place in it.
  private static let folder: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/../shared/age-vectors"
  }()

  /// The names of all vectors; none where the folder is absent.
  static let names: [String] = {
    guard let folder = try? Folder(), let list = Program("ls"),
      let status = try? list.run([Self.folder], output: folder.path(of: "names")), status == 0,
      let names = try? folder.read("names")
    else { return [] }
    return String(decoding: names, as: UTF8.self).split(separator: "\n").map { String($0) }
      .filter { $0 != "README.md" }
  }()

  /// Those that need ML-KEM.
  static let hybridNames = names.filter { $0.contains("hybrid") }
  static let otherNames = names.filter { !$0.contains("hybrid") }

  init(_ name: String) throws {
    let bytes = try read("\(Self.folder)/\(name)")
    let end = bytes.indices.dropLast().first { bytes[$0] == 0x0A && bytes[$0 + 1] == 0x0A }
    guard let end else { throw Malformed() }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n")
    func values(_ key: String) -> [String] {
      lines.filter { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
    }
    guard let expectation = values("expect").first.flatMap(Expectation.init(rawValue:)) else {
      throw Malformed()
    }
    self.expectation = expectation
    self.payload = values("payload").first
    self.identities = values("identity")
    self.passphrases = values("passphrase")
    self.isArmored = values("armored") == ["yes"]
    let file = [UInt8](bytes[(end + 2)...])
    self.file = values("compressed") == ["zlib"] ? try Self.inflated(file) : file
  }

  private static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try Folder()
    let input = try folder.write(bytes, as: "in")
    let script =
      "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))"
    let status = try Program("python3")?.run(
      ["-c", script], input: input, output: folder.path(of: "out"))
    guard status == 0 else { throw Malformed() }
    return try folder.read("out")
  }

  struct Malformed: Error {}
}

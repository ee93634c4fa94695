// SPDX-License-Identifier: MIT

import Credentials
import Glibc
import Posix
import Primitives
import Testing

@testable import Age

/// In processes of their own, so that no other test stands in the way.
@Suite struct MemoryTests {
  @Test func `where scrypt's memory cannot be had the error says so`() async {
    await #expect(processExitsWith: .success) {
      let passphrase = try Secret("correct horse")
      let content = try Secret("content")
      let file = try AgeFile.encrypt(content, passphrase: passphrase)
      let needless = try AgeFile.encrypt(content, passphrase: passphrase, workFactor: 10)

      try limitAddressSpace(toAdditional: 200 << 20)
      let reading = failure { () throws(AgeError) in try decrypt(file, passphrase: passphrase) }
      #expect(reading == .noMemoryForPassphrase(workFactor: 18))
      let writing = failure { () throws(AgeError) in
        try AgeFile.encrypt(content, passphrase: passphrase)
      }
      #expect(writing == .noMemoryForPassphrase(workFactor: 18))
      #expect(try decrypt(needless, passphrase: passphrase).text == "content")
    }
  }

  @Test func `content, identity and passphrase lie where their owners hold them, nowhere else`()
    async
  {
    await #expect(processExitsWith: .success) {
      // A random text that no string or array has held.
      let content = try AgeIdentity.generate().encoded()
      let identity = try AgeIdentity.generate()
      let file = try AgeFile.encrypt(content, to: [identity.recipient])
      #expect(try occurrences(of: content) == 1)
      let opened = try AgeFile.decrypt(file.span, with: identity)
      #expect(try occurrences(of: content) == 2)
      let isSame = opened.isEqual(to: content)
      #expect(isSame)

      let text = try identity.encoded()
      let again = try AgeIdentity(parsing: text)
      #expect(again.recipient == identity.recipient)
      let listed = try IdentityFile.text(of: again, created: nil)
      #expect(try occurrences(of: text) == 2)
      let identities = try IdentityFile.identities(in: listed)
      #expect(try occurrences(of: text) == 2)
      #expect(identities.count == 1)

      let passphrase = try AgeIdentity.generate().encoded()
      let locked = try AgeFile.encrypt(content, passphrase: passphrase, workFactor: 4)
      _ = try AgeFile.decrypt(locked.span, passphrase: passphrase)
      #expect(try occurrences(of: passphrase) == 1)
      #expect(try occurrences(of: content) == 2)
    }
  }

  @Test func `no key that a file was opened with is left behind`() async {
    await #expect(processExitsWith: .success) {
      let identity = try AgeIdentity.generate()
      let file = try AgeFile.encrypt(Secret("content"), to: [identity.recipient])
      _ = try AgeFile.decrypt(file.span, with: identity)
      guard case .x25519(let stanza) = try Header(startOf: file.span).stanzas.first else { return }

      // Each is computed once more here, and then lies in one place: here.
      var shared = try Secret(capacity: 32)
      let isUsable = try identity.appendShared(with: stanza.share, to: &shared)
      #expect(isUsable)
      #expect(try occurrences(of: shared) == 1, "the shared secret")

      let salt = stanza.share + identity.recipient.point
      let wrappingKey = try key(from: shared, salt: salt, info: "age-encryption.org/v1/X25519")
      #expect(try occurrences(of: wrappingKey) == 1, "the wrapping key")

      var fileKey = try Secret(capacity: 16)
      let nonce = [UInt8](repeating: 0, count: 12)
      fileKey.append { output in
        _ = wrappingKey.withBytes { key in
          ChaCha20Poly1305.open(stanza.body.span, key: key, nonce: nonce, to: &output)
        }
      }
      #expect(fileKey.count == 16)
      #expect(try occurrences(of: fileKey) == 1, "the file's key")

      let headerKey = try key(from: fileKey, salt: [], info: "header")
      #expect(try occurrences(of: headerKey) == 1, "the header's key")
      let payloadNonce = [UInt8](file[(22 + 98 + 48)...].prefix(16))
      let payloadKey = try key(from: fileKey, salt: payloadNonce, info: "payload")
      #expect(try occurrences(of: payloadKey) == 1, "the content's key")
    }
  }
}

private func key(
  from secret: borrowing Secret, salt: [UInt8], info: String
) throws -> Secret {
  var derived = try DerivedKey()
  derived.derive(from: secret, salt: salt, info: [UInt8](info.utf8))
  var key = try Secret(capacity: 32)
  try derived.withBytes { try key.append($0) }
  return key
}

/// Leaves this process so many bytes of address space beyond what it has now.
private func limitAddressSpace(toAdditional bytes: UInt) throws {
  let file = try FileDescriptor.open("/proc/self/statm", O_RDONLY)
  let pages = try file.readAll(limit: 4096).text.split(separator: " ").first.flatMap { UInt($0) }
  let limit = rlim_t(try #require(pages) * 4096 + bytes)
  var limits = rlimit(rlim_cur: limit, rlim_max: limit)
  let status = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits)
  try #require(status == 0)
}

/// How often `secret` lies in the writable memory of this process, its own place counted.
private func occurrences(of secret: borrowing Secret) throws -> Int {
  let maps = try FileDescriptor.open("/proc/self/maps", O_RDONLY).readAll(limit: 1 << 24).text
  var count = 0
  for line in maps.split(separator: "\n") {
    let words = line.split(separator: " ")
    guard words.count > 1, words[1].hasPrefix("rw"), !line.hasSuffix("[vvar]") else { continue }
    let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    count += secret.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { needle in
        unsafe occurrences(of: needle, from: ends[0], to: ends[1])
      }
    }
  }
  return count
}

private func occurrences(
  of needle: UnsafeBufferPointer<UInt8>, from start: UInt, to end: UInt
) -> Int {
  guard let address = needle.baseAddress, let memory = unsafe UnsafeRawPointer(bitPattern: start)
  else {
    return 0
  }
  let last = Int(end - start) - needle.count
  let first = unsafe CInt(needle[0])
  var (offset, count) = (0, 0)
  while offset <= last, let found = unsafe memchr(memory + offset, first, last - offset + 1) {
    if unsafe memcmp(found, address, needle.count) == 0 { count += 1 }
    offset = unsafe UnsafeRawPointer(found) - memory + 1
  }
  return count
}

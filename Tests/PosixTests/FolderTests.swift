// SPDX-License-Identifier: MIT

import Glibc
import Posix
import Testing

@Suite struct FolderTests {
  @Test func `every name is given once, however many there are, and the folder's own are not`()
    throws
  {
    let folder = try TemporaryFolder()
    var expected: [ByteString] = ["..a", "...", ".hidden"]
    for index in 0..<1500 {
      expected.append(ByteString("a long name, so that one read does not give all: \(index)"))
    }
    for name in expected {
      _ = try FileDescriptor.open(
        ByteString(folder[try #require(name.text)]), O_WRONLY | O_CREAT, mode: 0o600)
    }
    #expect(try Folder.names(in: ByteString(folder.path)) == expected.sorted())
  }
}

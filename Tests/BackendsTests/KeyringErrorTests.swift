// SPDX-License-Identifier: MIT

import CSandbox
import Credentials
import Glibc
import Posix
import TestSupport
import Testing

@testable import Backends

@Suite struct KeyringErrorTests {
  /// As under the filter that a container or a service has, which no process gets rid of.
  @Test func `where the kernel refuses, the error says that there is no keyring`() async {
    await #expect(processExitsWith: .success) {
      try #require(sandbox_refuse_keys(EPERM) == 0)
      let error = failure { () throws(KeyringError) in try KernelKeyring() }
      #expect(error == .notUsable(Errno(EPERM)))
      #expect(error?.message == "cannot use the kernel keyring: Operation not permitted")
      #expect(
        error?.hint == "a container or a service's filter of system calls may be in the way")
    }
    await #expect(processExitsWith: .success) {
      try #require(sandbox_refuse_keys(ENOSYS) == 0)
      let error = failure { () throws(KeyringError) in try UnlockedIdentities() }
      #expect(error == .notUsable(Errno(ENOSYS)))
      #expect(error?.message == "cannot use the kernel keyring: Function not implemented")
      #expect(error?.hint == "this kernel, or this container, has no key retention service")
    }
    await #expect(processExitsWith: .success) {
      try #require(sandbox_refuse_keys(EACCES) == 0)
      let error = failure { () throws(KeyringError) in try KernelKeyring() }
      #expect(error == .notUsable(Errno(EACCES)))
    }
  }

  @Test(.kernelKeyring) func `a keyring that is refused later is an error each time`() async {
    await #expect(processExitsWith: .success) {
      let keyring = try KernelKeyring()
      let payload = try Secret(copying: [0x78])
      try #require(sandbox_refuse_keys(EPERM) == 0)
      let refused = KeyringError.notUsable(Errno(EPERM))
      #expect(failure { () throws(KeyringError) in try keyring.read("a") } == refused)
      #expect(failure { () throws(KeyringError) in try keyring.remove("a") } == refused)
      #expect(
        failure { () throws(KeyringError) in try keyring.entries(withPrefix: "a") } == refused)
      let error = failure { () throws(KeyringError) in try keyring.store(payload, as: "a") }
      #expect(error == refused)
    }
  }

  @Test func `the words`() {
    let quota = KeyQuota(
      ofUser: 1000,
      in: "    0:     9 8/8 3/1000000 48/25000000\n 1000:    61 61/60 61/200 19990/20000\n")
    #expect(
      KeyringError.full(quota).message
        == "no room left in the kernel keyring: 61 of 200 keys and 19990 of 20000 bytes are taken")
    #expect(
      KeyringError.full(nil).message
        == "no room left in the kernel keyring, which has 200 keys and 20000 bytes for a user")
    #expect(
      KeyringError.full(nil).hint
        == "keyctl show @u lists what is kept; root sets the limits with sysctl, kernel.keys.maxkeys"
        + " and kernel.keys.maxbytes")
    #expect(
      KeyringError.payloadSize(32_768).message
        == "cannot keep 32768 bytes in the kernel keyring: it takes 1 to 32767")
    #expect(
      KeyringError.descriptionSize(4096).message
        == "cannot use a name of 4096 bytes in the kernel keyring: it takes 1 to 4095")
    #expect(
      KeyringError(Errno(ENOMEM), "cannot keep a key in the kernel keyring").message
        == "cannot keep a key in the kernel keyring: Cannot allocate memory")
  }

  @Test(arguments: ["", "1000:", "1000: 1 2/2 3/4", "1000: 1 2/2 3/4 5/x", "100: 1 2/2 3/4 5/6"])
  func `a line on a user's keys that is none is not taken for one`(text: String) {
    #expect(KeyQuota(ofUser: 1000, in: text) == nil)
  }
}

@Suite struct KeyTableTests {
  private static let text = """
    07b171ca I--Q---     1 perm 1f3f0000     0 65534 keyring   _uid_ses.0: 1
    0e2cfa4c I--Q---     2 perm 1f3f0000     0 65534 keyring   _uid.0: empty
    28a76d7d I--Q---     1 expd 3f010000     0     0 user      askcred:a: 2
    28a76d7e I--Q---     1  59s 3f010000     0     0 user       b c:  d: 2
    28a76d7f I--Q---     1  23h 3f010000     0     0 logon     a:b: 2
    28a76d80 I--Q---     1  9x 3f010000     0     0 user      x: 2

    """

  private func row(_ serial: Int32, of text: String = text) -> KeyTable.Row? {
    KeyTable([UInt8](text.utf8))[KernelKey(serial: serial)]
  }

  @Test func `each line tells of one key`() {
    #expect(row(0x0e2c_fa4c) == .init(remaining: .unlimited, description: nil))
    #expect(row(0x28a7_6d7d) == .init(remaining: .expired, description: "askcred:a"))
    #expect(row(0x28a7_6d7e) == .init(remaining: .atLeast(.seconds(59)), description: " b c:  d"))
    #expect(row(0x28a7_6d7f) == .init(remaining: .atLeast(.seconds(82_800)), description: nil))
    #expect(row(0x28a7_6d80) == .init(remaining: .unknown, description: "x"))
    #expect(row(1) == nil)
  }

  @Test func `a line that somebody's description makes up is not believed`() {
    let forged = "28a76d7d I--Q---     1 expd 3f010000     0     0 user      mine: 2: 1\n"
    #expect(row(0x28a7_6d7d, of: Self.text + forged) == nil)
    #expect(row(0x28a7_6d7d, of: forged + Self.text) == nil)
    #expect(row(0x28a7_6d7e, of: forged + Self.text)?.description == " b c:  d")
  }
}

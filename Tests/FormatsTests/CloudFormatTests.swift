// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// The answers that the clients of clouds take, in JSON.
@Suite struct CloudFormatTests {
  private let aws = FormatName.aws.format
  private let kubernetes = FormatName.kubernetes.format

  @Test func `a key of AWS is an object of version 1`() throws {
    #expect(
      try aws.encode(try login(account: "AKIA", password: Array("s/\"".utf8))).text
        == #"{"Version":1,"AccessKeyId":"AKIA","SecretAccessKey":"s/\""}"# + "\n")
    var credential = try login(
      account: "AKIA", password: [0x73], fields: [("session_token", Array("t=".utf8))])
    credential.expires = Expiry("2026-12-31T23:59:59Z")
    #expect(
      try aws.encode(credential, FormatOptions(endsWithNewline: false)).text
        == #"{"Version":1,"AccessKeyId":"AKIA","SecretAccessKey":"s","SessionToken":"t=","#
        + #""Expiration":"2026-12-31T23:59:59Z"}"#)
  }

  @Test func `a key of AWS has both halves, and no other field`() throws {
    #expect(throws: FormatError.missing(.account, for: .aws)) {
      try aws.check(LoginOutline(parts: [.password]))
    }
    #expect(throws: FormatError.missing(.password, for: .aws)) {
      try aws.check(LoginOutline(parts: [.account]))
    }
    #expect(throws: FormatError.noPlace(for: try part("otp"), in: .aws)) {
      try aws.check(LoginOutline(parts: [.account, .password, try part("otp")]))
    }
    #expect(throws: FormatError.refused(.notUTF8(0xFF), of: .password, by: .aws)) {
      try aws.bytes(try login(account: "a", password: [0xFF]))
    }
  }

  @Test func `a token of Kubernetes is an ExecCredential`() throws {
    var credential = try login(account: "alice", password: Array("t.o-k\"".utf8))
    #expect(
      try kubernetes.encode(credential).text
        == #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","#
        + #""status":{"token":"t.o-k\""}}"# + "\n")
    credential.expires = Expiry("2026-12-31T23:59:59Z")
    let options = FormatOptions(
      kubernetesRequest: KubernetesRequest(
        #"{"apiVersion":"client.authentication.k8s.io/v1beta1"}"#))
    #expect(
      try kubernetes.encode(credential, options).text
        == #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","#
        + #""status":{"expirationTimestamp":"2026-12-31T23:59:59Z","token":"t.o-k\""}}"# + "\n")
  }

  @Test(
    arguments: [
      ([0x0A], .byte(0x0A)), ([0x61, 0x00], .byte(0)), ([0x7F], .byte(0x7F)),
      ([0x20, 0x61], .first(0x20)),
      ([0x61, 0x09], .last(0x09)), ([0xFF], .notUTF8(0xFF)),
    ] as [([UInt8], Refusal)])
  func `a token that a header cannot hold is refused`(value: [UInt8], refusal: Refusal) throws {
    let refused = FormatError.refused(refusal, of: .password, by: .kubernetes)
    #expect(throws: refused) { try kubernetes.bytes(try login(password: value)) }
    #expect(refused.hint == "the password goes into a line of the HTTP header")
  }

  @Test(
    arguments: [
      ("", "client.authentication.k8s.io/v1", true),
      ("[]", "client.authentication.k8s.io/v1", true),
      ("{\"apiVersion\":1}", "client.authentication.k8s.io/v1", true),
      ("{\"apiVersion\":\"v1\"}", "client.authentication.k8s.io/v1", true),
      (
        "{\"apiVersion\":\"client.authentication.k8s.io/v1\\\"\"}",
        "client.authentication.k8s.io/v1",
        true
      ),
      (
        #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1alpha1","spec":{}}"#,
        "client.authentication.k8s.io/v1alpha1", true
      ),
      (#"{"spec":{"interactive":false}}"#, "client.authentication.k8s.io/v1", false),
      (#"{"spec":{"interactive":true}}"#, "client.authentication.k8s.io/v1", true),
      (#"{"spec":{"interactive":"no"}}"#, "client.authentication.k8s.io/v1", true),
      (#"{"spec":false}"#, "client.authentication.k8s.io/v1", true),
    ] as [(ByteString, String, Bool)])
  func `a client's wish is taken where it is sane`(
    text: ByteString, version: String, isInteractive: Bool
  ) {
    let request = KubernetesRequest(text)
    #expect(request.version == version)
    #expect(request.isInteractive == isInteractive)
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

@Suite struct JsonPeers {
  private func values() -> [[UInt8]] {
    var arbitrary = ArbitraryBytes(seed: 8259)
    let ascii = allStrings(over: Array(0...0x7F), lengths: 1...1)
    return trickyValues + trickyLines + ascii + arbitrary.texts(500, upTo: 40)
  }

  private func text(_ values: [[UInt8]]) throws -> [UInt8] {
    let fields = values.enumerated().map { ("f\($0.offset)", $0.element) }
    return try FormatName.json.format.encode(
      try login(account: "é\n", password: Array("p\"\\".utf8), fields: fields)
    ).bytes
  }

  @Test(.judges("python3")) func `Python reads every value`() throws {
    let python = try judge("python3")
    let script = """
      import json, sys
      login = json.load(sys.stdin.buffer)
      assert list(login) == ["account", "password", "fields"]
      for value in [login["account"], login["password"], *login["fields"].values()]:
          print("x" + value.encode().hex())
      """
    let values = values()
    let result = try RunningProgram.run(python, ["-I", "-c", script], input: try text(values))
    #expect(result.errorText == "")
    let wanted = [Array("é\n".utf8), Array("p\"\\".utf8)] + values
    #expect(
      String(decoding: result.output, as: UTF8.self).lines == wanted.map { "x" + $0.hexadecimal })
  }

  @Test(.judges("jq")) func `jq reads every value`() throws {
    let jq = try judge("jq")
    let filter = #".account, .password, .fields[] | "x" + (explode | map(tostring) | join(" "))"#
    let values = values()
    let result = try RunningProgram.run(jq, ["-r", filter], input: try text(values))
    #expect(result.errorText == "")
    let wanted = [Array("é\n".utf8), Array("p\"\\".utf8)] + values
    let scalars = wanted.map { value in
      "x"
        + String(decoding: value, as: UTF8.self).unicodeScalars.map { "\($0.value)" }
        .joined(separator: " ")
    }
    #expect(String(decoding: result.output, as: UTF8.self).lines == scalars)
  }

  @Test(.judges("python3")) func `the longest value of control characters is read`() throws {
    let python = try judge("python3")
    let script = "import json, sys; print(json.load(sys.stdin)['password'] == '\\x01' * 65535)"
    let longest = [UInt8](repeating: 0x01, count: 65_535)
    let text = try FormatName.json.format.encode(try login(password: longest)).bytes
    let result = try RunningProgram.run(python, ["-I", "-c", script], input: text)
    #expect(String(decoding: result.output, as: UTF8.self) == "True\n")
  }

  @Test(.judges("python3")) func `Python reads every key of AWS and every token of Kubernetes`()
    throws
  {
    let script = """
      import json, sys
      for line in sys.stdin.buffer:
          answer = json.loads(line)
          if "Version" in answer:
              assert answer["Version"] == 1 and list(answer)[1:] == [
                  "AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"]
              values = [answer["AccessKeyId"], answer["SecretAccessKey"], answer["SessionToken"]]
          else:
              assert answer["kind"] == "ExecCredential" and list(answer["status"]) == [
                  "expirationTimestamp", "token"]
              values = [answer["status"]["token"]]
          print(" ".join("x" + value.encode().hex() for value in values))
      """
    var (input, wanted): ([UInt8], [String]) = ([], [])
    for value in values() {
      var key = try login(
        account: ByteString(value), password: value, fields: [("session_token", value)])
      key.expires = Expiry(seconds: 4_000_000_000)
      input += try FormatName.aws.format.encode(key).bytes
      wanted.append([String](repeating: "x" + value.hexadecimal, count: 3).joined(separator: " "))
      var token = try login(password: value)
      token.expires = Expiry(seconds: 4_000_000_000)
      do {
        input += try FormatName.kubernetes.format.encode(token).bytes
        wanted.append("x" + value.hexadecimal)
      } catch {}
    }
    #expect(wanted.count > 900)
    let result = try RunningProgram.run(try judge("python3"), ["-I", "-c", script], input: input)
    #expect(result.errorText == "")
    #expect(String(decoding: result.output, as: UTF8.self).lines == wanted)
  }
}

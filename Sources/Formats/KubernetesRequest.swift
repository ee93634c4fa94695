// SPDX-License-Identifier: MIT

private import Json
package import Posix

/// What a client of Kubernetes says to a credential plugin, in the variable `KUBERNETES_EXEC_INFO`.
package struct KubernetesRequest: Equatable, Sendable {
  package static let variable = "KUBERNETES_EXEC_INFO"

  /// The version of the answer that it wants.
  package let version: String
  /// Whether its user can be asked.
  package let isInteractive: Bool

  private static let group = "client.authentication.k8s.io/"
  static let usual = group + "v1"

  /// What the variable's value says. What it does not say, or what is not as it should be, is as usual.
  package init(_ value: ByteString) {
    var (version, isInteractive) = (Self.usual, true)
    if var document = try? JsonDocument(parsing: value.bytes.span) {
      if let node = document.value("apiVersion", of: document.root),
        let text = (try? document.string(node))?.publicBytes.text, Self.isVersion(text)
      {
        version = text
      }
      if let spec = document.value("spec", of: document.root),
        let node = document.value("interactive", of: spec)
      {
        isInteractive = document.truth(of: node) ?? true
      }
    }
    self.version = version
    self.isInteractive = isInteractive
  }

  /// The group, `v` and a number, and mostly `alpha` or `beta` and another.
  private static func isVersion(_ text: String) -> Bool {
    guard text.hasPrefix(group + "v"), text.utf8.count < group.utf8.count + 16 else { return false }
    return text.utf8.dropFirst(group.utf8.count).allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}

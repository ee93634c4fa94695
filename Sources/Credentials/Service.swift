// SPDX-License-Identifier: MIT

package import Posix

/// What a login is for: a URL, or a word of the user's own.
///
/// A service has one spelling, and two are the same where its bytes are. It holds no control
/// character, no account and no password.
package struct Service: Hashable, Sendable {
  /// The one spelling. For a URL: scheme and host in lower case, without the scheme's default port,
  /// without a lone `/` at the end. For a word: the bytes as they came. Empty for `unnamed` alone.
  package let name: ByteString

  /// What a SERVICE operand says: the service, and the account that stands in a URL before `@`.
  ///
  /// The account is decoded, not empty, without NUL; it need not be UTF-8.
  package static func read(
    _ operand: ByteString
  ) throws(ServiceError) -> (service: Service, account: ByteString?) {
    if operand.isEmpty { throw .empty }
    if let url = try ServiceURL(operand) {
      return (Service(name: url.name), url.account)
    }
    if operand.hasControlCharacter { throw .controlCharacter(operand.harmless) }
    return (Service(name: operand), nil)
  }

  /// The service of that name, or nil where no service is spelled so.
  package init?(_ name: ByteString) {
    guard let (service, account) = try? Self.read(name), account == nil, service.name == name
    else { return nil }
    self = service
  }

  private init(name: ByteString) {
    self.name = name
  }

  /// What stands for the service where a backend names none. Nobody can ask for it by a name.
  package static let unnamed = Service(name: "")

  /// The scheme of a URL, such as `https`; nil for a word.
  package var scheme: String? { url?.scheme.text }

  /// The host of a URL, with its port where that is not the scheme's default; nil for a word.
  package var host: ByteString? { url?.hostAndPort }

  /// What follows a URL's host, from its `/` (or `?` or `#`) on; empty where nothing does, and for
  /// a word.
  package var path: ByteString { url?.path ?? "" }

  /// The service whose login answers where this one has none: the bare `HOST` for `https://HOST`,
  /// and the other way round.
  ///
  /// For nothing else: no other scheme, no port, no path.
  package var alternative: Service? {
    if let url {
      let isBare = url.scheme == "https" && url.port == nil && url.path.isEmpty
      return isBare ? Service(name: url.host) : nil
    }
    guard let other = Service(ByteString(Array("https://".utf8) + name.bytes)),
      let url = other.url, url.port == nil, url.path.isEmpty
    else { return nil }
    return other
  }

  private var url: ServiceURL? {
    // It has been read before, so nothing is thrown.
    try? ServiceURL(name)
  }
}

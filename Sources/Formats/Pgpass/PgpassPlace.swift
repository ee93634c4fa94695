// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// The databases that a line of a pgpass file is for; nil stands for any.
///
/// A service names them as a URL, or in the spelling of lists, `HOST[:PORT][/DATABASE]`, with `*` for any
/// in the middle. There, an IPv6 address stands in brackets, and so does all that would not end where
/// the host does; the folder of a socket ends at the first colon.
struct PgpassPlace: Equatable {
  let host: ByteString?
  let port: ByteString?
  let database: ByteString?

  /// What libpq looks up under another name: `localhost` stands for its own folder of sockets, by the
  /// name that Debian's has built in.
  private static let ownSockets: ByteString = "/var/run/postgresql"

  init(host: ByteString?, port: ByteString?, database: ByteString?) {
    self.host = host
    self.port = port
    self.database = database
  }

  init(_ service: Service) throws(FormatError) {
    let place: PgpassPlace
    if let scheme = service.scheme {
      place = try Self.read(url: service, scheme)
    } else {
      place = try Self.read(word: service)
    }
    self = place
    if let host, host.bytes.contains(UInt8(ascii: ",")) {
      throw Self.unfit(service, "libpq takes it for several hosts, and looks up one at a time")
    }
    if host == Self.ownSockets {
      throw Self.unfit(service, "libpq looks up 'localhost' for its own folder of sockets")
    }
  }

  /// In its one spelling; nil where it has none that is read back.
  var service: Service? {
    var name = host.map(Self.spelled(host:)) ?? Self.any
    if port != nil || database != nil {
      // The folder of a socket has slashes of its own.
      let isFolder = name.first == UInt8(ascii: "/")
      if let port { name += [UInt8(ascii: ":")] + port.bytes }
      if port == nil, isFolder { name += Array(":*".utf8) }
      if let database { name += [UInt8(ascii: "/")] + database.bytes }
    }
    guard let service = Service(ByteString(name)), let place = try? PgpassPlace(service),
      place == self
    else { return nil }
    return service
  }

  private static let any = Array("*".utf8)

  private static func spelled(host: ByteString) -> [UInt8] {
    let bytes = host.bytes
    let isFolder = bytes.first == UInt8(ascii: "/")
    let needsBrackets =
      bytes == any || bytes.first == UInt8(ascii: "[") || bytes.contains(UInt8(ascii: ":"))
      || (!isFolder && bytes.contains(UInt8(ascii: "/")))
    return needsBrackets ? Array("[".utf8) + bytes + Array("]".utf8) : bytes
  }

  private static func unfit(_ service: Service, _ why: String) -> FormatError {
    .unfitService(service, why: why, for: .pgpass)
  }

  /// As libpq reads a URI ("Connection URIs"). One without a port means the usual one, which a service
  /// does not spell; who means any port says so without a URL.
  private static func read(
    url service: Service, _ scheme: String
  ) throws(FormatError) -> PgpassPlace {
    guard scheme == "postgres" || scheme == "postgresql" else {
      throw unfit(service, "it is no address of a PostgreSQL server")
    }
    let path = service.path.bytes[...]
    guard path.isEmpty || path.first == UInt8(ascii: "/"), !path.contains(UInt8(ascii: "?")) else {
      throw unfit(service, "a file has no place for what follows the host")
    }
    let (host, port) = cut(host: service.host?.bytes ?? [])
    let place = PgpassPlace(
      host: try decode(host, of: service),
      port: port.map { ByteString(Array($0)) } ?? "5432",
      database: try decode(path.dropFirst(), of: service))
    return place
  }

  /// A part of a URL; nil where it is empty or stands for any.
  private static func decode(
    _ text: ArraySlice<UInt8>, of service: Service
  ) throws(FormatError) -> ByteString? {
    if text.isEmpty || text.elementsEqual(any) { return nil }
    guard let bytes = PercentEncoding.decode(text) else {
      throw unfit(service, "'%' has no two hexadecimal digits after it")
    }
    if let control = bytes.first(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw .serviceRefused(.byte(control), by: .pgpass)
    }
    return ByteString(bytes)
  }

  /// The host of a URL without brackets, and the port after it.
  private static func cut(
    host: [UInt8]
  ) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?) {
    let isAddress = host.first == UInt8(ascii: "[")
    let end = isAddress ? host.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : nil
    let rest = host[(end ?? 0)...]
    let colon = rest.firstIndex(of: UInt8(ascii: ":"))
    let name = host[..<(colon ?? host.endIndex)]
    return (
      isAddress ? name.dropFirst().dropLast() : name, colon.map { host[($0 + 1)...] }
    )
  }

  private static func read(word service: Service) throws(FormatError) -> PgpassPlace {
    let word = service.name.bytes
    var rest = word[...]
    let host: ArraySlice<UInt8>
    let isBracketed = word.first == UInt8(ascii: "[")
    if isBracketed {
      guard let end = word.firstIndex(of: UInt8(ascii: "]")) else {
        throw unfit(service, "'[' has no ']' after it")
      }
      host = word[1..<end]
      rest = word[(end + 1)...]
    } else {
      let isFolder = word.first == UInt8(ascii: "/")
      let end = word.firstIndex { byte in
        byte == UInt8(ascii: ":") || (!isFolder && byte == UInt8(ascii: "/"))
      }
      host = word[..<(end ?? word.endIndex)]
      rest = word[(end ?? word.endIndex)...]
    }
    let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let port = rest[..<slash]
    let isPort = port.isEmpty || isPort(port)
    if !isPort, !isBracketed, port.dropFirst().contains(UInt8(ascii: ":")) {
      throw unfit(service, "an IPv6 address stands in brackets")
    }
    if host.isEmpty { throw unfit(service, "it names no host") }
    if !isPort { throw unfit(service, "what follows the host is no port") }
    let database = rest[slash...].dropFirst()
    return PgpassPlace(
      host: !isBracketed && host.elementsEqual(any) ? nil : ByteString(Array(host)),
      port: value(port.dropFirst()), database: value(database))
  }

  /// Nil where nothing is said, or any is meant.
  private static func value(_ text: ArraySlice<UInt8>) -> ByteString? {
    text.isEmpty || text.elementsEqual(any) ? nil : ByteString(Array(text))
  }

  /// Whether a text is a colon and a port, or any.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.dropFirst()
    if text.first != UInt8(ascii: ":") { return false }
    if digits.isEmpty || digits.elementsEqual(any) { return true }
    return Int(digits: digits).map { (1...65_535).contains($0) } ?? false
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
package import Posix

/// A format whose files askcred reads back, merges into and erases from.
///
/// A text is the whole file. What is made of it differs from it in the one login alone: comments, other
/// logins, their order, line ends and a missing last newline stay as they are. Where a file has the same
/// login twice, its readers take the first, and so does this.
package protocol LoginFile: Format {
  /// Whether its files name the services of their logins. Where they do not, there is no service but
  /// `Service.unnamed`.
  var namesServices: Bool { get }
  /// Whether a file is one login, and not a list of them.
  var holdsOneLogin: Bool { get }
  /// Whether the password can be had back from a file.
  var canRead: Bool { get }

  /// Whether a file says when its logins expire.
  var keepsExpiry: Bool { get }
  /// Where its readers look, which may begin with `~/`; nil where there is no such place.
  var usualPath: ByteString? { get }
  /// The permission bits that a file may have at most for its readers to take it.
  var widestMode: UInt32 { get }
  /// What stands after the file's name in that of the lock file of the program that the format is from;
  /// nil where it has none.
  var lockSuffix: ByteString? { get }

  /// The spelling that the entries of a file have for a service. Fails where no entry can be for it.
  func spelling(of service: Service) throws(FormatError) -> Service

  /// The logins of a text, in its order. Fails where the text is not in the format.
  func entries(
    in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> [LoginEntry]

  /// The login that an entry of the text holds, without its service.
  func credential(
    of entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Credential

  /// The text with a login in it of which nothing was refused, in the place of an entry of the same
  /// service and account. The service is spelled as entries have it; the credential's own does not count.
  func text(
    saving credential: borrowing Credential, of service: Service, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret

  /// The text without an entry.
  func text(
    erasing entry: LoginEntry, in text: Span<UInt8>, _ options: FormatOptions
  ) throws(LoginFileError) -> Secret

  /// The text without any entry of a login. Where a file can have it many times, this does not go through
  /// the text once for each.
  func text(
    erasingAllOf service: Service, _ account: ByteString?, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret
}

extension LoginFile {
  package func examine(_ service: Service) throws(FormatError) {
    if needsService { _ = try spelling(of: service) }
  }

  package var namesServices: Bool { true }
  package var holdsOneLogin: Bool { !namesServices }
  package var canRead: Bool { true }
  package var keepsExpiry: Bool { false }
  package var usualPath: ByteString? { nil }
  package var widestMode: UInt32 { 0o7777 }
  package var lockSuffix: ByteString? { nil }

  package func text(
    erasingAllOf service: Service, _ account: ByteString?, in text: Span<UInt8>,
    _ options: FormatOptions
  ) throws(LoginFileError) -> Secret {
    var result = try Output.fileText { (output) throws(FormatError) in try output.put(text) }
    while true {
      let next = try result.withBytes { (bytes) throws(LoginFileError) in
        try entries(in: bytes, options).first { $0.isLogin(of: service, account) }
      }
      guard let next else { return result }
      result = try result.withBytes { (bytes) throws(LoginFileError) in
        try self.text(erasing: next, in: bytes, options)
      }
    }
  }
}

/// A login of a file: what it is found by, and where it stands.
package struct LoginEntry: Equatable, Sendable {
  /// As the format spells it.
  package let service: Service
  package let account: ByteString?
  /// The bytes of the text that are the login's own, with the end of its last line: what goes where it
  /// is erased.
  package let range: Range<Int>
  /// Whether it says more than a login has places for, which would be lost where it is moved.
  package let saysMore: Bool

  package init(
    service: Service, account: ByteString?, range: Range<Int>, saysMore: Bool = false
  ) {
    self.service = service
    self.account = account
    self.range = range
    self.saysMore = saysMore
  }

  func isLogin(of service: Service, _ account: ByteString?) -> Bool {
    self.service == service && self.account == account
  }
}

/// Why a file's text is not read or changed.
package enum LoginFileError: Error, Equatable, Sendable {
  /// The text is not in the format. Lines count from 1.
  case malformed(line: Int, why: String)
  case format(FormatError)
}

extension LoginFileError {
  /// Runs `body`; what the format refuses becomes an error of the file.
  static func of<Value: ~Copyable>(
    _ body: () throws(FormatError) -> Value
  ) throws(LoginFileError) -> Value {
    do {
      return try body()
    } catch {
      throw .format(error)
    }
  }

  /// For a byte of the text, the line that it stands in.
  static func malformed(_ text: Span<UInt8>, at offset: Int, _ why: String) -> LoginFileError {
    var line = 1
    for index in 0..<min(offset, text.count) where text[index] == UInt8(ascii: "\n") { line += 1 }
    return .malformed(line: line, why: why)
  }
}

extension FormatName {
  /// The format, where its files are read back; nil where logins are only written in it.
  package var loginFile: (any LoginFile)? { format as? any LoginFile }
}

extension Output {
  /// The text of a file.
  static func fileText(
    _ write: (inout Output) throws(FormatError) -> Void
  ) throws(LoginFileError) -> Secret {
    try LoginFileError.of { () throws(FormatError) in try text(write) }
  }
}

// SPDX-License-Identifier: MIT

package import Credentials
private import Posix

/// What a format cannot carry of a value. Of the value itself, it tells one byte at most.
package enum Refusal: Equatable, Sendable {
  /// A byte that may stand nowhere in the value.
  case byte(UInt8)
  /// A byte that may not be the first.
  case first(UInt8)
  /// A byte that may not be the last.
  case last(UInt8)
  /// The first byte of what is not UTF-8.
  case notUTF8(UInt8)
  /// The whole value, which readers take for a word of the format's own. It tells no byte.
  case keyword
  /// It has no bytes at all.
  case empty
  /// Of more bytes than count, only those would.
  case longerThan(Int)
}

/// Why a login is not written in a format.
package enum FormatError: Error, Equatable, Sendable {
  case refused(Refusal, of: Part, by: FormatName)
  /// The service's name holds what the format cannot carry.
  case serviceRefused(Refusal, by: FormatName)
  /// The format cannot tell this service from others, or has no name for it.
  case unfitService(Service, why: String, for: FormatName)
  /// The format writes the service's name, and the login has no service.
  case missingService(for: FormatName)
  /// The login expires, and the format has no place for that.
  case noPlaceForExpiry(in: FormatName)
  /// An environment variable is to hold what none can.
  case variableRefused(Refusal, of: Part)
  /// The login has a part that the format has no place for.
  case noPlace(for: Part, in: FormatName)
  /// The login lacks a part that the format or its options ask for.
  case missing(Part, for: FormatName)
  /// Two parts would go into one variable.
  case sameVariable(String, in: FormatName)
  /// A line would be longer than its reader takes, in bytes without the newline.
  case tooLong(limit: Int, for: FormatName)
  /// A password's hash of the kind that the format keeps cannot be had.
  case cannotHash(why: String, for: FormatName)
  case noMemory

  package var message: String {
    switch self {
    case .refused(let refusal, let part, let format):
      "\(Self.text(format)) cannot carry \(Self.text(refusal, of: Self.text(part)))"
    case .serviceRefused(let refusal, let format):
      "\(Self.text(format)) cannot carry \(Self.text(refusal, of: "the service"))"
    case .unfitService(let service, let why, let format):
      "\(Self.text(format)) cannot name '\(service.name.visible)': \(why)"
    case .missingService(let format): "\(Self.text(format)) needs a service"
    case .noPlaceForExpiry(let format):
      "\(Self.text(format)) has no place for the time at which a login expires"
    case .variableRefused(let refusal, let part):
      "an environment variable cannot carry \(Self.text(refusal, of: Self.text(part)))"
    case .noPlace(let part, let format):
      "\(Self.text(format)) has no place for \(Self.text(part))"
    case .missing(let part, let format):
      "\(Self.text(format)) needs \(Self.text(part)), which this login does not have"
    case .sameVariable(let name, let format):
      "\(Self.text(format)) cannot carry two values in one variable '\(name)'"
    case .tooLong(let limit, let format):
      "\(Self.text(format)) cannot carry a login this long: a line has at most \(limit) bytes"
    case .cannotHash(let why, let format): "\(Self.text(format)) cannot be written: \(why)"
    case .noMemory: "cannot get secure memory for the output"
    }
  }

  /// What would help, or nil.
  package var hint: String? {
    switch self {
    case .refused(let refusal, let part, let format):
      // Who uses a format that is made for one program is not helped by another.
      let others = format.isGeneral ? Self.carriers(of: refusal, in: part) : nil
      let hints = [others, format.format.advice(on: refusal, of: part)].compactMap(\.self)
      return hints.isEmpty ? nil : hints.joined(separator: "; ")
    case .noPlace(let part, _): return Self.carriers(of: nil, in: part)
    case .variableRefused: return "'--fd' and '--file' can"
    case .serviceRefused, .unfitService, .missingService, .noPlaceForExpiry, .missing,
      .sameVariable, .tooLong, .cannotHash, .noMemory:
      return nil
    }
  }

  /// The formats for logins of any kind that carry what another refused.
  private static func carriers(of refusal: Refusal?, in part: Part) -> String? {
    let carriers = FormatName.allCases.filter { name in
      let format = name.format
      guard name.isGeneral else { return false }
      let byte: UInt8? =
        switch refusal {
        case .byte(let byte), .first(let byte), .last(let byte), .notUTF8(let byte): byte
        case .keyword, .empty, .longerThan, nil: nil
        }
      guard let value = byte.map({ [$0] }) else { return true }
      return format.refusal(of: value.span, as: part, among: [part], FormatOptions()) == nil
    }
    if carriers.isEmpty { return nil }
    return "formats that can: " + carriers.map(\.rawValue).joined(separator: ", ")
  }

  private static func text(_ format: FormatName) -> String { "format '\(format.rawValue)'" }

  private static func text(_ part: Part) -> String {
    switch part {
    case .account: "the account"
    case .password: "the password"
    case .field(let name): "the field '\(name.text)'"
    }
  }

  private static func text(_ refusal: Refusal, of place: String) -> String {
    switch refusal {
    case .byte(let byte): "\(text(byte)) in \(place)"
    case .first(let byte): "\(text(byte)) at the start of \(place)"
    case .last(let byte): "\(text(byte)) at the end of \(place)"
    case .notUTF8(let byte): "byte \(hexadecimal(byte)) (not UTF-8) in \(place)"
    case .keyword: "\(place): it is one of the format's own words"
    case .empty: "an empty value as \(place)"
    case .longerThan(let limit): "more than \(limit) bytes in \(place)"
    }
  }

  private static func text(_ byte: UInt8) -> String {
    switch byte {
    case 0x00: "a NUL"
    case 0x09: "a tab (TAB)"
    case 0x0A: "a line feed (LF)"
    case 0x0B: "a vertical tab (VT)"
    case 0x0D: "a carriage return (CR)"
    case UInt8(ascii: " "): "a space"
    case UInt8(ascii: ":"): "a colon ':'"
    case 0x21...0x7E: "a '\(Unicode.Scalar(byte))'"
    default: "byte \(hexadecimal(byte))"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }
}

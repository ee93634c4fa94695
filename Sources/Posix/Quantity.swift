// SPDX-License-Identifier: MIT

extension Duration {
  /// A number of seconds, or of what its unit says: `s`, `m`, `h` or `d`. No sign and no fraction;
  /// nil where it is none, or is more than 64 bits of seconds hold.
  package init?(argument: ByteString) {
    let seconds: Int? =
      switch argument.bytes.last {
      case UInt8(ascii: "s"): 1
      case UInt8(ascii: "m"): 60
      case UInt8(ascii: "h"): 60 * 60
      case UInt8(ascii: "d"): 24 * 60 * 60
      default: nil
      }
    let digits = argument.bytes.dropLast(seconds == nil ? 0 : 1)
    guard let number = Int(digits: digits) else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: seconds ?? 1)
    if overflow { return nil }
    self = .seconds(product)
  }
}

extension Int {
  /// A number written in decimal digits and nothing else; nil where it is none or does not fit.
  package init?(digits: some Collection<UInt8>) {
    // `Int` itself takes a sign.
    guard digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self))
  }
}

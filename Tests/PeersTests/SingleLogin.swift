// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Posix
import TestSupport
import Testing

/// What askcred reads of a text of a file of one login.
enum SingleLogin {
  enum Reading: Equatable {
    /// Account and password; nil where the login has none.
    case login([UInt8]?, [UInt8]?)
    case none
    case refused
  }

  static func read(_ text: [UInt8], _ name: FormatName) throws -> Reading {
    let format = try #require(name.loginFile)
    do {
      guard let entry = try format.entries(in: text.span, FormatOptions()).first else {
        return .none
      }
      let credential = try format.credential(of: entry, in: text.span, FormatOptions())
      switch credential.password {
      case .some(let password): return .login(credential.account?.bytes, password.bytes)
      case .none: return .login(credential.account?.bytes, nil)
      }
    } catch {
      return .refused
    }
  }

  /// Small texts of what means something to the readers of such files.
  static func texts(_ count: Int, of words: [String], seed: UInt64) -> [[UInt8]] {
    var arbitrary = ArbitraryBytes(seed: seed)
    return (0..<count).map { _ in
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 1...9, using: &arbitrary) {
        text += Array((words.randomElement(using: &arbitrary) ?? "").utf8)
      }
      return text
    }
  }

  /// The values that a format takes, each as the only one of a login.
  static func carried(_ values: [[UInt8]], by name: FormatName) throws -> [[UInt8]] {
    try values.filter { value in
      do {
        _ = try name.format.encode(try login(account: "a", password: value)).count
        return true
      } catch is FormatError {
        return false
      }
    }
  }
}

/// Values for the judges of files: all kinds, and many arbitrary ones.
func fileValues(seed: UInt64) -> [[UInt8]] {
  var arbitrary = ArbitraryBytes(seed: seed)
  return trickyValues + trickyLines + invalidTexts
    + allStrings(over: Array(0...255), lengths: 1...1)
    + arbitrary.strings(300, upTo: 24) + arbitrary.texts(300, upTo: 20)
}

// SPDX-License-Identifier: MIT

/// Why a JSON text could not be made or read.
package enum JsonError: Error, Equatable, Sendable {
  /// A string is not UTF-8 from the byte at this offset on.
  case notUTF8(offset: Int)
  /// The text is no JSON. Lines count from 1.
  case notJSON(line: Int)
  /// The secure memory cannot be had.
  case noMemory

  package var message: String {
    switch self {
    case .notUTF8: "JSON cannot carry what is not UTF-8"
    case .notJSON(let line): "line \(line) is no JSON"
    case .noMemory: "cannot get secure memory for JSON"
    }
  }
}

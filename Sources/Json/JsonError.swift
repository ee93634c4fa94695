// SPDX-License-Identifier: MIT

/// Why a JSON text could not be made.
package enum JsonError: Error, Equatable, Sendable {
  /// A string is not UTF-8 from the byte at this offset on.
  case notUTF8(offset: Int)
  /// The secure memory cannot be had.
  case noMemory

  package var message: String {
    switch self {
    case .notUTF8: "JSON cannot carry what is not UTF-8"
    case .noMemory: "cannot get secure memory for JSON"
    }
  }
}

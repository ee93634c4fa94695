// SPDX-License-Identifier: MIT

/// The one place that says which version this is.
package enum Version {
  package static let number = "0.1.0"
}

// SPDX-License-Identifier: MIT

package import Credentials
private import Posix

/// A form that a login is written in for the program that reads it.
///
/// What it accepts its reader gets byte for byte; everything else it refuses. Callers use `check`
/// before the first question and `encode` after the last; the requirements are what tells one
/// format from another.
package protocol Format: Sendable {
  var name: FormatName { get }
  /// Which parts a login must, may and may not have.
  var places: Places { get }
  /// Whether what is written names the service, so that the login must have one.
  var needsService: Bool { get }
  /// Fails where the options, or the values that are known, are such that no login can be written.
  func examine(_ outline: LoginOutline, _ options: FormatOptions) throws(FormatError)
  /// Fails where the format has no name for a service.
  func examine(_ service: Service) throws(FormatError)
  /// What the format cannot carry of a value, or nil. `parts` are all that the login has.
  func refusal(
    of value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) -> Refusal?
  /// What else would help somebody who meets this refusal, as a hint puts it.
  func advice(on refusal: Refusal, of part: Part) -> String?
  /// The text of a login of which nothing was refused.
  func text(
    of credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) -> Secret
}

/// Which parts a format has places for.
package struct Places: Equatable, Sendable {
  package enum Need: Sendable {
    case required, optional
  }

  package var account: Need
  package var password: Need
  package var takesFields: Bool

  /// Any part may be there, and any may be missing.
  package static let any = Places(account: .optional, password: .optional, takesFields: true)
}

extension Format {
  package var needsService: Bool { false }

  package func examine(_ service: Service) throws(FormatError) {}

  package func examine(
    _ outline: LoginOutline, _ options: FormatOptions
  ) throws(FormatError) {}

  package func advice(on refusal: Refusal, of part: Part) -> String? { nil }

  /// Fails where no answer could make a login that this format carries.
  package func check(
    _ outline: LoginOutline, _ options: FormatOptions = FormatOptions()
  ) throws(FormatError) {
    let parts = outline.parts
    try examine(parts)
    if let service = outline.service { try examine(service) }
    try examine(outline, options)
    // By numbers, since an iterator of another module's list takes the runtime to find it.
    for index in 0..<parts.endIndex {
      let part = parts[index]
      // The end of a line is what a value of many lines is known to hold.
      let lineFeed = [UInt8(ascii: "\n")]
      let isMultiline = outline.multiline.contains(part)
      guard let known = outline.known[part]?.bytes ?? (isMultiline ? lineFeed : nil) else {
        continue
      }
      try examine(known.span, as: part, among: Array(parts), options)
    }
  }

  /// The login in this form, in one piece of memory of just its size.
  package func encode(
    _ credential: borrowing Credential, _ options: FormatOptions = FormatOptions()
  ) throws(FormatError) -> Secret {
    try examine(credential, options)
    return try text(of: credential, options)
  }

  /// Fails where the login holds what the format refuses.
  package func examine(
    _ credential: borrowing Credential, _ options: FormatOptions
  ) throws(FormatError) {
    let parts = credential.parts
    let outline = LoginOutline(parts: PartList(parts))
    try examine(outline.parts)
    if needsService, credential.service == nil { throw .missingService(for: name) }
    try examine(outline, options)
    try credential.forEachValue { (part, value) throws(FormatError) in
      try examine(value, as: part, among: parts, options)
    }
  }

  private func examine(_ parts: PartList) throws(FormatError) {
    if places.account == .required, !parts.contains(.account) {
      throw .missing(.account, for: name)
    }
    if places.password == .required, !parts.contains(.password) {
      throw .missing(.password, for: name)
    }
    for index in 0..<parts.endIndex where !places.takesFields {
      if case .field = parts[index] { throw .noPlace(for: parts[index], in: name) }
    }
  }

  private func examine(
    _ value: Span<UInt8>, as part: Part, among parts: [Part], _ options: FormatOptions
  ) throws(FormatError) {
    if let refusal = refusal(of: value, as: part, among: parts, options) {
      throw .refused(refusal, of: part, by: name)
    }
  }
}

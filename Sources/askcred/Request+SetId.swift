// SPDX-License-Identifier: MIT

internal import Arguments

extension Request {
  /// Fails where it runs what the caller names: started set-id, askcred would run that with rights that
  /// the caller does not have.
  func checkSetId() throws(Failure) {
    if case .exec = self {
      throw .message("cannot run a command: \(Self.reason)", hint: nil, status: .notStarted)
    }
    if asking?.check != nil {
      throw .message("cannot run a check: \(Self.reason)", hint: nil, status: .failed)
    }
  }

  private static var reason: String { "askcred was started set-id" }

  private var asking: AskingOptions? {
    switch self {
    case .ask(let request): request.asking
    case .save(let request): request.asking
    case .get(let request): request.wanted.asking
    case .exec(let request): request.source.asking
    default: nil
    }
  }
}

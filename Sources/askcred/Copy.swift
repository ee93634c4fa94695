// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Formats
internal import Posix

/// `askcred copy`: copies saved logins from one backend to another, or moves them.
///
/// All of them are read and compared before the first is written; a source is erased only after the
/// target has been read back.
struct Copy {
  private let request: CopyRequest
  private let source: BackendAccess
  private let target: BackendAccess
  private var progress: Progress

  /// A login's place in both backends.
  private struct Step {
    let from: LoginKey
    let to: LoginKey
  }

  init(_ request: CopyRequest, _ setting: Setting) throws(Failure) {
    self.request = request
    self.source = try BackendAccess(request.source, request.passphrase, setting)
    self.target = try BackendAccess(request.target, request.passphrase, setting)
    self.progress = Progress(request.verbosity)
  }

  mutating func run() throws(Failure) {
    defer { progress.end() }
    try checkAbilities()
    let steps = try steps()
    let missing = try check(steps)
    var copied = 0
    for (index, step) in steps.enumerated() {
      progress.show(request.moves ? "moving" : "copying", index + 1, of: steps.count)
      do throws(Failure) {
        let credential = try read(step)
        let isMissing = missing.contains(index)
        if isMissing { try write(credential, step) }
        if target.backend.canRead, isMissing || request.moves { try checkKept(credential, step) }
        if isMissing { copied += 1 }
        if request.moves { try erase(credential, step) }
      } catch {
        progress.end()
        if index > 0 { report(copied: copied, there: index - copied) }
        throw error
      }
    }
    progress.end()
    report(copied: copied, there: steps.count - copied)
  }

  private func checkAbilities() throws(Failure) {
    if !source.backend.canRead {
      throw Failure(BackendError.keepsHashes(backend: source.backend.name))
    }
    if request.moves, !target.backend.canRead {
      throw Failure.message(
        "cannot move logins to the \(target.backend.name): nothing can be read back from there",
        hint: "without '--move' they are copied", status: .failed)
    }
  }

  private func steps() throws(Failure) -> [Step] {
    let keys = try source.using { () throws(BackendError) in
      switch request.logins {
      case .all: try source.backend.list()
      case .one(let service, let account):
        [try Lookup(in: source.backend).key(of: service, WantedAccount(account))]
      }
    }
    let steps = keys.map { key in
      Step(from: key, to: LoginKey(request.renamed ?? key.service, key.account))
    }
    for step in steps { try check(step) }
    if target.backend.namesServices, steps.contains(where: { $0.to.service == .unnamed }) {
      throw Failure.message(
        "the \(source.backend.name) does not say what its login is for",
        hint: "say it with '\(OptionName.renamed.spelled) SERVICE'", status: .usage)
    }
    // Two that the target holds as one would end as the last of them.
    var spellings = steps.map { target.backend.spelling(of: $0.to) }.sorted()
    if target.backend.holdsOneLogin, spellings.count > 1 {
      throw Failure.message(
        "the \(target.backend.name) holds one login, and there are \(spellings.count)",
        hint: "choose one by its service", status: .failed)
    }
    while let last = spellings.popLast() {
      guard spellings.last == last else { continue }
      throw Failure.message(
        "several logins would become one, \(last.words)",
        hint: "copy them one by one, each with another '\(OptionName.renamed.spelled)'",
        status: .usage)
    }
    return steps
  }

  /// Fails where a login would be copied to where it is, and be erased there.
  private func check(_ step: Step) throws(Failure) {
    guard let from = source.backend.path, let to = target.backend.path, Self.isSame(from, to),
      source.backend.spelling(of: step.from) == target.backend.spelling(of: step.to)
    else { return }
    throw Failure.message(
      "cannot copy the \(step.from.words) to where it is", hint: nil, status: .usage)
  }

  private static func isSame(_ one: ByteString, _ other: ByteString) -> Bool {
    guard let one = try? FileStatus(of: one.expandingHome()),
      let other = try? FileStatus(of: other.expandingHome())
    else { return false }
    return one.identifier == other.identifier
  }

  /// The indices of what the target does not have yet. Fails where any of it cannot be copied.
  private mutating func check(_ steps: [Step]) throws(Failure) -> Set<Int> {
    var missing: Set<Int> = []
    if request.moves {
      try source.using { () throws(BackendError) in
        try source.backend.checkErasing(steps.map(\.from))
      }
    }
    let existing = try existing(steps)
    for (index, step) in steps.enumerated() {
      progress.show("checking", index + 1, of: steps.count)
      let credential = try read(step)
      try examine(credential, step, isFirst: index == 0)
      if !existing.contains(target.backend.spelling(of: step.to)) {
        if target.backend.holdsOneLogin, let other = existing.first, !request.replaces {
          throw Self.difference(other, in: target.backend)
        }
        missing.insert(index)
      } else if !(try isKept(credential, step)) {
        if !request.replaces { throw Self.difference(step.to, in: target.backend) }
        missing.insert(index)
      }
    }
    return missing
  }

  /// Fails where a login cannot be copied, whatever the target has.
  private func examine(
    _ credential: borrowing Credential, _ step: Step, isFirst: Bool
  ) throws(Failure) {
    do throws(Failure) {
      try target.using { () throws(BackendError) in
        if isFirst {
          try target.backend.check(LoginOutline(of: credential), of: step.to.service)
        }
        try target.backend.examine(credential)
      }
    } catch {
      guard case .message(let message, let hint, let status) = error else { throw error }
      throw .message(
        "cannot copy the \(step.from.words): \(message)", hint: hint, status: status)
    }
  }

  /// What the target has already.
  private func existing(_ steps: [Step]) throws(Failure) -> Set<LoginKey> {
    try target.using { () throws(BackendError) in
      if target.backend.canList { return Set(try target.backend.list()) }
      var keys: Set<LoginKey> = []
      for step in steps where try target.backend.get(step.to) != nil { keys.insert(step.to) }
      return keys
    }
  }

  private func write(_ credential: borrowing Credential, _ step: Step) throws(Failure) {
    // Another run may have saved one there since it was compared.
    if !request.replaces, target.backend.canRead {
      let there = try target.using { () throws(BackendError) in try target.backend.get(step.to) }
      switch consume there {
      case .some(let other) where !other.isEqual(to: credential):
        throw Self.difference(step.to, in: target.backend)
      default: break
      }
    }
    try target.using { () throws(BackendError) in try target.backend.save(credential) }
  }

  /// Erases a login of the source, if it is still what the target has.
  private func erase(_ credential: borrowing Credential, _ step: Step) throws(Failure) {
    try source.using { () throws(BackendError) in
      try source.backend.erase(step.from, ifStill: credential)
    }
  }

  private func checkKept(_ credential: borrowing Credential, _ step: Step) throws(Failure) {
    if try isKept(credential, step) { return }
    throw Failure.message(
      "the \(step.to.words) was not read back as it was written", hint: nil, status: .failed)
  }

  /// The login in the source, as it is to be in the target.
  private func read(_ step: Step) throws(Failure) -> Credential {
    let found = try source.using { () throws(BackendError) in try source.backend.get(step.from) }
    guard var credential = consume found else {
      throw Failure(BackendError.noSuchLogin(step.from.service, .any))
    }
    credential.service = step.to.service
    if credential.account == nil { credential.account = step.to.account }
    return credential
  }

  /// Whether the target has just this login.
  private func isKept(_ credential: borrowing Credential, _ step: Step) throws(Failure) -> Bool {
    if !target.backend.canRead { return false }
    let found = try target.using { () throws(BackendError) in try target.backend.get(step.to) }
    switch consume found {
    case .some(let kept): return kept.isEqual(to: credential)
    case .none: return false
    }
  }

  private static func difference(_ key: LoginKey, in backend: any Backend) -> Failure {
    Failure.message(
      "the \(backend.name) has another \(key.words)",
      hint: "'--force' replaces it", status: .failed)
  }

  private func report(copied: Int, there: Int) {
    if request.verbosity == .quiet { return }
    func count(_ number: Int) -> String { number == 1 ? "1 login" : "\(number) logins" }
    let done =
      request.moves ? "\(count(copied + there)) moved" : "\(count(copied)) copied"
    Report.say(there == 0 ? done : "\(done), \(there) there already")
  }
}

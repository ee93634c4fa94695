// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Formats
internal import Posix
internal import Prompting

/// `askcred ask`: asks, and answers on standard output, a descriptor or a file.
struct Ask {
  private let request: AskRequest
  private let setting: Setting

  init(_ request: AskRequest, _ setting: Setting) {
    self.request = request
    self.setting = setting
  }

  func run() throws(Failure) {
    let questions = Questions(request.asking)
    let format = request.output.format.format
    let options = FormatOptions(request.output)
    do {
      try format.check(LoginOutline(request.asking), options)
    } catch {
      throw Failure(error)
    }
    let output = try place()
    let credential = try answer(questions)
    reportMemory()
    let text: Secret
    do {
      text = try format.encode(credential, options)
    } catch {
      throw Failure(error)
    }
    do {
      try output.write(text)
    } catch {
      throw Failure(error)
    }
  }

  private func place() throws(Failure) -> Output {
    do {
      return try Output(
        Output.Destination(request.output.destination), closed: setting.closedDescriptors)
    } catch {
      throw Failure(error)
    }
  }

  private func answer(_ questions: Questions) throws(Failure) -> Credential {
    let asking = request.asking
    let deadline = asking.timeout.map(Deadline.after) ?? .never
    let dialogue = Dialogue(questions, until: deadline, inheritance: setting.inheritance)
    do throws(PromptError) {
      if asking.readsStandardInput {
        report(standardInputFor: questions)
        return try dialogue.readStandardInput()
      }
      if asking.neverAsks, let part = questions.asked.first { throw .askingForbidden(part) }
      return try dialogue.ask(on: asking.terminal)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: PromptError) -> Failure {
    if case .noTerminal = error, Descriptor.isFed(0) {
      return Failure(error, hint: "to read the answers from standard input, add '--stdin'")
    }
    return Failure(error)
  }

  private func report(standardInputFor questions: Questions) {
    let count = questions.asked.count
    guard request.verbosity != .quiet, count > 0, Descriptor.isTerminal(0) else { return }
    Report.say(
      "reading \(count) \(count == 1 ? "line" : "lines") from the terminal, shown as typed")
    Report.hint("without '--stdin' the password is asked for and stays hidden")
  }

  /// Locked memory can be short without any call having failed.
  private func reportMemory() {
    guard request.verbosity == .verbose else { return }
    if Process.lockedKilobytes == 0 {
      Report.say("secrets are not locked into memory: the limit on locked memory forbids it")
      Report.hint("'ulimit -l' shows that limit")
    }
  }
}

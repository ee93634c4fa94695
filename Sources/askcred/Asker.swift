// SPDX-License-Identifier: MIT

internal import Arguments
internal import Credentials
internal import Posix
internal import Prompting

/// Asks where the command line wants it: at a terminal, or on standard input.
struct Asker {
  private let asking: AskingOptions
  private let setting: Setting
  private let verbosity: Verbosity
  private let deadline: Deadline

  init(_ asking: AskingOptions, _ setting: Setting, _ verbosity: Verbosity) {
    self.asking = asking
    self.setting = setting
    self.verbosity = verbosity
    self.deadline = asking.timeout.map(Deadline.after) ?? .never
  }

  /// The answers; without a password where that was asked for and the saved one is kept.
  func answer(_ questions: Questions) throws(Failure) -> Credential {
    let dialogue = Dialogue(questions, until: deadline, inheritance: setting.inheritance)
    let credential: Credential
    do throws(PromptError) {
      if asking.readsStandardInput {
        reportStandardInput(for: questions)
        credential = try dialogue.readStandardInput()
      } else if asking.neverAsks, let part = questions.asked.first {
        throw .askingForbidden(part)
      } else {
        credential = try dialogue.ask(on: asking.terminal)
      }
    } catch {
      throw Failure(asking: error)
    }
    reportMemory()
    return credential
  }

  private func reportStandardInput(for questions: Questions) {
    let count = questions.asked.count
    guard verbosity != .quiet, count > 0, Descriptor.isTerminal(0) else { return }
    Report.say(
      "reading \(count) \(count == 1 ? "line" : "lines") from the terminal, shown as typed")
    Report.hint("without '--stdin' the password is asked for and stays hidden")
  }

  /// Memory can have stayed unlocked without any call having failed.
  private func reportMemory() {
    guard verbosity == .verbose, Process.lockedKilobytes == 0 else { return }
    Report.say("secrets are not locked into memory: the limit on locked memory forbids it")
    Report.hint("'ulimit -l' shows that limit")
  }
}

extension Failure {
  /// Where there is no terminal but something to read, the user may have meant that.
  init(asking error: PromptError) {
    if case .noTerminal = error, Descriptor.isFed(0) {
      self.init(error, hint: "to read the answers from standard input, add '--stdin'")
    } else {
      self.init(error)
    }
  }
}

// SPDX-License-Identifier: MIT

internal import Arguments
internal import Posix

/// What the program is called by and with becomes a command, and how that ends an exit status.
@main
struct Main {
  static func main() {
    // First of all: from here on no core dump and no other process gets at a secret.
    let inheritance = Inheritance.takeAndShield()
    let closed = Descriptor.fillStandardOnes()
    let setting = Setting(inheritance: inheritance, closedDescriptors: closed)
    do {
      try run(setting)
    } catch .signal(let signal) {
      signal.raiseWithDefaultAction()
      // Only a signal that does not end programs gets here.
      Process.exit(128 + signal.number)
    } catch {
      Report.say(error)
      Process.exit(error.status.rawValue)
    }
    Process.exit(ExitStatus.done.rawValue)
  }

  private static func run(_ setting: Setting) throws(Failure) {
    let request: Request
    do {
      let environment = Environment(isSecureExecution: Process.isSecureExecution) { name in
        Process.environment(name)
      }
      request = try Request(arguments: Process.arguments, environment: environment)
    } catch {
      throw Failure(error)
    }
    if Process.isSecureExecution { try request.checkSetId() }
    switch request {
    case .help(let command): try setting.print(Help.text(on: command))
    case .version: try setting.print(Help.version)
    case .ask(let request): try Ask(request, setting).run()
    case .save(let request): try Save(request, setting).run()
    case .get(let request): try Get(request, setting).run()
    case .list(let request): try List(request, setting).run()
    case .copy(let request):
      var copy = try Copy(request, setting)
      try copy.run()
    case .erase(let request): try Erase(request, setting).run()
    case .exec(let request): try Exec(request, setting).run()
    case .initialise(let request): try Initialise(request).run()
    case .unlock(let request): try Unlock(request).run()
    case .lock(let request): try Lock(request: request).run()
    case .passwd(let request): try Passwd(request).run()
    case .recipients(let request): try Recipients(request, setting).run()
    }
  }
}

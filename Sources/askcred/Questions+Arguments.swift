// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Formats
internal import Posix
internal import Prompting

// What the command line says, in the words of the modules that do it.

extension Questions {
  init(_ asking: AskingOptions) {
    let account: Account =
      switch asking.account {
      case .asked(let label): .asked(label: label)
      case .given(let name): .given(name)
      case .none: .none
      }
    var password: ByteString?
    if case .asked(let label) = asking.password { password = label }
    self.init(account: account, password: password)
    title = asking.title
    message = asking.message
    fields = asking.fields.map { field in
      switch field {
      case .asked(let name, let label, let isSecret): .asked(name, label: label, isSecret: isSecret)
      case .set(let name, let value): .set(name, value)
      }
    }
    suggestion = asking.suggestion
    confirms = asking.confirms
    allowsEmpty = asking.allowsEmpty
    isMultiline = asking.isMultiline
    attempts = asking.attempts
    check = asking.check
    echo =
      switch asking.echo {
      case .hidden: .hidden
      case .masked: .masked
      case .plain: .plain
      }
  }
}

extension LoginOutline {
  init(_ asking: AskingOptions) {
    self.init(parts: asking.parts, multiline: asking.isMultiline ? [.password] : [])
    if case .given(let name) = asking.account { known[.account] = name }
    for case .set(let name, let value) in asking.fields { known[.field(name)] = value }
  }
}

extension FormatOptions {
  init(_ output: OutputOptions, for client: KubernetesClient) {
    self.init(
      variables: output.variables, endsWithNewline: output.endsWithNewline,
      kubernetesRequest: client.request)
  }
}

extension Output.Destination {
  init(_ destination: OutputOptions.Destination) {
    self =
      switch destination {
      case .standardOutput: .standardOutput
      case .descriptor(let number): .descriptor(number)
      case .file(let path): .file(path)
      }
  }
}

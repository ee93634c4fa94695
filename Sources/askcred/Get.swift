// SPDX-License-Identifier: MIT

internal import Arguments
internal import Backends
internal import Credentials
internal import Formats
internal import Posix

/// `askcred get`: prints a saved password, or more of the login.
struct Get {
  private let request: GetRequest
  private let setting: Setting
  private let login: SavedLogin

  init(_ request: GetRequest, _ setting: Setting) throws(Failure) {
    self.request = request
    self.setting = setting
    self.login = try SavedLogin(request.wanted, for: KubernetesClient(request), setting)
  }

  func run() throws(Failure) {
    if let asking = request.wanted.asking, case .login(let name) = request.content {
      var outline = LoginOutline(asking)
      outline.service = request.renamed ?? request.wanted.service.orNone
      try failing { () throws(FormatError) in try name.format.check(outline, options) }
    }
    let output = try failing { () throws(FileError) in
      try Output(Output.Destination(request.destination), closed: setting.closedDescriptors)
    }
    var credential = try login.get(checkUse)
    credential.service = request.renamed ?? credential.service?.orNone
    let text = try text(of: &credential)
    try failing { () throws(FileError) in try output.write(text) }
  }

  /// Fails where a login cannot be printed as it is wanted.
  private func checkUse(of credential: inout Credential) throws(Failure) {
    guard case .login(let name) = request.content else { return }
    let service = credential.service
    credential.service = request.renamed ?? service?.orNone
    defer { credential.service = service }
    _ = try failing { () throws(FormatError) in try name.format.encode(credential, options) }
  }

  private var options: FormatOptions {
    FormatOptions(
      variables: request.variables, endsWithNewline: request.endsWithNewline,
      kubernetesRequest: KubernetesClient(request).request)
  }

  /// What is printed: the password alone, a part, or the login in a format.
  private func text(of credential: inout Credential) throws(Failure) -> Secret {
    switch request.content {
    case .password: return try part(.password, of: &credential)
    case .part(let part): return try self.part(part, of: &credential)
    case .login(let name):
      return try failing { () throws(FormatError) in
        try name.format.encode(credential, options)
      }
    }
  }

  /// One value as it is, and a newline where that is wanted.
  private func part(_ part: Part, of credential: inout Credential) throws(Failure) -> Secret {
    do {
      guard var value = try credential.take(part) else {
        throw Failure.absent(part)
      }
      if request.endsWithNewline { try value.append(0x0A) }
      return value
    } catch let error as Failure {
      throw error
    } catch {
      throw Failure(BackendError.memory(.noMemory(bytes: 1)))
    }
  }
}

extension KubernetesClient {
  fileprivate init(_ request: GetRequest) {
    if case .login(let format) = request.content {
      self.init(reading: format)
    } else {
      self.init(reading: .lines)
    }
  }
}

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
    let format = request.output.format.format
    let client = KubernetesClient(reading: request.output.format)
    let options = FormatOptions(request.output, for: client)
    try failing { () throws(FormatError) in
      try format.check(LoginOutline(request.asking), options)
    }
    let output = try failing { () throws(FileError) in
      try Output(
        Output.Destination(request.output.destination), closed: setting.closedDescriptors)
    }
    try client.checkAsking(request.asking)
    let asker = Asker(request.asking, setting, request.verbosity)
    let credential = try asker.answer(Questions(request.asking))
    let text = try failing { () throws(FormatError) in try format.encode(credential, options) }
    try failing { () throws(FileError) in try output.write(text) }
  }
}

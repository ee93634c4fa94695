// SPDX-License-Identifier: MIT

internal import Arguments
internal import Formats
internal import Posix

/// The client of Kubernetes that runs askcred as its credential plugin.
struct KubernetesClient {
  /// What it wants; nil where it did not say, or where the answer is for somebody else.
  let request: KubernetesRequest?

  /// Where askcred was started set-id, the environment is somebody else's word.
  init(reading format: FormatName) {
    // A comparison would be one of the names.
    guard case .kubernetes = format, !Process.isSecureExecution,
      let value = Process.environment(KubernetesRequest.variable)
    else {
      self.request = nil
      return
    }
    self.request = KubernetesRequest(value)
  }

  /// Fails where something would be asked and it says that nobody answers.
  func checkAsking(_ asking: AskingOptions) throws(Failure) {
    if asking.readsStandardInput || request?.isInteractive != false { return }
    throw .message(
      "cannot ask: '\(KubernetesRequest.variable)' says that nobody answers", hint: nil,
      status: .noTerminal)
  }
}

// SPDX-License-Identifier: MIT

internal import Credentials
internal import Posix

/// The SERVICE of a command line, and which of its logins is meant.
struct ServiceOperand {
  let service: Service
  let account: AccountChoice

  /// The first operand of an invocation. It may be missing where the backend names no services.
  init(_ invocation: Invocation, in backend: BackendChoice) throws(UsageError) {
    if invocation.operands.isEmpty {
      if backend.namesServices {
        throw .missingOperand(invocation.command.row.operands.name, invocation.command)
      }
      self.service = .unnamed
      self.account = try AccountChoice(invocation, inService: nil)
      return
    }
    let named: (service: Service, account: ByteString?)
    do {
      named = try Service.read(invocation.operands[0])
    } catch {
      throw .badService(error)
    }
    self.service = named.service
    self.account = try AccountChoice(invocation, inService: named.account)
  }
}

extension Service {
  /// The value of an option that names a service, and no account.
  init?(_ invocation: Invocation, _ option: OptionName) throws(UsageError) {
    guard let value = try invocation.filledValue(of: option) else { return nil }
    let named: (service: Service, account: ByteString?)
    do {
      named = try Service.read(value)
    } catch {
      throw .badName(option, error)
    }
    if named.account != nil { throw .accountInName(option) }
    self = named.service
  }
}

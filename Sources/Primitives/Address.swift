// SPDX-License-Identifier: MIT

extension UnsafeBufferPointer<UInt8> {
  /// The address of a buffer that cannot be empty, for C functions that take no null pointer.
  var address: UnsafePointer<UInt8> {
    guard let address = baseAddress else { preconditionFailure("a buffer without an address") }
    return unsafe address
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// The address of a buffer that cannot be empty, for C functions that take no null pointer.
  var address: UnsafeMutablePointer<UInt8> {
    guard let address = baseAddress else { preconditionFailure("a buffer without an address") }
    return unsafe address
  }
}

// SPDX-License-Identifier: MIT

private import Glibc

/// Where programs are looked for that are called by their names.
package enum ProgramPath {
  /// For a program that nobody's environment tells where to look.
  private static let usual: ByteString =
    "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"

  /// The first program of that name in the folders of `PATH`, or nil where there is none. Where this program
  /// was started set-id, `PATH` is somebody else's word.
  package static func find(_ name: String) -> ByteString? {
    let given = Process.isSecureExecution ? nil : Process.environment("PATH")
    for folder in (given ?? usual).bytes.split(separator: UInt8(ascii: ":")) {
      // A folder of no whole path is another one wherever askcred is run.
      guard folder.first == UInt8(ascii: "/") else { continue }
      let path = ByteString(Array(folder)).appending(ByteString(name))
      guard let status = try? FileStatus(of: path), status.kind == .regular else { continue }
      if unsafe path.withCString({ unsafe access($0, X_OK) }) == 0 { return path }
    }
    return nil
  }
}

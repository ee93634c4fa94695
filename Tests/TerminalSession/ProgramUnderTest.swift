// SPDX-License-Identifier: MIT

private import Glibc

/// The askcred that the sessions play with: the one that `make` builds, not a debug build.
package enum ProgramUnderTest {
  /// `$ASKCRED`, else the release build in this package's folder.
  package static var path: String {
    get throws {
      var path = buildFolder + "/askcred"
      if let named = unsafe getenv("ASKCRED") { unsafe path = String(cString: named) }
      guard unsafe access(path, X_OK) == 0 else {
        throw SessionFailure("no program to test at '\(path)': run make first")
      }
      return path
    }
  }

  private static var buildFolder: String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/" + root + "/.build/release"
  }
}

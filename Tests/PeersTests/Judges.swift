// SPDX-License-Identifier: MIT

import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips the test where one of the programs that judge in it is not installed.
  static func judges(_ names: String...) -> Self {
    let missing = names.filter { RunningProgram.path(of: $0) == nil }.joined(separator: ", ")
    return .enabled(if: missing.isEmpty, "not installed: \(missing)")
  }
}

/// The path of a program that is installed.
func judge(_ name: String) throws -> String {
  try #require(RunningProgram.path(of: name))
}

/// What every reader has to get exactly.
let trickyValues: [[UInt8]] =
  [
    "", " ", "  a  ", "#a\"b\\c", "a'b", "'", "''", "\\", "\\'", "a$b", "$(id)", "`id`", "%41",
    "a:b", ":", "@x", "a=b", "a\tb", "\t", "a\rb", "a\r", "!!", "!x", "~", "*", "-n", "--", "a;b",
    "super secret", "Pa#s\"o\\s", "4:K\\1", "pa$$w#'d", "é", "日本語", "👩‍💻", "\u{85}\u{2028}\u{FEFF}x",
    "\\n", "\\u0041", "&amp;", "<>|&", "{\"a\":1}", "null", "\u{1}\u{1B}[31m\u{7F}",
  ].map { Array($0.utf8) }

let trickyLines: [[UInt8]] = ["\n", "a\nb", "\n\n\n", "a\n", "\r\n", "a\\\nb"].map {
  Array($0.utf8)
}

/// Bytes that are not UTF-8, among them those that shells use as marks of their own.
let invalidTexts: [[UInt8]] = [
  [0xFF], [0x80], [0xC3], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x81, 0x82, 0x83, 0x88],
  [0x83, 0x27, 0x83], [0xC3, 0x27], [0xC3, 0x5C], [0xFE, 0xFF], [0x9D, 0x9E, 0xA2],
]

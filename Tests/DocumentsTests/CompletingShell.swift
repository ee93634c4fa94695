// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// A shell that completes a command line as its completion file says, with an `askcred` in place of
/// the program that lists the logins which the tests know.
enum CompletingShell: String, CaseIterable {
  case bash, zsh, fish

  var isInstalled: Bool { RunningProgram.path(of: rawValue) != nil }

  /// What is offered for the last word of a line, of which no word has a quote in it.
  func offers(_ line: String) throws -> [String] {
    let path = try #require(RunningProgram.path(of: rawValue))
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    let arguments: [String] =
      switch self {
      case .bash:
        ["--norc", "-c", Self.bashScript, file, line] + words.flatMap(Self.cut)
      case .zsh: ["-f", "-c", Self.zshScript, file] + words
      case .fish: ["--no-config", "-c", Self.fishScript, file, line]
      }
    let result = try RunningProgram.run(
      path, arguments, environment: ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8"])
    #expect(result.errorText == "")
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  /// The long options that are offered behind a line, without their dashes.
  func options(after line: String) throws -> Set<String> {
    let offered = try offers(line + " --").joined(separator: "\n")
    return Set(Document(text: offered).captures(#/(?:^|\n|\)|\*)--([a-z][a-z-]*)/#))
  }

  /// The saved services, or accounts, that are offered behind a line.
  func saved(_ kind: String, after line: String) throws -> [String] {
    let offered = try offers(line + " ")
    guard self == .zsh else { return offered }
    return offered.filter { $0.hasPrefix(kind + ": ") }.map { String($0.dropFirst(kind.count + 2)) }
  }

  private var file: String {
    switch self {
    case .bash: Document.path("completions/askcred.bash")
    case .zsh: Document.path("completions/_askcred")
    case .fish: Document.path("completions/askcred.fish")
    }
  }

  /// A word as readline hands it over, in pieces.
  private static func cut(_ word: String) -> [String] {
    var pieces = [""]
    for letter in word {
      if ":=@".contains(letter) {
        pieces += [String(letter), ""]
      } else {
        pieces[pieces.count - 1].append(letter)
      }
    }
    return pieces.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }.map(\.element)
  }

  private static let bashScript = #"""
    source "$0"
    compopt() { :; }
    askcred() {
      [[ $1 == list ]] || exit
      local pattern='*'
      [[ ${*: -2:1} != -- ]] || pattern=${*: -1}
      local login
      for login in $'db\talice' $'db two\tbob' $'db two\t' $'https://h.example\ta@b' \
        $'https://h.example:8443/x\talice'; do
        [[ ${login%%$'\t'*} != $pattern ]] || printf '%s\n' "$login"
      done
      echo 'not to be seen' >&2
    }
    COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'
    COMP_LINE=$1 COMP_POINT=${#1}
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _askcred
    printf '%s\n' "${COMPREPLY[@]}"
    """#

  private static let zshScript = #"""
    askcred() {
      [[ $1 == list ]] || exit
      local pattern='*'
      [[ $argv[-2] != -- ]] || pattern=$argv[-1]
      local login
      for login in $'db\talice' $'db two\tbob' $'db two\t' $'https://h.example\ta@b' \
        $'https://h.example:8443/x\talice'; do
        [[ ${login%%$'\t'*} != ${~pattern} ]] || print -r -- $login
      done
      echo 'not to be seen' >&2
    }
    words=(askcred "${@:2}") CURRENT=$#
    # What is specified stands for what is offered, and the logins for the function that adds them.
    _arguments() {
      print -rl -- "$@"
      [[ $#operands == 1 && ${(M)@:#2:service:_askcred_services} ]] && _askcred_services
      [[ ${(M)@:#*:account:_askcred_accounts} ]] && _askcred_accounts
    }
    _wanted() { print -rl -- "$1: "${(P)^argv[-1]} }
    source $0
    true
    """#

  private static let fishScript = """
    function askcred
      test $argv[1] = list; or exit
      set -l pattern '*'
      test "$argv[-2]" = --; and set pattern $argv[-1]
      printf '%s\\n' db\\talice 'db two'\\tbob 'db two'\\t https://h.example\\ta@b \
    https://h.example:8443/x\\talice | while read -l login
        string match -q -- "$pattern"\\t'*' $login; and echo $login
      end
      echo 'not to be seen' >&2
    end
    source $argv[1]
    complete -C $argv[2] | string replace -r '\\t.*' ''
    """
}

// SPDX-License-Identifier: MIT

internal import Posix

/// The words that people bring along from other programs, and what askcred calls those things.
enum Vocabulary {
  /// Commands that are to come. One that is there is a row of `Command` and no word of this list.
  static let plannedCommands = ["backends"]

  static func isPlanned(_ word: ByteString) -> Bool {
    word.text.map(plannedCommands.contains) ?? false
  }

  /// What to type in place of a word where a command was expected.
  static let commands: [String: String] = [
    "prompt": "ask", "input": "ask", "read": "ask", "query": "ask",
    "add": "save", "login": "save", "store": "save", "set": "save", "new": "save",
    "insert": "save", "put": "save", "create": "save", "edit": "save", "update": "save",
    "show": "get", "print": "get", "fetch": "get", "view": "get", "cat": "get", "find": "get",
    "lookup": "get",
    "ls": "list", "search": "list", "accounts": "list", "services": "list",
    "rm": "erase", "delete": "erase", "remove": "erase", "del": "erase", "forget": "erase",
    "logout": "erase",
    "cp": "copy", "mv": "copy", "move": "copy", "import": "copy", "export": "copy",
    "run": "exec", "env": "exec", "with": "exec",
    "setup": "init", "initialize": "init", "keygen": "init",
    "open": "unlock", "close": "lock",
    "password": "passwd", "passphrase": "passwd",
    "keys": "recipients", "recipient": "recipients",
    "backend": "backends", "stores": "backends",
    "man": "help", "usage": "help", "version": "--version", "-": "--stdin",
  ]

  /// What to type in place of a long option's name.
  static let options: [String: String] = [
    "user": "--account", "username": "--account", "login": "--account", "name": "--account",
    "default": "--suggest", "suggestion": "--suggest",
    "no-user": "--no-account", "no-username": "--no-account", "no-login": "--no-account",
    "password-only": "--no-account", "only-password": "--no-account",
    "account-only": "--no-password", "only-account": "--no-password", "no-pass": "--no-password",
    "label": "--prompt",
    "user-label": "--account-label", "username-label": "--account-label",
    "heading": "--title", "header": "--title",
    "description": "--message", "desc": "--message", "text": "--message",
    "mask": "--echo masked", "visible": "--echo plain", "show": "--echo plain",
    "hide": "--echo hidden", "no-echo": "--echo hidden", "noecho": "--echo hidden",
    "verify": "--confirm", "repeat": "--confirm", "again": "--confirm", "twice": "--confirm",
    "tries": "--attempts", "retries": "--attempts", "max-attempts": "--attempts",
    "empty": "--allow-empty",
    "validate": "--check", "validator": "--check", "test": "--check",
    "multi-line": "--multiline",
    "terminal": "--tty", "device": "--tty",
    "pipe": "--stdin", "password-stdin": "--stdin", "passphrase-fd": "--stdin",
    "batch": "--no-input", "non-interactive": "--no-input", "noninteractive": "--no-input",
    "no-interactive": "--no-input", "no-prompt": "--no-input", "no-tty": "--no-input",
    "out": "--output", "outfile": "--output",
    "null": "--format nul", "print0": "--format nul", "shell": "--format sh",
    "variable": "--env", "var": "--env",
    "store": "--backend", "vault": "--backend",
    "expire": "--expires", "expiry": "--expires", "ttl": "--expires", "until": "--expires",
    "everything": "--all", "all-accounts": "--all",
    "rename": "--as", "duration": "--keep", "cache": "--keep", "lifetime": "--keep",
    "key": "--identity", "no-passwd": "--no-passphrase", "without-passphrase": "--no-passphrase",
    "silent": "--quiet", "debug": "--verbose",
    "usage": "--help",
  ]

  /// What to type in place of a word that would change the recipients.
  static let changes = [
    "insert": "add", "new": "add", "put": "add",
    "rm": "remove", "delete": "remove", "del": "remove", "erase": "remove",
  ]

  /// Options by which other programs take a password, where every user of the machine can read it.
  static let passwordOptions: Set = ["pass", "password", "passwd", "pw", "passphrase", "secret"]

  /// What to type in place of a short option.
  static let letters: [String: String] = ["v": "--verbose", "V": "--version", "?": "--help"]
}

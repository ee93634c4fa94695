// SPDX-License-Identifier: MIT

private import CSystem
private import Glibc

/// What the kernel knows of an open terminal.
package enum TerminalDevice {
  /// The window's width in cells, or nil where it is not known; TIOCGWINSZ of ioctl_tty(2).
  package static func columns(of terminal: CInt) -> Int? {
    let columns = askcred_window_columns(terminal)
    return columns > 0 ? Int(columns) : nil
  }

  /// How many bytes wait to be read; FIONREAD.
  package static func bytesWaiting(on terminal: CInt) -> Int {
    max(0, Int(askcred_bytes_waiting(terminal)))
  }

  /// The path of the real device, also behind /dev/tty, or nil where it cannot be told; TIOCGDEV.
  package static func path(of terminal: CInt) -> ByteString? {
    var (major, minor): (CUnsignedInt, CUnsignedInt) = (0, 0)
    guard unsafe askcred_terminal_device(terminal, &major, &minor) == 0 else { return nil }
    switch (major, minor) {
    // The numbers stand in the kernel's list of devices; 136 to 143 are pseudo-terminals.
    case (136...143, _): return path("/dev/pts/", (major - 136) * 256 + minor)
    case (4, 0..<64): return path("/dev/tty", minor)
    case (4, _): return path("/dev/ttyS", minor - 64)
    default: return nil
    }
  }

  private static func path(_ start: String, _ number: CUnsignedInt) -> ByteString {
    var digits: [UInt8] = []
    var rest = number
    repeat {
      digits.insert(UInt8(ascii: "0") + UInt8(rest % 10), at: 0)
      rest /= 10
    } while rest > 0
    return ByteString([UInt8](start.utf8) + digits)
  }

  /// Whether it is the controlling terminal of this process, whose keys for interrupt and suspend
  /// are signals to it; the corresponding C function is `tcgetsid`.
  package static func controlsThisProcess(_ terminal: CInt) -> Bool {
    tcgetsid(terminal) == getsid(0)
  }

  /// Waits until this process is in the terminal's foreground: the kernel stops it, as it stops every
  /// background job that changes a terminal, until the shell has put it there.
  ///
  /// Throws EIO where nobody could, since no shell looks after the process group.
  package static func waitForForeground(_ terminal: CInt) throws(Errno) {
    while true {
      let foreground = tcgetpgrp(terminal)
      if foreground < 0 || foreground == getpgrp() { return }
      // A restart of output that nobody has stopped changes nothing, and the kernel checks it like a
      // change of settings: it sends SIGTTOU, whose default action is the stop.
      if tcflow(terminal, TCOON) == 0 { return }
      if errno != EINTR { throw Errno.last }
    }
  }

  /// Whether this process may change the terminal without being stopped for it.
  package static func isInForeground(_ terminal: CInt) -> Bool {
    let foreground = tcgetpgrp(terminal)
    let stop = Signal(SIGTTOU)
    return foreground < 0 || foreground == getpgrp() || stop.isIgnored || stop.isBlocked
  }

  /// Whether a stop of this process would leave a waiting shell that nobody can wake: in
  /// `x=$(askcred)` an interactive shell shares the process group and does not stop with it.
  package static var isStoppingAlone: Bool {
    let group = getpgrp()
    var process = getppid()
    while process > 1, getpgid(process) == group {
      guard let status = try? ProcessStatus(of: process) else { return false }
      if status.ignoresTerminalStop { return true }
      process = status.parent
    }
    return false
  }
}

/// What proc(5)'s `status` file says of another process.
private struct ProcessStatus {
  var parent: pid_t
  var ignoresTerminalStop: Bool

  init(of process: pid_t) throws(Errno) {
    let file = try FileDescriptor.open(ByteString("/proc/\(process)/status"), O_RDONLY)
    let text = try String(decoding: file.readAll(limit: 65_536), as: UTF8.self)
    self.parent = 0
    self.ignoresTerminalStop = false
    for line in text.split(separator: "\n") {
      guard let value = line.split(separator: ":").last?.drop(while: { $0 == "\t" || $0 == " " })
      else { continue }
      if line.hasPrefix("PPid:") { parent = pid_t(value) ?? 0 }
      if line.hasPrefix("SigIgn:") {
        ignoresTerminalStop = (UInt64(value, radix: 16) ?? 0) >> UInt64(SIGTSTP - 1) & 1 == 1
      }
    }
  }
}

// SPDX-License-Identifier: MIT

import Credentials
import Formats
import Glibc
import Posix
import TestSupport
import Testing

/// A systemd of its own, the first process of namespaces of its own, that starts a service for each file
/// named in a folder, with it as `EnvironmentFile=`, and then ends.
private struct PrivateSystemd {
  /// Gives a systemd a control group of its own first, named for this process: in a common one, each would
  /// end the other's services of the same names.
  private static let isolation = #"""
    set -e
    folder=$1 script=$2 all=/sys/fs/cgroup
    umount -R $all
    mount -t cgroup2 none $all
    own=$all/askcred-test-$$
    mkdir $own
    echo $$ >$own/cgroup.procs
    unshare --mount --pid --fork --kill-child --cgroup --uts --ipc --mount-proc \
      sh -c "$script" sh "$folder" || true
    echo $$ >$all/cgroup.procs
    find $own -depth -type d -exec rmdir {} \;
    """#

  /// Each service writes its environment into the file's name and `.out`. Nothing of this is seen outside the
  /// namespaces; where they cannot be had, no mount is made.
  private static let script = #"""
    set -e
    folder=$1
    umount -R /sys/fs/cgroup
    mount -t cgroup2 none /sys/fs/cgroup
    mount -t tmpfs none /run
    mkdir -p /run/systemd/system
    cd /run/systemd/system
    wants=
    for file in "$folder"/*.env; do
      name=${file##*/}
      name=${name%.env}.service
      wants="$wants $name"
      cat > "$name" <<END
    [Unit]
    DefaultDependencies=no
    [Service]
    Type=oneshot
    EnvironmentFile=$file
    StandardOutput=file:$file.out
    ExecStart=/usr/bin/env -0
    END
    done
    cat > end.service <<END
    [Unit]
    DefaultDependencies=no
    Wants=$wants
    After=$wants
    [Service]
    Type=oneshot
    ExecStart=/usr/bin/systemctl --force exit
    END
    exec env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin container=lxc \
      /lib/systemd/systemd --system --unit=end.service --log-target=null --show-status=false
    """#

  static let isPossible: Bool = {
    guard geteuid() == 0, unsafe access("/lib/systemd/systemd", X_OK) == 0 else { return false }
    let read = try? environments(of: [Array("PROBE=1\n".utf8)])
    return read?.first??.contains(Array("PROBE=1".utf8)) == true
  }()

  /// The environment of the service for each file; nil where systemd did not start it.
  static func environments(of files: [[UInt8]]) throws -> [[[UInt8]]?] {
    var folder = try TemporaryFolder()
    for (number, file) in files.enumerated() {
      try folder.write(file, to: "s\(number).env")
      folder.expect("s\(number).env.out")
    }
    _ = try RunningProgram.run(
      "/usr/bin/unshare", ["--mount", "sh", "-c", isolation, "sh", folder.path, script],
      seconds: 60)
    return files.indices.map { number in
      guard let output = try? folder.read("s\(number).env.out") else { return nil }
      return output.split(separator: 0).map { Array($0) }
    }
  }
}

@Suite(
  .enabled(
    if: PrivateSystemd.isPossible,
    "no systemd of its own can be started: it needs root and namespaces"))
struct SystemdEnvPeers {
  @Test func `a service has every value that is carried`() throws {
    let values = try SingleLogin.carried(fileValues(seed: 41), by: .systemdEnv)
    #expect(values.count > 400)
    let fields = values.enumerated().map { ("f\($0.offset)", $0.element) }
    let text = try FormatName.systemdEnv.format.encode(
      try login(account: "o'neil", password: Array("$x`y\\".utf8), fields: fields)
    ).bytes
    let read = try #require(try PrivateSystemd.environments(of: [text])[0])
    let wanted =
      [("ACCOUNT", Array("o'neil".utf8)), ("PASSWORD", Array("$x`y\\".utf8))]
      + values.enumerated().map { ("F\($0.offset)", $0.element) }
    let missing = wanted.filter { name, value in
      !read.contains(Array("ASKCRED_\(name)=".utf8) + value)
    }
    #expect(missing.map { $0.1.hexadecimal } == [])
  }

  @Test func `a service has no value of a noncharacter, nor any other of its file`() throws {
    let values: [[UInt8]] = [[0xEF, 0xBF, 0xBF], [0xEF, 0xB7, 0x90], [0xF0, 0x9F, 0xBF, 0xBE]]
    let texts = values.map { Array("A=1\nB=\"".utf8) + $0 + Array("\"\n".utf8) }
    for read in try PrivateSystemd.environments(of: texts) { #expect(read == nil) }
  }

  @Test func `what askcred reads is what a service gets`() throws {
    let words = [
      "ASKCRED_PASSWORD", "ASKCRED_PASSWORD=", "ASKCRED_ACCOUNT='", "=", "\n", "\r\n", "\r", "#",
      ";",
      "'", "\"", "\\", "\\\n", "\\\"", "\\$", "`", "A", "B=1\n", " ", "\t", "é", "# c\\\n", "\\x",
    ]
    let texts = SingleLogin.texts(600, of: words, seed: 43)
    let read = try PrivateSystemd.environments(of: texts)
    func value(_ name: String, _ environment: [[UInt8]]) -> [UInt8]? {
      let start = Array("\(name)=".utf8)
      return environment.first { $0.starts(with: start) }.map { Array($0.dropFirst(start.count)) }
    }
    var logins = 0
    for (text, theirs) in zip(texts, read) {
      let source = String(decoding: text, as: UTF8.self)
      let theirs = try #require(theirs, "\(source.debugDescription)")
      let mine = try SingleLogin.read(text, .systemdEnv)
      // systemd takes what stands in a quote that is not closed.
      if mine == .refused { continue }
      let (account, password) = (
        value("ASKCRED_ACCOUNT", theirs), value("ASKCRED_PASSWORD", theirs)
      )
      // Another variable of the kind is a field.
      let isLogin = theirs.contains { $0.starts(with: "ASKCRED_".utf8) }
      #expect(
        mine == (isLogin ? .login(account, password) : .none), "\(source.debugDescription)")
      if account ?? password != nil { logins += 1 }
    }
    #expect(logins > 40)
  }
}

// SPDX-License-Identifier: MIT

extension FormatName {
  /// The format of that name.
  package var format: any Format {
    switch self {
    case .lines: LinesFormat()
    case .nul: NulFormat()
    case .json: JsonFormat()
    case .sh: ShFormat()
    case .userpass: UserpassFormat()
    case .curl: CurlFormat()
    case .netrc: NetrcFormat()
    case .gitCredentials: GitCredentialsFormat()
    case .git: GitFormat()
    case .systemdEnv: SystemdEnvFormat()
    case .dockerEnv: DockerEnvFormat()
    case .dotenv: DotenvFormat()
    case .cifs: CifsFormat()
    case .aws: AwsFormat()
    case .kubernetes: KubernetesFormat()
    case .pgpass: PgpassFormat()
    case .mycnf: MycnfFormat()
    case .htpasswd: HtpasswdFormat()
    }
  }
}

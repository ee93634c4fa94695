# SPDX-License-Identifier: MIT
# Completion of askcred's command line for bash.

# Whether the next word is the value of this one.
_askcred_takes_value() {
  case $1 in
    -p | --prompt | -u | --account | -o | --output | -f | --format | -b | --backend | --suggest | \
      --field | --secret-field | --set | --title | --message | --account-label | \
      --password-label | --echo | --attempts | --check | --timeout | --tty | --output-fd | \
      --part | --env | --fd | --file | --expires | --mode | --from | --to | --as | --keep | \
      --identity) ;;
    *) [[ $1 =~ ^-[nq]+[puofb]$ ]] ;;
  esac
}

# Prints the saved services that begin with a text, with their accounts.
_askcred_saved() {
  local start=$1 pattern='' index
  shift
  for ((index = 0; index < ${#start}; index++)); do
    [[ ${start:index:1} != [\*\?\[\\] ]] || pattern+=\\
    pattern+=${start:index:1}
  done
  askcred list "$@" -- "$pattern*" 2>/dev/null
}

# Completes the command line that begins with a word of this one, by its index.
_askcred_command() {
  if declare -F _command_offset >/dev/null; then
    _command_offset "$1"
  elif (($1 == COMP_CWORD)); then
    mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
  fi
}

_askcred() {
  local -a questions=(
    '--prompt' '--suggest' '--no-password' '--field' '--secret-field' '--set' '--title'
    '--message' '--account-label' '--password-label' '--echo' '--confirm' '--attempts'
    '--allow-empty' '--check' '--multiline' '--stdin'
  )
  local -a account=('--account' '--no-account') dialogue=('--timeout' '--tty' '--no-input')
  local -a output=('--output' '--output-fd') writing=('--format' '--env' '--no-newline')
  local -a general=('--quiet' '--verbose' '--help' '--version')
  local -a line=() operands=() backend=() words=()
  local rest=${COMP_LINE:0:COMP_POINT} part start index
  local option='' asks='' ended='' before='' cut='' quoted='' breaks=${COMP_WORDBREAKS//[!:=@]/}

  # bash cuts words at ':', '=' and '@' as well as at blanks.
  for part in "${COMP_WORDS[@]:0:COMP_CWORD}" ''; do
    start=${rest#"${rest%%[![:space:]]*}"}
    [[ ${#line[@]} -gt 0 && $start == "$rest" ]] || line+=('')
    [[ $part ]] || part=$start
    line[-1]+=$part
    rest=${start#"$part"}
  done

  for ((index = 1; index < ${#line[@]} - 1; index++)); do
    part=${line[index]}
    if [[ $ended || $part != -?* ]]; then
      operands+=("$part")
    elif _askcred_takes_value "$part"; then
      option=$part
      [[ $part != -*b && $part != --backend && $part != --from ]] || backend=(-b "${line[index + 1]}")
      ((++index))
    else
      case $part in
        --)
          ended=1
          # No word after it names a command.
          ((${#operands[@]})) || operands=(ask)
          if [[ ${operands[0]} == exec ]]; then
            start=1
            while [[ ${COMP_WORDS[start]} != -- ]]; do ((++start)); done
            _askcred_command "$((start + 1))"
            return
          fi
          ;;
        '--ask') asks=1 ;;
        -b* | --backend=*) backend=("$part") ;;
        --from=*) backend=(-b "${part#*=}") ;;
      esac
    fi
  done
  # The last option's value stands before the word, unless it is the word.
  ((index == ${#line[@]})) || option=

  local typed=${line[-1]} word=${line[-1]} command=${operands[0]-}
  if [[ $option =~ ^-[nq]+(.)$ ]]; then
    option=-${BASH_REMATCH[1]}
  elif [[ ! $ended && ! $option && $word == --?*=* ]]; then
    option=${word%%=*} before=${word%%=*}= word=${word#*=}
  elif [[ ! $ended && ! $option && $word == -[puofb]?* ]]; then
    option=${word:0:2} before=${word:0:2} word=${word:2}
  fi
  if [[ $word == [\'\"]* ]]; then
    quoted=1 word=${word:1}
  else
    # What is replaced begins behind the last mark that words are cut at, or with an '@'.
    [[ ! $breaks ]] || cut=${typed%"${typed##*["$breaks"]}"}
    cut=${cut%@}
    word=${word//\\/}
  fi

  case $option in
    -f | --format)
      words=(
        lines nul json sh userpass curl netrc pgpass mycnf git-credentials git htpasswd cifs
        systemd-env docker-env dotenv aws kubernetes
      )
      ;;
    --echo) words=(hidden masked plain) ;;
    --part) words=(account password) ;;
    -b | --backend | --from | --to)
      if [[ $word == *:* ]]; then
        local kind=-f
        [[ $word != store:* ]] || kind=-d
        compopt -o filenames
        before+=${word%%:*}: word=${word#*:} quoted=1
        mapfile -t words < <(compgen "$kind" -- "$word")
      else
        # A path may follow.
        compopt -o nospace
        words=(
          store json curl netrc pgpass mycnf git-credentials htpasswd cifs systemd-env docker-env
          dotenv systemd-creds
        )
      fi
      ;;
    -u | --account)
      local service=${operands[1]-} name saved
      service=${service#[\'\"]} service=${service%[\'\"]} service=${service//\\/}
      while IFS=$'\t' read -r name saved; do
        [[ ! $saved || ($service && $name != "$service") ]] || words+=("$saved")
      done < <(_askcred_saved "$service" "${backend[@]}")
      ;;
    -o | --output | --tty | --identity)
      compopt -o filenames
      mapfile -t words < <(compgen -f -- "$word")
      quoted=1
      ;;
    --check)
      mapfile -t words < <(compgen -c -- "$word")
      ;;
    -?*) ;;
    *)
      if [[ ! $ended && $word == -* ]]; then
        case $command in
          '' | ask)
            words=("${questions[@]}" "${account[@]}" "${dialogue[@]}" "${output[@]}" "${writing[@]}")
            ;;
          save)
            words=("${questions[@]}" "${account[@]}" "${dialogue[@]}" '--backend' '--expires')
            words+=('--mode' '--env')
            ;;
          get)
            words=("${account[@]}" "${dialogue[@]}" "${output[@]}" "${writing[@]}" '--part')
            words+=('--backend' '--ask' '--as')
            [[ ! $asks ]] || words+=("${questions[@]}")
            ;;
          list) words=('--backend' '--json') ;;
          erase) words=("${account[@]}" '--backend' '--all' '--env') ;;
          copy)
            words=("${account[@]}" "${dialogue[@]}" '--from' '--to' '--all' '--move' '--force')
            words+=('--as' '--mode' '--env')
            ;;
          exec)
            words=("${account[@]}" "${dialogue[@]}" "${writing[@]}" '--fd' '--file' '--backend')
            words+=('--ask' '--as')
            [[ ! $asks && ${#operands[@]} -gt 1 ]] || words+=("${questions[@]}")
            ;;
          init) words=("${dialogue[@]}" '--stdin' '--identity' '--no-passphrase') ;;
          unlock) words=("${dialogue[@]}" '--stdin' '--keep') ;;
          passwd) words=("${dialogue[@]}" '--stdin') ;;
          recipients) words=("${dialogue[@]}") ;;
          help) general=('--help' '--version') ;;
        esac
        words+=("${general[@]}")
      else
        case $command:${#operands[@]} in
          :0 | help:1)
            words=(ask save get list erase copy exec init unlock lock passwd recipients help)
            ;;
          save:1 | get:1 | erase:1 | copy:1 | exec:1)
            mapfile -t words < <(_askcred_saved "$word" "${backend[@]}" | cut -f 1 | uniq)
            ;;
          recipients:1) words=(add remove) ;;
        esac
      fi
      ;;
  esac

  COMPREPLY=()
  for part in "${words[@]}"; do
    [[ $part == "$word"* ]] || continue
    [[ $quoted ]] || printf -v part %q "$part"
    part=$before$part
    COMPREPLY+=("${part#"$cut"}")
  done
}

complete -F _askcred askcred

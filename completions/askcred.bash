# SPDX-License-Identifier: MIT
# Completion of askcred's command line for bash.

_askcred() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words="" command=""
  local index
  # bash takes --format=json for three words.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()

  for ((index = 1; index < COMP_CWORD; index++)); do
    case ${COMP_WORDS[index]} in
      --) return ;;
      ask | help) command=${COMP_WORDS[index]} && break ;;
    esac
  done

  case $before in
    -f | --format) words='lines nul json sh userpass curl' ;;
    --echo) words='hidden masked plain' ;;
    -o | --output | --tty)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      return
      ;;
    --check)
      mapfile -t COMPREPLY < <(compgen -c -- "$word")
      return
      ;;
    -p | --prompt | -u | --account | --suggest | --field | --secret-field | --set | --title | \
      --message | --account-label | --password-label | --attempts | --timeout | --output-fd | \
      --env)
      return
      ;;
    *)
      case $command:$word in
        help:-*) words='--help --version' ;;
        help:*) words='ask help' ;;
        *:-*)
          words='--prompt --account --suggest --no-account --no-password --field --secret-field
            --set --title --message --account-label --password-label --echo --confirm --attempts
            --allow-empty --check --multiline --timeout --tty --stdin --no-input --output
            --output-fd --format --env --no-newline --quiet --verbose --help --version'
          ;;
        :*) words='ask help' ;;
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _askcred askcred

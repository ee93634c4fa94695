# SPDX-License-Identifier: MIT
# Completion of askcred's command line for fish.

# Takes what stands before the word apart, into the caller's variables: `operands`, the command
# first, `backend`, the option, and `asks`, whether a login is asked for.
function __askcred_read --no-scope-shadowing
    set -l valued -p -u -o -f -b prompt account suggest field secret-field set title message \
        account-label password-label echo attempts check timeout tty output output-fd format part \
        env fd file backend from to expires mode as keep identity
    set -l option
    set -l ended
    for word in (commandline -opc)[2..]
        if set -q option[1]
            contains -- $option -b backend; and set backend -b $word
            set option
        else if set -q ended[1]; or not string match -qr -- '^-.' $word
            set -a operands $word
        else if test $word = --
            set ended 1
            # No word after it names a command.
            set -q operands[1]; or set operands ask
            # What follows is a command line of its own.
            test $operands[1] = exec; and set -a operands --
        else if contains -- (string replace -r '^--' '' -- $word) $valued
            set option (string replace -r '^--' '' -- $word)
        else if string match -qr -- '^-[nq]+[puofb]$' $word
            set option (string replace -r '^.*(.)$' -- '-$1' $word)
        else if string match -qr -- '^(-b|--backend=)' $word
            set backend $word
        else if test $word = --ask
            set asks 1
        end
    end
    set -q operands[1]; and contains -- $operands[1] ask save; and set asks 1
    test "$operands" = exec; and set asks 1
    set -q operands[1]; or set asks 1
end

# Whether one of these commands is on the line, of which the first is the default.
function __askcred_is
    set -l operands
    set -l backend
    set -l asks
    __askcred_read
    set -q operands[1]; or set operands ask
    contains -- $operands[1] $argv
end

# Whether questions for a login are asked.
function __askcred_asks
    set -l operands
    set -l backend
    set -l asks
    __askcred_read
    set -q asks[1]; and __askcred_is ask save get exec
end

# Whether this is all that stands before the word, but for options.
function __askcred_after
    set -l operands
    set -l backend
    set -l asks
    __askcred_read
    test "$operands" = "$argv"
end

# Whether the word is one of the command that exec runs.
function __askcred_runs
    set -l operands
    set -l backend
    set -l asks
    __askcred_read
    test "$operands[1]" = exec; and contains -- -- $operands
end

# What that command's own completion offers.
function __askcred_command
    set -l words (commandline -opc)
    set -l start (contains -i -- -- $words)
    set -e words[1..$start]
    complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
end

function __askcred_services
    set -l operands
    set -l backend
    set -l asks
    __askcred_read
    askcred list $backend 2>/dev/null | string replace -r '\t.*' ''
end

# The accounts of the service on the line, or all where none stands there.
function __askcred_accounts
    set -l operands
    set -l backend
    set -l asks
    set -l service
    __askcred_read
    set -q operands[2]; and set service (string replace -ra '[*?[\\\\]' '\\\\$0' -- $operands[2])
    askcred list $backend -- $service 2>/dev/null | string replace -rf '^([^\t]*)\t(.+)$' '$2\t$1'
end

function __askcred_formats
    string split ' ' 'lines nul json sh userpass curl netrc pgpass mycnf git-credentials git htpasswd cifs systemd-env docker-env dotenv aws kubernetes'
end

# The backends, and after one with a colon the files.
function __askcred_backends
    set -l word (string replace -r '^(-[nq]*b|--[a-z]+=)' '' -- (commandline -ct))
    set -l parts (string split -m 1 : -- $word)
    if not set -q parts[2]
        string split ' ' 'store json curl netrc pgpass mycnf git-credentials htpasswd cifs systemd-env docker-env dotenv systemd-creds'
    else
        complete -C "'' $parts[2]" | string replace -r '\t.*' '' | string replace -r '^' -- $parts[1]:
    end
end

complete -c askcred -f

complete -c askcred -n __askcred_after -a ask -d 'Ask, and answer'
complete -c askcred -n __askcred_after -a save -d 'Ask, and keep the login'
complete -c askcred -n __askcred_after -a get -d 'Print a saved password'
complete -c askcred -n __askcred_after -a list -d 'Print saved services and accounts'
complete -c askcred -n __askcred_after -a erase -d 'Erase a saved login'
complete -c askcred -n __askcred_after -a copy -d 'Copy saved logins to another backend'
complete -c askcred -n __askcred_after -a exec -d 'Run a command that gets a login'
complete -c askcred -n __askcred_after -a init -d 'Make the store and its key'
complete -c askcred -n __askcred_after -a unlock -d 'Ask for the passphrase for a while'
complete -c askcred -n __askcred_after -a lock -d 'End what unlock began'
complete -c askcred -n __askcred_after -a passwd -d 'Change the passphrase'
complete -c askcred -n __askcred_after -a recipients -d 'Print or change the recipients'
complete -c askcred -n __askcred_after -a help -d 'Explain askcred or a command'
complete -c askcred -n '__askcred_after help' -a 'ask save get list erase copy exec init unlock lock passwd recipients help'
complete -c askcred -n '__askcred_after recipients' -a 'add remove'
complete -c askcred -n '__askcred_after save; or __askcred_after get; or __askcred_after erase; or __askcred_after copy; or __askcred_after exec' -k -a '(__askcred_services)'
complete -c askcred -n __askcred_runs -a '(__askcred_command)'

set -l asks __askcred_asks
complete -c askcred -n $asks -s p -l prompt -x -d 'Ask for one secret and nothing else'
complete -c askcred -n $asks -l suggest -x -d 'A default for the account'
complete -c askcred -n $asks -l no-password -d 'Do not ask for a password'
complete -c askcred -n $asks -l field -x -d 'Ask for one more line'
complete -c askcred -n $asks -l secret-field -x -d 'Ask for one more secret'
complete -c askcred -n $asks -l set -x -d 'A field that is not asked for'
complete -c askcred -n $asks -l title -x -d 'A heading above the questions'
complete -c askcred -n $asks -l message -x -d 'One line under the heading'
complete -c askcred -n $asks -l account-label -x -d 'Label of the account'
complete -c askcred -n $asks -l password-label -x -d 'Label of the password'
complete -c askcred -n $asks -l echo -x -a 'hidden masked plain' -d 'What typing a secret shows'
complete -c askcred -n $asks -l confirm -d 'Ask for the password twice'
complete -c askcred -n $asks -l attempts -x -d 'How many answers to each question'
complete -c askcred -n $asks -l allow-empty -d 'An empty password is an answer'
complete -c askcred -n $asks -l check -x -a '(__fish_complete_command)' -d 'A shell command that accepts the password'
complete -c askcred -n $asks -l multiline -d 'The password is many lines'

set -l accounts '__askcred_is ask save get erase copy exec'
complete -c askcred -n $accounts -s u -l account -x -a '(__askcred_accounts)' -d 'The account'
complete -c askcred -n $accounts -l no-account -d 'The login has no account'

set -l dialogue '__askcred_is ask save get copy exec init unlock passwd recipients'
complete -c askcred -n $dialogue -l timeout -x -d 'For all the questions together'
complete -c askcred -n $dialogue -l tty -r -F -d 'Ask on another terminal'
complete -c askcred -n $dialogue -l no-input -d 'Never ask'
complete -c askcred -n '__askcred_asks; or __askcred_is init unlock passwd' -l stdin -d 'Read the answers from standard input'

set -l output '__askcred_is ask get'
complete -c askcred -n $output -s o -l output -r -F -d 'Write to a file'
complete -c askcred -n $output -l output-fd -x -d 'Write to a descriptor'
set -l writing '__askcred_is ask get exec'
complete -c askcred -n $writing -s f -l format -x -a '(__askcred_formats)' -d 'Form of the answer'
complete -c askcred -n $writing -s n -l no-newline -d 'No newline after the last value'

complete -c askcred -n '__askcred_is exec' -l fd -x -d 'Put a part behind a descriptor'
complete -c askcred -n '__askcred_is exec' -l file -x -d 'Put a part into a file'

complete -c askcred -n '__askcred_is save get list erase exec' -s b -l backend -x -a '(__askcred_backends)' -d 'Where logins are kept'
complete -c askcred -n '__askcred_is ask save get erase copy exec' -l env -x -d 'Name of a part\'s variable'
complete -c askcred -n '__askcred_is get' -l part -x -a 'account password' -d 'Print a part alone'
complete -c askcred -n '__askcred_is get exec' -l ask -d 'Ask where nothing is saved'
complete -c askcred -n '__askcred_is get copy exec' -l as -x -d 'Name of the service where it is written'
complete -c askcred -n '__askcred_is save' -l expires -x -d 'When the login expires'
complete -c askcred -n '__askcred_is copy' -l from -x -a '(__askcred_backends)' -d 'The backend to copy from'
complete -c askcred -n '__askcred_is copy' -l to -x -a '(__askcred_backends)' -d 'The backend to copy to'
complete -c askcred -n '__askcred_is copy' -l move -d 'Erase each login where it was'
complete -c askcred -n '__askcred_is copy' -l force -d 'Replace a login that differs'
complete -c askcred -n '__askcred_is save copy' -l mode -x -d 'Permission bits of a new file'
complete -c askcred -n '__askcred_is list' -l json -d 'List as JSON'
complete -c askcred -n '__askcred_is erase copy' -l all -d 'All logins'
complete -c askcred -n '__askcred_is unlock' -l keep -x -d 'How long unlocking lasts'
complete -c askcred -n '__askcred_is init' -l identity -r -F -d 'A file with the key'
complete -c askcred -n '__askcred_is init' -l no-passphrase -d 'Leave the key in plain text'

set -l saying 'not __askcred_is help'
complete -c askcred -n $saying -s q -l quiet -d 'Less on standard error'
complete -c askcred -n $saying -l verbose -d 'More on standard error'
complete -c askcred -s h -l help -d 'Print help'
complete -c askcred -l version -d 'Print the version'

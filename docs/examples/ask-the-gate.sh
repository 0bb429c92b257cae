#!/usr/bin/env bash
# Runs a command only where Auto Mode allows it: ask-the-gate.sh PROGRAM [ARGUMENT]...
# Asks by the hook: one JSON object in; an exit code and one line of JSON out. Exit code 126: the command did not run.
set -u

refuse() {
  printf 'Not run: %s\n' "$1" >&2
  exit 126
}

# Prints a JSON string. The gate refuses what is no JSON: other control characters, and bytes that are not UTF-8.
json() {
  local text=$1
  text=${text//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\n'/\\n}
  text=${text//$'\r'/\\r}
  text=${text//$'\t'/\\t}
  printf '"%s"' "$text"
}

[ $# -gt 0 ] || refuse 'no program is given.'

# The gate reads a line of a shell. It is only read: below, the arguments run as they are.
line=
quote="'\\''"
for word in "$@"; do
  word=${word//\'/$quote}
  line="${line:+$line }'$word'"
done

# The launcher gives up by itself. It prints the reason of a block, and ends with another exit code than 0.
answer=$(
  printf '{"tool_name":"bash","tool_input":{"command":%s},"cwd":%s}' "$(json "$line")" "$(json "$PWD")" |
    "$HOME/.auto-mode/launcher" generic
) || refuse 'no allow.'

# `exec` starts programs alone, no function of this script and no builtin.
case $answer in
  *$'\n'*) refuse 'the answer is more than one line.' ;;
  '{"decision":"allow",'*'}') exec -- "$@" ;;
  *) refuse "the answer is no allow: $answer" ;;
esac

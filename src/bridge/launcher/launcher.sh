#!/bin/sh@SHELL_OPTION@
# Auto Mode's launcher: hands an agent's hook payload to the VS Code window that has the folder open, and prints that window's answer.
# Written by the Auto Mode extension, which overwrites every change.
# Usage: launcher <agent>, with the payload on standard input. Exit code 0: standard output has the answer; 2: the call is refused.
#        launcher <agent> @NOTICE@: the payload is no call, and nobody needs to answer.

kind=${2-}
set -f
unset -f printf test
# Any other exit code lets the call run in versions of agents that do not know better: a shell that gives up refuses.
trap 'case $?/$kind in 0/* | 2/*) ;; */@NOTICE@) exit 0 ;; *) printf "%s\n" "Auto Mode: the launcher broke off, so the call is refused." >&2; exit 2 ;; esac' EXIT
@READ_ENVIRONMENT@
unset LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH GCONV_PATH LOCPATH
unset CURL_HOME ALL_PROXY all_proxy HTTP_PROXY http_proxy OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES SSLKEYLOGFILE
unset FUNCNEST
# A variable that the agent exports stays exported with what is put into it here, and no program starts with a payload in its environment.
unset payload answer tail last output errors heartbeats head front before after socket newest
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS
PATH=/usr/bin:/bin
# Bytes, not characters: faster, and the payload need not be valid text.
LC_ALL=C
export PATH LC_ALL

blank=' '
newline='
'
IFS=" $newline"
agent=${1-}
run=@RUN@
token=@TOKEN@
seconds=@SECONDS@

case $agent in
  @AGENTS@) ;;
  *)
    printf '%s\n' 'Auto Mode: the hook entry names an unknown agent. Connect the agent again in VS Code.' >&2
    exit 2
    ;;
esac
@MEMORY_LIMIT@
case $kind in
  '') ;;
  @NOTICE@) seconds=@NOTICE_SECONDS@ ;;
  *)
    printf '%s\n' 'Auto Mode: the hook entry has an unknown second word. Connect the agent again in VS Code.' >&2
    exit 2
    ;;
esac

# Kept in memory: it is sent to one window after the other, and must not be left on the disk. A shell drops null bytes from what it
# keeps, and something else would be judged than was sent; turned into another control character they stay what they are, no JSON.
payload=$(@HEAD@ -c @MAX_PAYLOAD_BYTES_AND_ONE@ | @TR@ '\000' '\001')
if test ${#payload} -gt @MAX_PAYLOAD_BYTES@; then
  # An agent that cannot hand over all of it may take that for a failure of its own.
  @TR@ x x >/dev/null
  if test -n "$kind"; then
    printf '{}\n'
    exit 0
  fi
  printf '%s\n' 'Auto Mode: the call is too large to be judged, so it is refused.' >&2
  exit 2
fi

# What is sent where the client does not put it together itself.
@BODY@

# ask SOCKET: prints the window's answer as it comes, and on a line of its own the HTTP status, the seconds that it took, and the client's
# exit code, which is 0 where the answer came whole. Of more than any window answers, only the beginning.
ask() {
@ASK@
}

# hand_over LINE...: prints the answer of a window and ends, see `replyFrame`; otherwise returns.
hand_over() {
  # Heartbeats first.
  while test $# -gt 0; do
    case $1 in
      *[!"$blank"]*) break ;;
    esac
    shift
  done
  test $# -ge 3 && test $# -le @MAX_LINES@ || return 0
  case $1 in
    "@FRAME_START@ 0") status=0 ;;
    "@FRAME_START@ 2") status=2 ;;
    *) return 0 ;;
  esac
  output=$2
  case $output in
    '{'*'}') ;;
    *) return 0 ;;
  esac
  shift 2
  errors=
  while test $# -gt 1; do
    errors=$errors${1#'@ERROR_MARK@'}$newline
    shift
  done
  test "$1" = @FRAME_END@ || return 0
  if test "$status" -eq 2; then printf '%s' "${errors:-Auto Mode refused this call.$newline}" >&2; fi
  if printf '%s\n' "$output"; then exit "$status"; fi
  printf '%s\n' 'Auto Mode: the answer could not be handed over, so the call is refused.' >&2
  exit 2
}

# The agent's answer where no window gave one. Its own prompt counts only in a mode at the top level of the payload.
unreachable() {
  if test -n "$kind"; then
    printf '{}\n'
    exit 0
  fi
  head=$(printf '%.@HEAD_BYTES@s' "$payload")
  case $agent in
    @UNREACHABLE@) ;;
  esac
  exit 0
}

# prompting FIELD VALUE: succeeds if the payload's own FIELD, before the tool's input, is VALUE. In a JSON string every quote is
# escaped, so these texts are keys; and no other object or list may be open in front of them.
prompting() {
  case $head in
    *'"tool_input"'*) ;;
    *) return 1 ;;
  esac
  front=${head%%'"tool_input"'*}
  before=${front%%'"'"$1"'"'*}
  after=${front#"$before"}
  case $before in
    '{'*) ;;
    *) return 1 ;;
  esac
  case ${before#?} in
    *[][{}]*) return 1 ;;
  esac
  case ${after#?} in
    *'"'"$1"'"'*) return 1 ;;
  esac
  case $after in
    '"'"$1"'":"'"$2"'",'*) return 0 ;;
  esac
  return 1
}

# Only what this user put there is asked: the payload is not for anybody else.
test -O "$run" && test ! -h "$run" || unreachable

set +f
set -- "$run"/*.sock
set -f
while test $# -gt @MAX_WINDOWS@; do shift; done

while test $# -gt 0 && test "$seconds" -gt 0; do
  # The newest window first: the others are more likely to be left over.
  newest=$1
  for socket do
    if test "$socket" -nt "$newest"; then newest=$socket; fi
  done
  count=$#
  while test "$count" -gt 0; do
    socket=$1
    shift
    count=$((count - 1))
    if test "$socket" != "$newest"; then set -- "$@" "$socket"; fi
  done
  test -S "$newest" && test -O "$newest" && test ! -h "$newest" || continue

  answer=$(ask "$newest")
  # Who answers with more than any window does is no window to be asked again: and a shell searches long in much text.
  test ${#answer} -le @MAX_ANSWER_BYTES@ || break
  last=${answer##*"$newline"}
  spent=${last#* }
  spent=${spent%%[!0-9]*}
  # Rounded up: curl may end just before its time does.
  seconds=$((seconds - ${spent:-0} - 1))
  case $last in
    # Before 7.75 curl does not tell its exit code; that an answer is whole shows in its last line as well.
    '200 '*' 0' | '200 '*' ') ;;
    *) continue ;;
  esac
  answer=${answer%"$newline"*}
  IFS=$newline
  hand_over $answer
done

unreachable

import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { ERROR_MARK, FRAME_END, FRAME_START } from '../protocol/replyFrame';
import { ENVIRONMENT_START, WITH_ENVIRONMENT } from '../protocol/requestBody';
import { MAX_ANSWER_BYTES, RUNTIME_CLIENT } from './runtimeClient';

export interface LauncherLimits {
  /** For all windows together. Half of the agent's own time limit (600 s for Claude Code), at which older versions let the call run. */
  readonly seconds: number;
  /** A window that sends nothing for so long, not even a heartbeat, is frozen, and the next one is asked. */
  readonly silentSeconds: number;
}

export const LAUNCHER_LIMITS: LauncherLimits = { seconds: 300, silentSeconds: 20 };
/** The second argument for what an agent only tells. Nothing is decided by it, so the agent must not wait long, nor hear of a failure. */
export const NOTICE_ARGUMENT = 'notice';
export const NOTICE_SECONDS = 5;
/** No user has more windows; a folder full of stray files must not take the time. */
const MAX_WINDOWS = 64;
/** Of a reason and what surrounds it: a shell takes long for very many. */
const MAX_LINES = 1_000;
/** Far more than is judged. A shell that holds too much dies by a signal, and an agent may take that for no answer. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** For the shell and curl, in kB of address space: several copies of the largest payload. */
const MEMORY = 1_048_576;
/** The permission mode stands in front of the tool's input, behind two paths. */
const HEAD_BYTES = 16_384;

/** Absolute paths of what the launcher runs, fixed when it is written: at the time of a call, PATH is not to be trusted. */
export interface LauncherPrograms {
  readonly tr: string;
  readonly head: string;
  /** Undefined where the machine has none: the editor's own runtime is used then, which takes longer to start. */
  readonly curl: string | undefined;
  /** An option of /bin/sh, see `findShellOption`. */
  readonly shellOption?: string | undefined;
  /**
   * How the launcher reads its environment as it was when it started: as Linux shows it to a process, or by a program that prints it with
   * null bytes (`env -0`). Undefined where neither is there: windows are told that it is not known.
   */
  readonly environment?: 'proc' | { readonly env: string } | undefined;
  /** The editor's runtime, which runs as Node with ELECTRON_RUN_AS_NODE. */
  readonly runtime: string;
}

/**
 * The launcher: a POSIX shell script, since an agent's hook may find no Node on this machine, and a shell starts in a millisecond.
 * It asks one window after the other and prints exactly one whole answer. Whatever goes wrong on the way ends in the agent's unreachable answer.
 */
export function launcherScript(
  gate: GateHome,
  programs: LauncherPrograms,
  dialects: readonly AgentDialect[],
  limits: LauncherLimits = LAUNCHER_LIMITS,
): string {
  return `#!/bin/sh${programs.shellOption === undefined ? '' : ` ${programs.shellOption}`}
# Auto Mode's launcher: hands an agent's hook payload to the VS Code window that has the folder open, and prints that window's answer.
# Written by the Auto Mode extension, which overwrites every change.
# Usage: launcher <agent>, with the payload on standard input. Exit code 0: standard output has the answer; 2: the call is refused.
#        launcher <agent> ${NOTICE_ARGUMENT}: the payload is no call, and nobody needs to answer.

kind=\${2-}
set -f
unset -f printf test
# Any other exit code lets the call run in versions of agents that do not know better: a shell that gives up refuses.
trap 'case $?/$kind in 0/* | 2/*) ;; */${NOTICE_ARGUMENT}) exit 0 ;; *) printf "%s\\n" "Auto Mode: the launcher broke off, so the call is refused." >&2; exit 2 ;; esac' EXIT
${readEnvironment(programs)}
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
agent=\${1-}
run=${quote(gate.run)}
token=${quote(gate.token)}
seconds=${limits.seconds}

case $agent in
  ${dialects.map(({ id }) => id).join('|')}) ;;
  *)
    printf '%s\\n' 'Auto Mode: the hook entry names an unknown agent. Connect the agent again in VS Code.' >&2
    exit 2
    ;;
esac
${memoryLimit(programs)}case $kind in
  '') ;;
  ${NOTICE_ARGUMENT}) seconds=${Math.min(NOTICE_SECONDS, limits.seconds)} ;;
  *)
    printf '%s\\n' 'Auto Mode: the hook entry has an unknown second word. Connect the agent again in VS Code.' >&2
    exit 2
    ;;
esac

# Kept in memory: it is sent to one window after the other, and must not be left on the disk. A shell drops null bytes from what it
# keeps, and something else would be judged than was sent; turned into another control character they stay what they are, no JSON.
payload=$(${quote(programs.head)} -c ${MAX_PAYLOAD_BYTES + 1} | ${quote(programs.tr)} '\\000' '\\001')
if test \${#payload} -gt ${MAX_PAYLOAD_BYTES}; then
  # An agent that cannot hand over all of it may take that for a failure of its own.
  ${quote(programs.tr)} x x >/dev/null
  if test -n "$kind"; then
    printf '{}\\n'
    exit 0
  fi
  printf '%s\\n' 'Auto Mode: the call is too large to be judged, so it is refused.' >&2
  exit 2
fi

# What is sent where the client does not put it together itself.
${printBody(programs)}

# ask SOCKET: prints the window's answer as it comes, and on a line of its own the HTTP status, the seconds that it took, and the client's
# exit code, which is 0 where the answer came whole. Of more than any window answers, only the beginning.
ask() {
${programs.curl === undefined ? askByRuntime(programs.runtime, limits) : askByCurl(programs.curl, programs, limits)}
}

# hand_over LINE...: prints the answer of a window and ends, see \`replyFrame\`; returns where it is none.
hand_over() {
  # Heartbeats first.
  while test $# -gt 0; do
    case $1 in
      *[!"$blank"]*) break ;;
    esac
    shift
  done
  test $# -ge 3 && test $# -le ${MAX_LINES} || return 0
  case $1 in
    "${FRAME_START} 0") status=0 ;;
    "${FRAME_START} 2") status=2 ;;
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
    errors=$errors\${1#'${ERROR_MARK}'}$newline
    shift
  done
  test "$1" = ${FRAME_END} || return 0
  if test "$status" -eq 2; then printf '%s' "\${errors:-Auto Mode refused this call.$newline}" >&2; fi
  if printf '%s\\n' "$output"; then exit "$status"; fi
  printf '%s\\n' 'Auto Mode: the answer could not be handed over, so the call is refused.' >&2
  exit 2
}

# The agent's answer where no window gave one. Its own prompt counts only in a mode that stands at the top level of the payload.
unreachable() {
  if test -n "$kind"; then
    printf '{}\\n'
    exit 0
  fi
  head=$(printf '%.${HEAD_BYTES}s' "$payload")
  case $agent in
${dialects.map(unreachableCase).join('\n')}
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
  front=\${head%%'"tool_input"'*}
  before=\${front%%'"'"$1"'"'*}
  after=\${front#"$before"}
  case $before in
    '{'*) ;;
    *) return 1 ;;
  esac
  case \${before#?} in
    *[][{}]*) return 1 ;;
  esac
  case \${after#?} in
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
while test $# -gt ${MAX_WINDOWS}; do shift; done

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
  test \${#answer} -le ${MAX_ANSWER_BYTES} || break
  last=\${answer##*"$newline"}
  spent=\${last#* }
  spent=\${spent%%[!0-9]*}
  # Rounded up: curl may end just before its time does.
  seconds=$((seconds - \${spent:-0} - 1))
  case $last in
    # Before 7.75 curl does not tell its exit code; that an answer is whole shows in its last line as well.
    '200 '*' 0' | '200 '*' ') ;;
    *) continue ;;
  esac
  answer=\${answer%"$newline"*}
  IFS=$newline
  hand_over $answer
done

unreachable
`;
}

/**
 * Before anything is unset or set. What `env -0` prints is kept with \001 for its null bytes, which a shell cannot hold, and \002 for \001.
 */
function readEnvironment({ tr, environment }: LauncherPrograms): string {
  const told =
    '# The environment that the agent gives its programs is told to the window: some variables change what commands do.\n';
  if (environment === 'proc') {
    return `${told}# As the kernel keeps it: nothing that is done here changes it. Undefined where that cannot be read.
environment=
if { command exec 3</proc/self/environ; } 2>/dev/null; then environment=@/proc/self/fd/3; fi`;
  }
  if (environment === undefined) return `${told}# Here it cannot be read.\nenvironment=`;
  return `${told}environment=$(${quote(environment.env)} -0 2>/dev/null | ${quote(tr)} '\\001\\000' '\\002\\001')`;
}

/**
 * Whoever answers without end must not use the machine's memory up: beyond this the shell breaks off, and the call is refused. The editor's
 * runtime reserves more address space than it uses, and cannot start so.
 */
function memoryLimit({ curl }: LauncherPrograms): string {
  return curl === undefined ? '' : `{ command ulimit -v ${MEMORY} || :; } 2>/dev/null\n`;
}

/** A shell function that prints what is sent, see `readBody`. Of the kernel's file, opened anew, each window gets the whole. */
function printBody({ tr, environment }: LauncherPrograms): string {
  const records: readonly string[] =
    environment === 'proc'
      ? [`  if test -n "$environment"; then ${quote(tr)} x x </proc/self/fd/3; fi`]
      : [`  printf '%s' "$environment" | ${quote(tr)} '\\001' '\\000'`];
  return ['body() {', `  printf '${ENVIRONMENT_START}'`, ...records, `  printf '&%s' "$payload"`, '}'].join('\n');
}

function askByCurl(curl: string, { environment, head }: LauncherPrograms, { silentSeconds }: LauncherLimits): string {
  // curl itself puts an & between the pieces that it is given: one process less.
  const [send, data] =
    environment === 'proc'
      ? [
          `printf '%s' "$payload"`,
          `--data-binary '${ENVIRONMENT_START.slice(0, -1)}' --data-binary "$environment" --data-binary @-`,
        ]
      : ['body', '--data-binary @-'];
  return `  ${send} | ${quote(curl)} -q --silent --fail --no-buffer --noproxy '*' --unix-socket "$1" \\
    --max-time "$seconds" --speed-limit 1 --speed-time ${silentSeconds} \\
    --header @"$token" --header "X-Auto-Mode-Seconds: $seconds" --header 'Content-Type: ${WITH_ENVIRONMENT}' --header 'Expect:' \\
    ${data} --write-out '\\n%{http_code} %{time_total} %{exitcode}' "http://localhost/v1/\${kind:-hook}/$agent" 2>/dev/null |
    ${quote(head)} -c ${MAX_ANSWER_BYTES + 1}`;
}

function askByRuntime(runtime: string, { silentSeconds }: LauncherLimits): string {
  return `  body | ELECTRON_RUN_AS_NODE=1 ${quote(runtime)} -e ${quote(RUNTIME_CLIENT)} \\
    "$1" "$token" "\${kind:-hook}/$agent" "$seconds" ${silentSeconds} 2>/dev/null`;
}

function unreachableCase({ id, unreachable }: AgentDialect): string {
  const { promptingField = 'permission_mode', promptingModes, refusal } = unreachable;
  const refuse = refusal === undefined ? '' : `\n        printf '%s\\n' ${quote(refusal)} >&2\n        exit 2`;
  return `    ${id})
      if ${promptingModes.map((mode) => `prompting ${promptingField} ${quote(mode)}`).join(' || ') || 'false'}; then
        printf '%s\\n' ${quote(unreachable.prompting)}
      else
        printf '%s\\n' ${quote(unreachable.otherwise)}${refuse}
      fi
      ;;`;
}

/** As one word of a POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

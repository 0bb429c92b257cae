import type { AgentDialect } from '../../agents/agentDialect';
import type { GateHome } from '../gateHome';
import { FRAME_END, FRAME_START } from '../replyFrame';
import { RUNTIME_CLIENT } from './runtimeClient';

export interface LauncherLimits {
  /** For all windows together. Half of the agent's own time limit (600 s for Claude Code), at which older versions let the call run. */
  readonly seconds: number;
  /** A window that sends nothing for so long, not even a heartbeat, is frozen, and the next one is asked. */
  readonly silentSeconds: number;
}

export const LAUNCHER_LIMITS: LauncherLimits = { seconds: 300, silentSeconds: 20 };
/** No user has more windows; a folder full of stray files must not take the time. */
const MAX_WINDOWS = 64;
/** The permission mode stands in front of the tool's input, behind two paths. */
const HEAD_BYTES = 16_384;

/** Absolute paths of what the launcher runs, fixed when it is written: at the time of a call, PATH is not to be trusted. */
export interface LauncherPrograms {
  readonly tr: string;
  /** Undefined where the machine has none: the editor's own runtime is used then, which takes longer to start. */
  readonly curl: string | undefined;
  /** An option of /bin/sh, see `findShellOption`. */
  readonly shellOption?: string | undefined;
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

set -f
unset -f printf test
# Any other exit code lets the call run in versions of agents that do not know better: a shell that gives up refuses.
trap 'case $? in 0 | 2) ;; *) printf "%s\\n" "Auto Mode: the launcher broke off, so the call is refused." >&2; exit 2 ;; esac' EXIT
unset LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH GCONV_PATH LOCPATH
unset CURL_HOME ALL_PROXY all_proxy HTTP_PROXY http_proxy OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES SSLKEYLOGFILE
unset FUNCNEST
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

# Kept in memory: it is sent to one window after the other, and must not be left on the disk. A shell drops null bytes from what it
# keeps, and something else would be judged than was sent; turned into another control character they stay what they are, no JSON.
payload=$(${quote(programs.tr)} '\\000' '\\001')

# ask SOCKET: prints the window's answer as it comes, and on a line of its own the HTTP status and the seconds that it took.
# Fails where the answer did not come whole.
ask() {
${programs.curl === undefined ? askByRuntime(programs.runtime, limits) : askByCurl(programs.curl, limits)}
}

# The agent's answer where no window gave one. Its own prompt counts only in a mode that stands at the top level of the payload.
unreachable() {
  head=$(printf '%.${HEAD_BYTES}s' "$payload")
  case $agent in
${dialects.map(unreachableCase).join('\n')}
  esac
  exit 0
}

# prompting MODE: succeeds if the payload's own "permission_mode", before the tool's input, is MODE. In a JSON string every quote is
# escaped, so these texts are keys; and no other object or list may be open in front of them.
prompting() {
  case $head in
    *'"tool_input"'*) ;;
    *) return 1 ;;
  esac
  front=\${head%%'"tool_input"'*}
  before=\${front%%'"permission_mode"'*}
  after=\${front#"$before"}
  case $before in
    '{'*) ;;
    *) return 1 ;;
  esac
  case \${before#?} in
    *[][{}]*) return 1 ;;
  esac
  case \${after#?} in
    *'"permission_mode"'*) return 1 ;;
  esac
  case $after in
    '"permission_mode":"'"$1"'",'*) return 0 ;;
  esac
  return 1
}

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
  test -S "$newest" || continue

  answer=$(ask "$newest")
  status=$?
  last=\${answer##*"$newline"}
  spent=\${last#* }
  spent=\${spent%%[!0-9]*}
  # Rounded up: curl may end just before its time does.
  seconds=$((seconds - \${spent:-0} - 1))
  test "$status" -eq 0 && test "\${last%% *}" = 200 || continue

  answer=\${answer%"$newline"*}
  heartbeats=\${answer%%[!"$blank$newline"]*}
  answer=\${answer#"$heartbeats"}
  case $answer in
    "${FRAME_START} 0$newline{"*"\${newline}${FRAME_END}$newline" | "${FRAME_START} 0$newline{"*"\${newline}${FRAME_END}") status=0 ;;
    "${FRAME_START} 2$newline{"*"\${newline}${FRAME_END}$newline" | "${FRAME_START} 2$newline{"*"\${newline}${FRAME_END}") status=2 ;;
    *) continue ;;
  esac
  answer=\${answer#*"$newline"}
  output=\${answer%%"$newline"*}
  errors=\${answer#*"$newline"}
  errors=\${errors%"${FRAME_END}"*}
  errors=\${errors%"$newline"}
  case $output in
    '{'*'}') ;;
    *) continue ;;
  esac
  if test "$status" -eq 2; then printf '%s\\n' "\${errors:-Auto Mode refused this call.}" >&2; fi
  printf '%s\\n' "$output"
  exit "$status"
done

unreachable
`;
}

function askByCurl(curl: string, { silentSeconds }: LauncherLimits): string {
  return `  printf '%s' "$payload" | ${quote(curl)} -q --silent --fail --no-buffer --noproxy '*' --unix-socket "$1" \\
    --max-time "$seconds" --speed-limit 1 --speed-time ${silentSeconds} \\
    --header @"$token" --header "X-Auto-Mode-Seconds: $seconds" --header 'Content-Type: application/json' --header 'Expect:' \\
    --data-binary @- --write-out '\\n%{http_code} %{time_total}' "http://localhost/v1/hook/$agent" 2>/dev/null`;
}

function askByRuntime(runtime: string, { silentSeconds }: LauncherLimits): string {
  return `  printf '%s' "$payload" | ELECTRON_RUN_AS_NODE=1 ${quote(runtime)} -e ${quote(RUNTIME_CLIENT)} \\
    "$1" "$token" "$agent" "$seconds" ${silentSeconds} 2>/dev/null`;
}

function unreachableCase({ id, unreachable }: AgentDialect): string {
  return `    ${id})
      if ${unreachable.promptingModes.map((mode) => `prompting ${quote(mode)}`).join(' || ') || 'false'}; then
        printf '%s\\n' ${quote(unreachable.prompting)}
      else
        printf '%s\\n' ${quote(unreachable.otherwise)}
      fi
      ;;`;
}

/** As one word of a POSIX shell, whatever it holds. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

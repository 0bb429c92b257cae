import { shellQuote } from '../../common/shellQuote';
import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { ERROR_MARK, FRAME_END, FRAME_START } from '../protocol/replyFrame';
import { ENVIRONMENT_START, WITH_ENVIRONMENT } from '../protocol/requestBody';
import { LAUNCHER_SHELL } from './programTexts';
import { MAX_ANSWER_BYTES, runtimeClient } from './runtimeClient';

export interface LauncherLimits {
  /** For all windows. Half the agent's limit (600 s for Claude Code): past that older versions run the call. */
  readonly seconds: number;
  /** Without a heartbeat for so long a window is frozen. */
  readonly silentSeconds: number;
}

export const LAUNCHER_LIMITS: LauncherLimits = { seconds: 300, silentSeconds: 20 };
/** Second argument for notices: no long wait, no visible failure. */
export const NOTICE_ARGUMENT = 'notice';
export const NOTICE_SECONDS = 5;
/** Stray files must cost no time. */
const MAX_WINDOWS = 64;
/** More are slow in a shell. */
const MAX_LINES = 1_000;
/** Without memory a shell dies by a signal, which an agent may take for no answer. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** Address space in kB: several of the largest payloads. */
const MEMORY = 1_048_576;
/** The permission mode comes before the tool's input. */
const HEAD_BYTES = 16_384;

/** Filled into launcher.sh: a whole line, so that the script is valid, or a word. */
const PLACE = /^ *@(READ_ENVIRONMENT|MEMORY_LIMIT|BODY|ASK|UNREACHABLE)@(?:\) ;;)?$|@([A-Z_]+)@/gm;

/** Fixed at installation: PATH is untrusted at a call. */
export interface LauncherPrograms {
  readonly tr: string;
  readonly head: string;
  /** Undefined: the editor's runtime, slower to start. */
  readonly curl: string | undefined;
  readonly shellOption?: string | undefined;
  /** The environment at start: Linux's file or `env -0`. Undefined: windows do not learn it. */
  readonly environment?: 'proc' | { readonly env: string } | undefined;
  /** Runs as Node with ELECTRON_RUN_AS_NODE. */
  readonly runtime: string;
}

/**
 * POSIX shell: a hook may find no Node. It asks windows in turn and prints one whole answer; otherwise the agent's
 * unreachable answer.
 */
export function launcherScript(
  gate: GateHome,
  programs: LauncherPrograms,
  dialects: readonly AgentDialect[],
  limits: LauncherLimits = LAUNCHER_LIMITS,
): string {
  const { shellOption, head, tr, curl, runtime } = programs;
  const facts: Readonly<Record<string, string | number>> = {
    SHELL_OPTION: shellOption === undefined ? '' : ` ${shellOption}`,
    NOTICE: NOTICE_ARGUMENT,
    NOTICE_SECONDS: Math.min(NOTICE_SECONDS, limits.seconds),
    SECONDS: limits.seconds,
    RUN: shellQuote(gate.run),
    TOKEN: shellQuote(gate.token),
    HEAD: shellQuote(head),
    TR: shellQuote(tr),
    AGENTS: dialects.map(({ id }) => id).join('|'),
    MAX_PAYLOAD_BYTES,
    MAX_PAYLOAD_BYTES_AND_ONE: MAX_PAYLOAD_BYTES + 1,
    MAX_ANSWER_BYTES,
    MAX_LINES,
    MAX_WINDOWS,
    HEAD_BYTES,
    FRAME_START,
    FRAME_END,
    ERROR_MARK,
    READ_ENVIRONMENT: readEnvironment(programs),
    MEMORY_LIMIT: memoryLimit(programs),
    BODY: printBody(programs),
    ASK: curl === undefined ? askByRuntime(runtime, limits) : askByCurl(curl, programs, limits),
    UNREACHABLE: dialects.map(unreachableCase).join('\n'),
  };
  return LAUNCHER_SHELL.replace(PLACE, (place, ofLine: string | undefined, name: string) => {
    const fact = facts[ofLine ?? name];
    if (fact === undefined) throw new Error(`launcher.sh names ${place}, which nothing fills in.`);
    return String(fact);
  });
}

/** Before variables change. Shells cannot hold null bytes: \001 replaces them, and \002 replaces \001. */
function readEnvironment({ tr, environment }: LauncherPrograms): string {
  const note =
    '# The window gets the environment that the agent gives its programs: some variables change what commands do.\n';
  if (environment === 'proc') {
    return `${note}# As the kernel keeps it: nothing that is done here changes it. Undefined where that cannot be read.
environment=
if { command exec 3</proc/self/environ; } 2>/dev/null; then environment=@/proc/self/fd/3; fi`;
  }
  if (environment === undefined) return `${note}# Here it cannot be read.\nenvironment=`;
  return `${note}environment=$(${shellQuote(environment.env)} -0 2>/dev/null | ${shellQuote(tr)} '\\001\\000' '\\002\\001')`;
}

/**
 * An endless answer must not fill memory: the shell aborts, which refuses the call. The editor's runtime reserves more
 * than it uses.
 */
function memoryLimit({ curl }: LauncherPrograms): string {
  return curl === undefined ? '' : `{ command ulimit -v ${MEMORY} || :; } 2>/dev/null`;
}

/** For `readBody`. Opens the kernel's file again for each window. */
function printBody({ tr, environment }: LauncherPrograms): string {
  const records: readonly string[] =
    environment === 'proc'
      ? [`  if test -n "$environment"; then ${shellQuote(tr)} x x </proc/self/fd/3; fi`]
      : [`  printf '%s' "$environment" | ${shellQuote(tr)} '\\001' '\\000'`];
  return ['body() {', `  printf '${ENVIRONMENT_START}'`, ...records, `  printf '&%s' "$payload"`, '}'].join('\n');
}

function askByCurl(curl: string, { environment, head }: LauncherPrograms, { silentSeconds }: LauncherLimits): string {
  // Saves a process.
  const [send, data] =
    environment === 'proc'
      ? [
          `printf '%s' "$payload"`,
          `--data-binary '${ENVIRONMENT_START.slice(0, -1)}' --data-binary "$environment" --data-binary @-`,
        ]
      : ['body', '--data-binary @-'];
  return `  ${send} | ${shellQuote(curl)} -q --silent --fail --no-buffer --noproxy '*' --unix-socket "$1" \\
    --max-time "$seconds" --speed-limit 1 --speed-time ${silentSeconds} \\
    --header @"$token" --header "X-Auto-Mode-Seconds: $seconds" --header 'Content-Type: ${WITH_ENVIRONMENT}' --header 'Expect:' \\
    ${data} --write-out '\\n%{http_code} %{time_total} %{exitcode}' "http://localhost/v1/\${kind:-hook}/$agent" 2>/dev/null |
    ${shellQuote(head)} -c ${MAX_ANSWER_BYTES + 1}`;
}

function askByRuntime(runtime: string, { silentSeconds }: LauncherLimits): string {
  return `  body | ELECTRON_RUN_AS_NODE=1 ${shellQuote(runtime)} -e ${shellQuote(runtimeClient())} \\
    "$1" "$token" "\${kind:-hook}/$agent" "$seconds" ${silentSeconds} 2>/dev/null`;
}

function unreachableCase({ id, unreachable }: AgentDialect): string {
  const { promptingField = 'permission_mode', promptingModes, refusal } = unreachable;
  const refuse = refusal === undefined ? '' : `\n        printf '%s\\n' ${shellQuote(refusal)} >&2\n        exit 2`;
  return `    ${id})
      if ${promptingModes.map((mode) => `prompting ${promptingField} ${shellQuote(mode)}`).join(' || ') || 'false'}; then
        printf '%s\\n' ${shellQuote(unreachable.prompting)}
      else
        printf '%s\\n' ${shellQuote(unreachable.otherwise)}${refuse}
      fi
      ;;`;
}

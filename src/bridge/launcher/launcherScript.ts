import type { AgentDialect } from '../../agents/hooks/agentDialect';
import type { GateHome } from '../../disk/gateHome';
import { ERROR_MARK, FRAME_END, FRAME_START } from '../protocol/replyFrame';
import { ENVIRONMENT_START, WITH_ENVIRONMENT } from '../protocol/requestBody';
import { LAUNCHER_SHELL } from './programTexts';
import { MAX_ANSWER_BYTES, runtimeClient } from './runtimeClient';

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

/** What is filled into launcher.sh: a whole line, so that the file is a script as it is, or a word. */
const PLACE = /^ *@(READ_ENVIRONMENT|MEMORY_LIMIT|BODY|ASK|UNREACHABLE)@(?:\) ;;)?$|@([A-Z_]+)@/gm;

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
  const { shellOption, head, tr, curl, runtime } = programs;
  const facts: Readonly<Record<string, string | number>> = {
    SHELL_OPTION: shellOption === undefined ? '' : ` ${shellOption}`,
    NOTICE: NOTICE_ARGUMENT,
    NOTICE_SECONDS: Math.min(NOTICE_SECONDS, limits.seconds),
    SECONDS: limits.seconds,
    RUN: quote(gate.run),
    TOKEN: quote(gate.token),
    HEAD: quote(head),
    TR: quote(tr),
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

/**
 * Before anything is unset or set. What `env -0` prints is kept with \001 for its null bytes, which a shell cannot hold, and \002 for \001.
 */
function readEnvironment({ tr, environment }: LauncherPrograms): string {
  const note =
    '# The environment that the agent gives its programs is told to the window: some variables change what commands do.\n';
  if (environment === 'proc') {
    return `${note}# As the kernel keeps it: nothing that is done here changes it. Undefined where that cannot be read.
environment=
if { command exec 3</proc/self/environ; } 2>/dev/null; then environment=@/proc/self/fd/3; fi`;
  }
  if (environment === undefined) return `${note}# Here it cannot be read.\nenvironment=`;
  return `${note}environment=$(${quote(environment.env)} -0 2>/dev/null | ${quote(tr)} '\\001\\000' '\\002\\001')`;
}

/**
 * Whoever answers without end must not use the machine's memory up: beyond this the shell breaks off, and the call is refused. The editor's
 * runtime reserves more address space than it uses, and cannot start so.
 */
function memoryLimit({ curl }: LauncherPrograms): string {
  return curl === undefined ? '' : `{ command ulimit -v ${MEMORY} || :; } 2>/dev/null`;
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
  return `  body | ELECTRON_RUN_AS_NODE=1 ${quote(runtime)} -e ${quote(runtimeClient())} \\
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

import { shellQuote } from '../common/shellQuote';
import { HARMLESS_VARIABLES } from '../facts/environmentNames';
import { CONTAINED_RUN } from './programTexts';

export interface SandboxPrograms {
  readonly bash: string;
  readonly bubblewrap: string;
}

const PLACE = /@([A-Z_]+)@/g;

/** For each stream, for a refusal's words. */
const KEPT_OUTPUT = 65_536;
/** More are removed: renaming each takes a millisecond. */
const MOST_PUT_ASIDE = 200;
/** Each takes a millisecond; more count as leading elsewhere. */
const MOST_LINKS = 2_000;
/** Longer than any agent waits. */
const MOST_SECONDS = 1_800;
const MOST_PROCESSES = 4_096;

/** Refusals by the kernel, C libraries and languages. */
const REFUSED_WRITES = 'Read-only file system|EROFS';
const REFUSALS = `${REFUSED_WRITES}|EACCES|Permission denied|EPERM|Operation not permitted`;

/** Set by the sandbox, or naming absent places. */
const OWN_VARIABLES: ReadonlySet<string> = new Set(
  'HOME PWD OLDPWD PATH SHELL TMPDIR TMP TEMP SSH_AUTH_SOCK SSH_TTY DISPLAY WAYLAND_DISPLAY XDG_RUNTIME_DIR KUBECONFIG _'.split(
    ' ',
  ),
);

/** The first process of the sandbox's shell: limits, the line, then the kernel's counts. */
const INSIDE = [
  `ulimit -c 0; ulimit -u ${MOST_PROCESSES} 2>/dev/null`,
  `timeout -k 5 ${MOST_SECONDS} "$1" -c "$2" 7>&-`,
  'status=$?',
  'cat /proc/net/snmp >&7 2>/dev/null',
  'exit $status',
].join('; ');

/** @param home the tickets' folder; see `ContainedHome` */
export function containedRunScript(home: string, { bash, bubblewrap }: SandboxPrograms): string {
  const facts: Readonly<Record<string, string>> = {
    BASH: bash,
    BUBBLEWRAP: shellQuote(bubblewrap),
    HOME: shellQuote(home),
    INSIDE: shellQuote(INSIDE),
    PASSED_VARIABLES: HARMLESS_VARIABLES.filter((name) => !OWN_VARIABLES.has(name) && /^[A-Za-z_]\w*$/.test(name)).join(
      ' ',
    ),
    KEPT_OUTPUT: String(KEPT_OUTPUT),
    MOST_PUT_ASIDE: String(MOST_PUT_ASIDE),
    MOST_LINKS: String(MOST_LINKS),
    REFUSALS: shellQuote(REFUSALS),
    REFUSED_WRITES: shellQuote(REFUSED_WRITES),
  };
  return CONTAINED_RUN.replace(PLACE, (place, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`containedRun.sh names ${place}, which nothing fills in.`);
    return fact;
  });
}

import { shellQuote } from '../common/shellQuote';
import { HARMLESS_VARIABLES } from '../facts/environmentNames';
import { CONTAINED_RUN } from './programTexts';
import { BOUNDS } from './runBounds';

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
/** No toolchain runs with less; where a machine has less, the kernel chooses what ends. */
const LEAST_MEMORY = 1_048_576;
/** Where root runs, it limits nothing. */
const LIMITED_PROCESSES = 4_096;
const MOST_CACHED_FILES = 1_000_000;
const MINUTES_BETWEEN_COUNTS = 10;
/** Of one program that looks. */
const LOOK_SECONDS = 20;

/** Refusals by the kernel, C libraries and languages. */
const REFUSED_WRITES = 'Read-only file system|EROFS';
const REFUSALS = `${REFUSED_WRITES}|EACCES|Permission denied|EPERM|Operation not permitted`;

/** Set by the sandbox, or naming absent places. */
const OWN_VARIABLES: ReadonlySet<string> = new Set(
  'HOME PWD OLDPWD PATH SHELL TMPDIR TMP TEMP SSH_AUTH_SOCK SSH_TTY DISPLAY WAYLAND_DISPLAY XDG_RUNTIME_DIR KUBECONFIG _'.split(
    ' ',
  ),
);

/**
 * Runs as the first process of the sandbox's own shell: limits, the line, then what the kernel counted. No limit of data: sanitizers
 * (`-fsanitize=address`, `go test -race`) map terabytes that they never use.
 */
const INSIDE = [
  `ulimit -c 0; ulimit -u ${LIMITED_PROCESSES} 2>/dev/null; ulimit -f "$3" 2>/dev/null`,
  // Asks first. The watch outside does not.
  'timeout -k 5 "$4" "$1" -c "$2" 7>&-',
  'status=$?',
  // Where the run has left no process free, too.
  'mapfile counts </proc/net/snmp; printf %s "${counts[@]}" >&7 2>/dev/null',
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
    MOST_PROCESSES: String(BOUNDS.processes),
    MOST_SECONDS: String(BOUNDS.seconds),
    MOST_FILE: String(BOUNDS.file),
    MOST_CACHE: String(BOUNDS.cache),
    MOST_CACHED_FILES: String(MOST_CACHED_FILES),
    MINUTES_BETWEEN_COUNTS: String(MINUTES_BETWEEN_COUNTS),
    LEAST_DISK: String(BOUNDS.disk),
    LEAST_MEMORY: String(LEAST_MEMORY),
    LEAST_FILES: String(BOUNDS.files),
    LOOK_SECONDS: String(LOOK_SECONDS),
    REFUSALS: shellQuote(REFUSALS),
    REFUSED_WRITES: shellQuote(REFUSED_WRITES),
  };
  return CONTAINED_RUN.replace(PLACE, (place, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`containedRun.sh names ${place}, which nothing fills in.`);
    return fact;
  });
}

/** For checks of names alone. */
import { INTERPRETERS, type Interpreter } from './interpreters';
import { WRAPPERS, type Wrapper } from './wrappers';

/** Read as bash's or POSIX's language. */
const POSIX_SHELLS = 'sh bash rbash dash ash';
/** Read as bash, in doubt. */
export const OTHER_SHELLS =
  'zsh rzsh ksh ksh93 mksh lksh pdksh rksh fish csh tcsh yash posh xonsh elvish nu oksh loksh';
const SHELLS_WITHOUT_READER = 'pwsh powershell cmd busybox toybox';

/** With debuggers and editors; their code is not looked for. */
const UNREAD_INTERPRETERS =
  'java jshell irb pry ipython bpython awk gawk mawk nawk sed ed ex vi vim nvim emacs gdb lldb jq m4 psql mysql mariadb ' +
  'sqlite3 iex escript ghci runghc runhaskell swift scala kotlin ocaml racket sbcl clisp octave matlab dart crystal';

/** They run what follows, or what options or files say. */
const OTHER_RUNNERS =
  'eval source . parallel find ssh npx bunx pnpx uvx pipx nix-shell direnv devbox mise wsl bwrap firejail proot ' +
  'make gmake start open xdg-open';

const OTHER_BECOMERS = 'run0 sudo-rs';

export interface Programs {
  readonly wrappers: ReadonlySet<string>;
  readonly runners: ReadonlySet<string>;
  readonly becomers: ReadonlySet<string>;
  readonly variableSetters: ReadonlySet<string>;
  readonly shells: ReadonlySet<string>;
  /** Not read exactly. */
  readonly otherShells: ReadonlySet<string>;
  /** Its code is looked for; `python3.12` counts. */
  isInterpreter(program: string): boolean;
  /** With those whose code is not looked for. */
  runsCode(program: string): boolean;
}

/** The product uses `PROGRAMS`. */
export function programsOf(wrappers: readonly Wrapper[], interpreters: readonly Interpreter[]): Programs {
  const shells = words(POSIX_SHELLS, OTHER_SHELLS, SHELLS_WITHOUT_READER);
  const names = (rows: readonly Wrapper[]): readonly string[] =>
    rows.flatMap((row) => row.names.split(' ')).filter((name) => !shells.has(name));
  const wrapperNames = new Set(names(wrappers));
  const read = words(...interpreters.map((row) => row.names.toLowerCase()));
  const unread = words(UNREAD_INTERPRETERS);
  const isIn = (set: ReadonlySet<string>, program: string): boolean =>
    set.has(program) || set.has(program.replace(/[\d.]+$/, ''));
  return {
    wrappers: wrapperNames,
    runners: new Set([...wrapperNames, ...words(OTHER_RUNNERS, OTHER_BECOMERS)]),
    becomers: new Set([...names(wrappers.filter((row) => row.asOtherUser)), ...words(OTHER_BECOMERS)]),
    variableSetters: new Set(names(wrappers.filter((row) => row.setsVariables))),
    shells,
    otherShells: words(OTHER_SHELLS),
    isInterpreter: (program) => isIn(read, program.toLowerCase()),
    runsCode: (program) => isIn(read, program.toLowerCase()) || isIn(unread, program.toLowerCase()),
  };
}

function words(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

export const PROGRAMS = programsOf(WRAPPERS, INTERPRETERS);

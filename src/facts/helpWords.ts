import { table } from '../common/table';

/**
 * They only print a usage or version. Missing: words that open a manual with a program that a repository may name (`git
 * log --help`), and programs that pass them to a project's copy or plugin (`pnpm`, `poetry`).
 */
const HELP_WORDS: Readonly<Record<string, string>> = table({
  '--help -h': 'gh glab docker docker-compose podman nerdctl kubectl helm npm uv',
  '-h': 'git cargo rustup',
  '-help --help -h': 'terraform tofu',
});

/** Of other names, a project may make an alias: `b`, `fmt`, or what older versions lack. */
const BUILT_IN: Readonly<Record<string, string>> = table({
  cargo:
    'build check run test bench doc clean new init update fetch install uninstall publish yank login owner package fix ' +
    'generate-lockfile tree metadata search pkgid locate-project read-manifest version help',
});

/** With the program alone. */
const ALONE: Readonly<Record<string, string>> = table({
  '--help -h --version': 'git',
  '--help -h': 'cargo',
  '--help --version': 'sed tar wget rsync rg fd grep find sort',
  '--version -V --help -h': 'curl',
  '-version -h': 'ffmpeg',
  '-version --version': 'convert',
  '--version -v -h --help': 'pandoc',
  version: 'openssl',
  '-v': 'unzip zip',
});

function wordsByProgram(table: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(table).flatMap(([words, programs]) =>
      programs.split(' ').map((program) => [program, new Set(words.split(' '))] as const),
    ),
  );
}

const builtIn = new Map(Object.entries(BUILT_IN).map(([program, names]) => [program, new Set(names.split(' '))]));
const behindSubcommands = wordsByProgram(HELP_WORDS);
const alone = wordsByProgram(ALONE);

/** @param known how many of the words are sub-commands by its table */
export function printsOnlyHelp(program: string, words: readonly (string | undefined)[], known: number): boolean {
  const last = words.at(-1);
  if (last === undefined) return false;
  if (words.length === 1 && alone.get(program)?.has(last) === true) return true;
  const names = known === 0 ? undefined : builtIn.get(program);
  if (names?.has(words[0] ?? '') === false) return false;
  return words.length === known + 1 && behindSubcommands.get(program)?.has(last) === true;
}

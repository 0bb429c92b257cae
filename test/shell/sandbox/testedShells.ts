/** The shells that run in the sandbox, and how each is set up. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Shell } from '../../../src/shell/model/analysis';

const run = promisify(execFile);

export interface TestedShell {
  /** Shown. */
  readonly name: string;
  readonly program: 'bash' | 'zsh' | 'fish' | 'dash' | 'busybox';
  readonly language: Shell;
  /** In front of the script; with `-i` first the script is typed. */
  readonly args: readonly [string, string];
  /** The last character of BASH_ENV or ZDOTDIR is the kind of run. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether it can record builtins as if they were programs. */
  readonly recordsBuiltins: boolean;
  /** Its files in the sandbox, by their path. */
  readonly files: (program: string) => Promise<Readonly<Record<string, string>>>;
}

/** Not recorded: without them a shell would read the line differently, or not be stopped by it. */
const KEPT_BUILTINS = [
  ...['declare', 'typeset', 'export', 'local', 'readonly', 'integer', 'float', 'private'],
  ...['break', 'continue', 'return', 'exit'],
];

async function recordedBuiltins(program: string, list: string): Promise<string[]> {
  const { stdout } = await run(program, ['-c', list]);
  return stdout
    .trim()
    .split('\n')
    .filter((name) => !KEPT_BUILTINS.includes(name));
}

/** What bash reads before each line (its BASH_ENV). */
async function bashFiles(bash: string): Promise<Record<string, string>> {
  const recorded = await recordedBuiltins(bash, 'compgen -b');
  const handler = 'command_not_found_handle() { /not-found "$@"; }\nunset BASH_ENV\n';
  // `enable` comes last: afterwards there is none.
  const disable = `enable -n ${[...recorded.filter((name) => name !== 'enable'), 'enable'].join(' ')}\n`;
  return { 'preamble-0': handler + disable, 'preamble-2': handler };
}

/** What zsh reads before each line (in its ZDOTDIR). */
function zshFiles(options: string): TestedShell['files'] {
  return async (zsh) => {
    const recorded = await recordedBuiltins(zsh, 'zmodload zsh/parameter; print -rl -- ${(k)builtins}');
    const start = `${options}\nunset ZDOTDIR HISTFILE\nPS1= PS2= PROMPT_EOL_MARK=\n`;
    const disable = `disable -- ${recorded
      .filter((name) => name !== 'disable')
      .map((name) => `'${name}'`)
      .join(' ')} disable\n`;
    return { 'zsh-0/.zshenv': start + disable, 'zsh-0/.zshrc': '', 'zsh-2/.zshenv': start, 'zsh-2/.zshrc': '' };
  };
}

function zsh(name: string, args: TestedShell['args'], options: string): TestedShell {
  return {
    name,
    program: 'zsh',
    language: 'zsh',
    args,
    environment: { ZDOTDIR: '/zsh-0' },
    recordsBuiltins: true,
    files: zshFiles(options),
  };
}

const SWITCHED_ON =
  'setopt extendedglob globsubst shwordsplit nullglob globdots magicequalsubst ksharrays braceccl rcquotes autocd';
const OTHERWISE = 'setopt ignorebraces nonomatch globsubst extendedglob globdots nomultios rcexpandparam autocd';

export const BASH: TestedShell = {
  name: 'bash',
  program: 'bash',
  language: 'bash',
  args: ['-c', '--'],
  environment: { BASH_ENV: '/preamble-0' },
  recordsBuiltins: true,
  files: bashFiles,
};

const ZSHES: readonly TestedShell[] = [
  zsh('zsh', ['-c', '--'], ''),
  zsh('zsh with options', ['-c', '--'], SWITCHED_ON),
  zsh('zsh with other options', ['-c', '--'], OTHERWISE),
  zsh('zsh that is typed into', ['-i', '-s'], 'setopt banghist'),
  zsh('zsh with options that is typed into', ['-i', '-s'], `setopt banghist interactivecomments; ${SWITCHED_ON}`),
];

const plain = { environment: {}, recordsBuiltins: false, files: () => Promise.resolve({}) } as const;

const DASH: TestedShell = { ...plain, name: 'dash', program: 'dash', language: 'sh', args: ['-c', '--'] };

const BUSYBOX: TestedShell = { ...DASH, name: 'busybox', program: 'busybox', args: ['sh', '-c'] };

/** With their options they only colour what the program of that name prints. */
const COLOURING = new Set(['ls', 'la', 'll', 'grep', 'diff'].map((name) => `${name}.fish`));

/** fish's own functions: `cd` and `export` are some. */
async function fishFiles(fish: string): Promise<Record<string, string>> {
  const { stdout } = await run(fish, ['-N', '-c', 'echo $__fish_data_dir/functions']);
  const folder = stdout.trim();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.fish') && !COLOURING.has(name));
  const texts = names.map(async (name) => [join(folder, name), await readFile(join(folder, name), 'utf8')] as const);
  const handler = 'function fish_command_not_found; /not-found $argv; end\n';
  return { ...Object.fromEntries(await Promise.all(texts)), [join(folder, 'fish_command_not_found.fish')]: handler };
}

const FISH: TestedShell = {
  ...plain,
  name: 'fish',
  program: 'fish',
  language: 'fish',
  args: ['--no-config', '-c'],
  files: fishFiles,
};

export const TESTED_SHELLS: readonly TestedShell[] = [BASH, ...ZSHES, DASH, BUSYBOX, FISH];

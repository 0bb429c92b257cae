/** Compares what an analysis says with what bash did. */
import { resolve } from 'node:path';
import { opensForWriting, type Analysis, type SimpleCommand, type Word } from '../../src/shell/model/analysis';
import { PROGRAMS, type Observation, type Run } from './sandbox/shellSandbox';

/** Builtins that run their arguments in the same shell, so that bash itself runs what they are given. */
const RUN_BY_BASH: readonly string[] = ['eval', 'command', 'builtin', 'exec'];

/** Builtins after which the same words may mean something else. Where they are only recorded, the run leaves the truth there. */
const CHANGING_THE_SHELL: readonly string[] = [
  ...[
    '.',
    'alias',
    'bind',
    'builtin',
    'cd',
    'command',
    'compgen',
    'complete',
    'compopt',
    'dirs',
    'enable',
    'eval',
    'exec',
  ],
  ...[
    'fc',
    'getopts',
    'hash',
    'history',
    'let',
    'mapfile',
    'popd',
    'pushd',
    'read',
    'readarray',
    'set',
    'shift',
    'shopt',
  ],
  ...['source', 'trap', 'ulimit', 'umask', 'unalias', 'unset', 'wait'],
];

/** What bash did and the analysis does not tell, in words. Empty: nothing, or the analysis says that it does not know. */
export function findMisses(analysis: Analysis, observation: Observation, run: Run): string[] {
  if (analysis.unknown.length > 0) return [];
  const { executions, written } = run.startsWith('recorded') ? asFarAsTrue(observation) : observation;
  // What a program would run behind bash's back (`sudo rm x`) covers nothing that bash runs.
  const commands = analysis.commands.filter(({ context }) => context.via.every((name) => RUN_BY_BASH.includes(name)));
  // Where `cd` is only recorded, bash stays where it is.
  const isThere = (command: SimpleCommand, cwd: string): boolean =>
    run.startsWith('recorded') || command.cwd === undefined || withoutSlash(command.cwd) === withoutSlash(cwd);
  // It may then be found in a folder that no other line leads to, as `$PATH$HOME`.
  const setsPath = commands.some(({ assignments }) => assignments.some(({ name }) => name === 'PATH'));
  const misses: string[] = [];
  for (const { cwd, path, argv } of executions) {
    const listed = commands.filter(({ words }) =>
      namesOf(cwd, path, argv, setsPath).some((name) => mayBecome(words, [name, ...argv.slice(1)])),
    );
    if (listed.length === 0) misses.push(`runs ${JSON.stringify(argv)}`);
    else if (!listed.some((command) => isThere(command, cwd))) misses.push(`runs ${JSON.stringify(argv)} in ${cwd}`);
  }
  for (const { cwd, path } of written) {
    // A folder cannot be written: opening it failed.
    if (path.endsWith('/')) continue;
    const listed = commands.filter(({ redirections }) =>
      redirections.some(
        (redirection) =>
          opensForWriting(redirection) &&
          (matches(redirection.target, path) || isInFolder(redirection.target, cwd, path)),
      ),
    );
    if (listed.length === 0) misses.push(`writes ${JSON.stringify(path)}`);
    else if (!listed.some((command) => isThere(command, cwd))) misses.push(`writes ${JSON.stringify(path)} in ${cwd}`);
  }
  return [...new Set(misses)];
}

/** Up to the first builtin that would have changed the shell, or the line by what it prints; with it. */
function asFarAsTrue(observation: Observation): Observation {
  const first = observation.executions.findIndex(
    ({ argv: [name = '', option = ''] }) =>
      name === 'pwd' || CHANGING_THE_SHELL.includes(name) || (name === 'printf' && option.startsWith('-v')),
  );
  return first === -1
    ? observation
    : { ...observation, executions: observation.executions.slice(0, first + 1), written: [] };
}

/** What a script may call a program; only the shell itself runs one under another name (`exec -a`, `hash -p`). */
function namesOf(cwd: string, path: string, [name = '']: readonly string[], setsPath: boolean): string[] {
  const isFound = path === PROGRAMS + name || (setsPath && path.endsWith(`/${name}`));
  const isUsual = path === '' || isFound || resolve(cwd, path) === resolve(cwd, name);
  return isUsual ? [name] : [path, path.replace(PROGRAMS, '')];
}

/** fish opens all files by their whole path. */
function isInFolder(target: Word, cwd: string, path: string): boolean {
  if (target.text !== undefined) return resolve(cwd, target.text) === resolve(path);
  return path.startsWith(`${cwd}/`) && matches(target, path.slice(cwd.length + 1));
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Whether these words of a script could be expanded to this command. */
function mayBecome(words: readonly Word[], argv: readonly string[]): boolean {
  // The numbers of arguments that the words so far could have become.
  let reached = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const from of reached) {
      for (let to = from; to <= argv.length; to += 1) if (mayBecomeWords(word, argv.slice(from, to))) next.add(to);
    }
    reached = next;
  }
  return words.length > 0 && reached.has(argv.length);
}

function mayBecomeWords(word: Word, argv: readonly string[]): boolean {
  const [first, ...others] = argv;
  if (word.text !== undefined) return others.length === 0 && first === word.text;
  const isSplit = word.pieces.some((piece) => piece.kind === 'value' && (!piece.quoted || piece.text.includes('@')));
  const isGlob = word.pieces.some(({ kind }) => kind === 'glob');
  if (!isSplit)
    return first !== undefined && (isGlob || others.length === 0) && argv.every((arg) => matches(word, arg));
  if (others.length === 0 && first !== undefined) return matches(word, first);
  const [start, end] = [knownText(word, 0), knownText(word, word.pieces.length - 1)];
  if (first === undefined) return word.pieces.every((piece) => piece.kind !== 'text' || piece.text === '');
  return first.startsWith(start) && (others[others.length - 1] ?? '').endsWith(end);
}

function knownText({ pieces }: Word, index: number): string {
  const piece = pieces[index];
  return piece?.kind === 'text' ? piece.text : '';
}

/** Whether the known text of a word stands in this string, in order and at its ends. */
function matches({ pieces }: Word, string: string): boolean {
  let at = 0;
  let anchored = true;
  for (const piece of pieces) {
    if (piece.kind !== 'text') {
      anchored = false;
    } else if (piece.text !== '') {
      const found = anchored ? at : string.indexOf(piece.text, at);
      if (found === -1 || !string.startsWith(piece.text, found)) return false;
      at = found + piece.text.length;
      anchored = true;
    }
  }
  if (!anchored || at === string.length) return true;
  // The last text may have been found too early.
  const last = pieces.findLast((piece) => piece.kind !== 'text' || piece.text !== '');
  return pieces.some(({ kind }) => kind !== 'text') && last !== undefined && string.endsWith(last.text);
}

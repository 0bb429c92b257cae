/** Named by a command: scripts, sourced files, and a shell's input. */
import { foldersOf, programName, writtenText, type SimpleCommand, type Word } from '../shell/model/analysis';
import { pathUses } from '../shell/calls/pathUses';
import { shellScript } from '../shell/openers/shells';
import type { FileRun, Run } from './run';
import { unresolved } from './run';
import type { ClosureReader } from './reader';

/** They pass a file on unchanged. */
const COPIERS = new Set(['cat', 'tac', 'head', 'tail']);

/** A path starts it: `./x`, `bin/y`, `/home/u/z`. */
export function pathProgram(command: SimpleCommand): readonly Run[] {
  const path = command.words[0]?.text;
  if (path?.includes('/') !== true || isSystemProgram(path)) return [];
  return inFolders(command, (cwd) => ({ what: 'file', kind: 'script', path, cwd, read: 'itself' }));
}

/** Only an administrator changes it. */
export function isSystemProgram(path: string): boolean {
  return /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/.test(path);
}

/** `bash FILE`, `sh < FILE`, `cat FILE | sh`. */
export function shellRuns(command: SimpleCommand, before: SimpleCommand | undefined): readonly Run[] {
  const script = shellScript(command);
  if (script === undefined) return [];
  const { file, shell, isCertain } = script;
  if (file === 'input') return inputRuns(command, before, shell);
  const doubt = isCertain ? {} : { uncertain: true as const };
  return wordRuns(file, command, (path, cwd) => ({
    what: 'file',
    kind: 'script',
    path,
    cwd,
    read: 'shell',
    shell,
    ...doubt,
  }));
}

/** `source FILE`, `. FILE`. */
export function sourceRuns(command: SimpleCommand): readonly Run[] {
  const name = command.words[0]?.text;
  if (name !== 'source' && name !== '.') return [];
  const [first, second] = command.words.slice(1);
  const file = first?.text === '--' ? second : first;
  return file === undefined || /^\/(?:dev|proc)\//.test(writtenText(file))
    ? []
    : wordRuns(file, command, (path, cwd) => ({
        what: 'file',
        kind: 'sourced',
        path,
        cwd,
        read: 'shell',
        shell: 'bash',
      }));
}

/** The input is a redirected file, or files that the pipe's start prints. */
export function inputRuns(
  command: SimpleCommand,
  before: SimpleCommand | undefined,
  shell: FileRun['shell'],
): readonly Run[] {
  const read = shell === undefined ? ({ read: 'code' } as const) : ({ read: 'shell', shell } as const);
  const redirected = command.redirections.filter(
    ({ operator, descriptor = 0 }) => operator === '<' && descriptor === 0,
  );
  const runs = redirected.flatMap(({ target }) =>
    wordRuns(target, command, (path, cwd) => ({ what: 'file', kind: 'piped', path, cwd, ...read })),
  );
  if (redirected.length > 0 || before === undefined) return runs;
  const doubt = COPIERS.has(programName(before) ?? '') ? {} : { uncertain: true as const };
  return pathUses(before)
    .filter(({ action, word }) => action === 'read' && word.text !== '-')
    .flatMap(({ word, from = 0 }) =>
      wordRuns(word, before, (path, cwd) => ({
        what: 'file',
        kind: 'piped',
        path: path.slice(from),
        cwd,
        ...read,
        ...doubt,
      })),
    );
}

export function wordRuns(
  word: Word,
  command: SimpleCommand,
  run: (path: string, cwd: string | undefined) => Run,
): readonly Run[] {
  const { text } = word;
  if (text === undefined)
    return [
      unresolved(`${programName(command) ?? 'A program'} runs ${shownWord(word)}, which is only known when it runs`),
    ];
  return inFolders(command, (cwd) => run(text, cwd));
}

export function inFolders(command: SimpleCommand, run: (cwd: string | undefined) => Run): readonly Run[] {
  const folders = foldersOf(command);
  return folders.length === 0 ? [run(undefined)] : folders.map(run);
}

const LONGEST_SHOWN = 200;

export function shownWord(word: Word): string {
  return JSON.stringify(writtenText(word).slice(0, LONGEST_SHOWN));
}

/** A runner of code gets its name. */
export function namedFile(word: Word, command: SimpleCommand, reader: ClosureReader): FileRun | undefined {
  const { text } = word;
  const [cwd] = foldersOf(command);
  if (text === undefined || text.startsWith('-') || text === '' || cwd === undefined) return undefined;
  const path = text.replace(/::.*$/s, '');
  const { content } = reader.read(path, cwd);
  return content === undefined ? undefined : { what: 'file', kind: 'script', path, cwd, read: 'itself' };
}

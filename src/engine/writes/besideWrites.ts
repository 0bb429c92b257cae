/** Programs that take no project file for settings or code may run beside a write. */
import { programName, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { Act } from './acts';

const READERS = new Set(
  [
    'cd pwd echo printf true false : test [ [[ read exit sleep bash sh command timeout nice date seq basename dirname',
    'cat tac rev head tail nl wc cut tr sort uniq comm paste join fold column grep egrep fgrep rg diff cmp',
    'ls tree stat du df find realpath readlink which type od xxd hexdump base64 md5sum sha1sum sha256sum cksum jq sed',
  ].flatMap((names) => names.split(' ')),
);

/** Git takes them for a repository, or its settings. */
const OF_GIT =
  /^(?:\..*|head|config(?:\..*)?|objects|refs|packed-refs|commondir|gitdir|index|hooks|info|modules|worktrees|.*_head)$/i;

/** @returns the end of a sentence */
export function besideObjection(command: SimpleCommand, acts: readonly Pick<Act, 'touch'>[]): string | undefined {
  if (command.words.length === 0) return undefined;
  const name = programName(command) ?? '';
  if (command.context.via.some((runner) => runner === 'find' || runner === 'xargs')) {
    return 'it takes the names of files that the line may change';
  }
  const writesTo = (names: RegExp): boolean =>
    acts.some(
      ({ touch: { resolved, glob } }) =>
        glob === true ||
        resolved.candidates.length === 0 ||
        resolved.candidates.some((path) => names.test(lastName(path))),
    );
  const namesList = command.words.some(({ text }) => text?.startsWith('--ignore-file') !== false);
  if (name === 'rg' && (namesList || writesTo(/^\.|ignore|exclude/i))) return 'rg may pass over less than before';
  if (READERS.has(name)) return undefined;
  if (name !== 'git') return `${name} may use what the line writes`;
  return writesTo(OF_GIT) ? 'git may use what the line writes' : undefined;
}

/** A program may write where its words say. */
export function mayNameIgnoreFile({ text, pieces }: Word): boolean {
  if (text === undefined || pieces.some(({ kind }) => kind === 'glob')) return true;
  return !/^-[\w-]*$/.test(text) && /ignore|exclude/i.test(text);
}

/** A pattern could make it an option. */
export function isNamedLikeOption({ touch: { resolved } }: Act): boolean {
  return resolved.candidates.some((path) => lastName(path).startsWith('-'));
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

import type { SimpleCommand, Word } from '../model/analysis';
import { knownStart } from '../model/words';
import { FISH_VARIABLES, NOT_IN_BOTH, OWN_PREFIX } from './fishNames';

type Check = (words: readonly Word[]) => boolean;

/** Behind `!` a dash makes that a command's name. */
const PLAIN_NAME = /^(?:\[|[A-Za-z0-9_./+@:,][A-Za-z0-9_./+@:,-]*)$/;
/** fish exports exactly this text as one word. */
const PLAIN_EXPORT = /^[A-Za-z_]\w*=[\w./:@%+,-]+$/;

const noHelp: Check = (words) => words.every(({ text }) => text !== '-h' && text !== '--help');

/** With these words fish's own do the same. */
const SAME: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...['true', 'false', ':', 'test', '[', 'realpath'].map((name) => [name, noHelp] as const),
  ['echo', printsItsWords],
  ['printf', printsText],
  ['type', namesOnly],
  ['pwd', (words) => words.every(({ text }) => /^-[PL]$/.test(text ?? ''))],
  ['command', runsProgram],
]);

/** They change the shell; fish has one only, also for pipelines and substitutions. */
const CHANGES: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['cd', entersOneFolder],
  ['exit', (words) => words.length < 2 && words.every(({ text }) => /^\d{1,3}$/.test(text ?? ''))],
  ['export', (words) => words.length > 0 && words.every(({ text, raw }) => text === raw && PLAIN_EXPORT.test(raw))],
]);

export function fishCommandObjection(command: SimpleCommand): string | undefined {
  const { words, redirections, context } = command;
  const [first, ...rest] = words;
  if (first === undefined) return 'a line without a command, for which fish has other words';
  if (context.background) return 'a command in the background';
  if (redirections.some(({ target }) => target.position < first.position)) return 'a redirection before the command';
  const name = first.text;
  if (name === undefined) return undefined;
  if (name !== first.raw || !PLAIN_NAME.test(name)) return 'a name that fish may read differently';
  if (NOT_IN_BOTH.has(name) || OWN_PREFIX.test(name)) return `${name} is another command in fish`;
  if (mayBeFolder(name, rest)) return `fish may enter the folder ${name}`;
  return builtinObjection(name, rest, command) ?? assignmentsObjection(name, command);
}

export function fishVariableObjection(name: string): string | undefined {
  const isPlain = /^[A-Z][A-Z0-9_]*$/.test(name) && !FISH_VARIABLES.has(name) && !name.endsWith('PATH');
  return isPlain ? undefined : `the variable ${name} may have a meaning of its own in fish`;
}

function builtinObjection(name: string, words: readonly Word[], { context }: SimpleCommand): string | undefined {
  const check = SAME.get(name) ?? CHANGES.get(name);
  if (check === undefined) return undefined;
  if (!check(words)) return `${name} may do more in fish with these words`;
  const isElsewhere = context.pipe !== undefined || context.substitution;
  return isElsewhere && CHANGES.has(name) ? `${name} in fish changes the shell from here too` : undefined;
}

/** fish has set them before it reads the words. */
function assignmentsObjection(name: string, { words, assignments, redirections }: SimpleCommand): string | undefined {
  if (assignments.length === 0) return undefined;
  if (SAME.has(name) || CHANGES.has(name)) return 'a variable for one command of the shell itself';
  const written = [...words, ...redirections.map(({ target }) => target), ...assignments.map(({ value }) => value)];
  const isPlain = written.every(({ raw }) => !/[$~]/.test(raw)) && assignments.every(({ value }) => value.text !== '');
  return isPlain ? undefined : 'values beside a variable for one command';
}

/** fish enters a folder that is named alone. */
function mayBeFolder(name: string, words: readonly Word[]): boolean {
  return /^\.+$/.test(name) || name.endsWith('/') || (name.includes('/') && words.length === 0);
}

/** A value may be `-`: fish then runs functions. */
function entersOneFolder([folder, ...others]: readonly Word[]): boolean {
  if (folder === undefined || others.length > 0) return folder === undefined;
  const [first] = folder.pieces;
  return first?.kind === 'value' ? first.prints !== undefined : /^[^-+]/.test(knownStart(folder));
}

function printsItsWords([first, second]: readonly Word[]): boolean {
  const printed = first?.text === '-n' ? second : first;
  return printed === undefined || !/^-(?!--)./.test(knownStart(printed));
}

/** Other formats may be options, or unknown to fish. */
function printsText([format]: readonly Word[]): boolean {
  if (format?.text === undefined) return format === undefined;
  return !format.text.startsWith('-') && !format.text.replace(/%%|%-?\d*[sd]/g, '').includes('%');
}

function namesOnly(words: readonly Word[]): boolean {
  return words.length > 0 && words.every(({ text }) => /^(?:-[aptfP]|[\w.+][\w.+-]*)$/.test(text ?? ''));
}

/** fish's `command` runs programs only, and takes a quoted `-v` for one. */
function runsProgram(words: readonly Word[]): boolean {
  const [first, ...others] = words;
  if (first?.raw === '-v') return namesOnly(others);
  const name = first?.text;
  if (name === undefined || name.startsWith('-') || NOT_IN_BOTH.has(name)) return false;
  return !SAME.has(name) && !CHANGES.has(name) && name === first?.raw && PLAIN_NAME.test(name);
}

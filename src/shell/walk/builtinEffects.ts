import type { Word } from '../model/analysis';
import { knownStart } from '../model/words';

export interface Effect {
  /** Why the line may do more; ends "Not understood: …". */
  readonly objection?: string;
  readonly sets?: readonly { readonly name: string; readonly value: string | undefined }[];
  readonly makesReadOnly?: boolean;
  /** Any variable may be set, the folder left. */
  readonly forgetsEverything?: true;
  /** To the folder in its words (`cd`), or an unknown one. */
  readonly leavesFolder?: 'cd' | 'unknown';
  readonly ends?: true;
  /** `set -e`, `set +e`. */
  readonly stopsOnFailure?: boolean;
  /** A living shell differs afterwards. */
  readonly changesShell?: true;
}

const NONE: Effect = {};

/** `words` begin with a known name. */
export function effectOf(words: readonly Word[]): Effect {
  return EFFECTS.get(words[0]?.text ?? '')?.(words) ?? NONE;
}

export const DECLARATIONS: ReadonlySet<string> = new Set(['export', 'declare', 'typeset', 'local', 'readonly']);
/** In some shells assignments before these stay. */
export const SPECIAL_BUILTINS: ReadonlySet<string> = new Set(
  ': . break continue eval exec exit export readonly return set shift times trap unset source'.split(' '),
);

type EffectReader = (words: readonly Word[]) => Effect;

/** Later words mean something else. */
function changesMeaning(words: readonly Word[]): Effect {
  return {
    objection: `${words[0]?.text ?? ''} changes what later commands mean`,
    forgetsEverything: true,
    changesShell: true,
  };
}

/** `pushd x` goes where `cd x` does; others do not. */
function namesOneFolder([, folder, ...others]: readonly Word[]): boolean {
  return others.length === 0 && folder?.text !== undefined && /^[^+-]/.test(folder.text);
}

const EFFECTS: ReadonlyMap<string, EffectReader> = new Map<string, EffectReader>([
  ...'unalias complete compopt bind fc let source . shift suspend disown logout'
    .split(' ')
    .map((name) => [name, changesMeaning] as const),
  // Alone they list.
  ...'alias enable shopt trap history hash'
    .split(' ')
    .map((name) => [name, (words: readonly Word[]) => (words.length === 1 ? NONE : changesMeaning(words))] as const),
  ['compgen', (words) => (words.every(isSafeCompgen) ? NONE : changesMeaning(words))],
  ['eval', () => ({ forgetsEverything: true, changesShell: true })],
  ['exec', () => ({ changesShell: true })],
  ['umask', (words) => (words.length === 1 ? NONE : { changesShell: true })],
  ['ulimit', () => ({ changesShell: true })],
  ['set', setEffect],
  ['jobs', (words) => (words.every(isJobsWord) ? NONE : { objection: 'jobs may run a command' })],
  ['cd', () => ({ leavesFolder: 'cd', changesShell: true })],
  ['chdir', () => ({ leavesFolder: 'unknown', changesShell: true })],
  ['pushd', (words) => ({ leavesFolder: namesOneFolder(words) ? 'cd' : 'unknown', changesShell: true })],
  ['popd', () => ({ leavesFolder: 'unknown', changesShell: true })],
  ['exit', exitEffect],
  ...[...DECLARATIONS].map((name) => [name, declarationEffect] as const),
  ['unset', unsetEffect],
  ['read', readEffect],
  ['mapfile', mapfileEffect],
  ['readarray', mapfileEffect],
  ['getopts', getoptsEffect],
  ['printf', printfEffect],
  ['wait', waitEffect],
  ['test', testEffect],
  ['[', testEffect],
]);

const HARMLESS_OPTIONS = new Set(['pipefail', 'errexit', 'nounset', 'xtrace', 'verbose']);

/** Only options that stop at errors or trace. */
function setEffect(words: readonly Word[]): Effect {
  if (words.length === 1) return NONE;
  let stopsOnFailure: boolean | undefined;
  for (let at = 1; at < words.length; at++) {
    const [, sign, letters = ''] = /^([-+])([euxv]*o?)$/.exec(words[at]?.text ?? '') ?? [];
    if (sign === undefined || letters === '') return changesMeaning(words);
    if (letters.includes('e')) stopsOnFailure = sign === '-';
    if (!letters.endsWith('o')) continue;
    const option = words[++at]?.text ?? '';
    if (!HARMLESS_OPTIONS.has(option)) return changesMeaning(words);
    if (option === 'errexit') stopsOnFailure = sign === '-';
  }
  return stopsOnFailure === undefined ? { changesShell: true } : { stopsOnFailure, changesShell: true };
}

function exitEffect(words: readonly Word[]): Effect {
  return words.length === 1 || (words.length === 2 && /^\d+$/.test(words[1]?.text ?? '')) ? { ends: true } : NONE;
}

function declarationEffect(words: readonly Word[]): Effect {
  const sets: { name: string; value: string | undefined }[] = [];
  let isList = false;
  let makesReadOnly = words[0]?.text === 'readonly';
  for (const word of words.slice(1)) {
    const text = knownStart(word);
    if (!isList && text.startsWith('-')) {
      // Other attributes change the value: number, reference, lower case.
      if (word.text === undefined || !/^-(?:[prxg]+|-)$/.test(text)) return changesMeaning(words);
      isList = text === '--';
      if (text.includes('r')) makesReadOnly = true;
      continue;
    }
    const [, name, append, equals] = /^([A-Za-z_]\w*)(?:(\+?)(=)|$)/.exec(text) ?? [];
    if (name === undefined || (equals === undefined && word.text === undefined)) return changesMeaning(words);
    if (equals === undefined) {
      if (words[0]?.text !== 'export') sets.push({ name, value: undefined });
    } else {
      const value = append === '' ? word.text?.slice(name.length + 1) : undefined;
      sets.push({ name, value });
    }
  }
  return { sets, makesReadOnly, changesShell: true };
}

function unsetEffect(words: readonly Word[]): Effect {
  const names = words.slice(1).map(({ text }) => text);
  const variables = names[0] === '-v' ? names.slice(1) : names;
  const sets: { name: string; value: undefined }[] = [];
  for (const name of variables) {
    if (name === undefined || !/^[A-Za-z_]\w*$/.test(name)) return changesMeaning(words);
    sets.push({ name, value: undefined });
  }
  return { sets, changesShell: true };
}

const READ_OPTIONS = /^-[ers]*(?:[adinNptu](.*))?$/;

function readEffect(words: readonly Word[]): Effect {
  const names: string[] = ['REPLY'];
  for (let at = 1; at < words.length; at++) {
    const text = words[at]?.text;
    if (text === undefined) return changesMeaning(words);
    if (text.startsWith('-') && names.length === 1) {
      const option = READ_OPTIONS.exec(text);
      if (option === null || /^-[ers]*[ai]/.test(text)) return changesMeaning(words);
      if (option[1] === '') at++;
      continue;
    }
    if (!/^[A-Za-z_]\w*$/.test(text)) return changesMeaning(words);
    names.push(text);
  }
  return { sets: names.map((name) => ({ name, value: undefined })), changesShell: true };
}

function mapfileEffect(words: readonly Word[]): Effect {
  const operands = words.slice(1).map(({ text }) => text);
  if (operands[0] === '-t') operands.shift();
  const [name = 'MAPFILE', ...others] = operands;
  if (operands[0] === undefined && operands.length > 0) return changesMeaning(words);
  if (others.length > 0 || !/^[A-Za-z_]\w*$/.test(name)) return changesMeaning(words);
  return { sets: [{ name, value: undefined }], changesShell: true };
}

function getoptsEffect(words: readonly Word[]): Effect {
  const name = words[2]?.text;
  if (words[1]?.text === undefined || name === undefined || !/^[A-Za-z_]\w*$/.test(name)) return changesMeaning(words);
  const sets = [name, 'OPTARG', 'OPTIND'].map((set) => ({ name: set, value: undefined }));
  return { sets, changesShell: true };
}

/** `printf -v name` sets one; an unknown format may be `-v`. */
function printfEffect(words: readonly Word[]): Effect {
  const [, format, name] = words;
  if (format === undefined) return NONE;
  if (mayBe(format, '-v')) {
    if (format.text !== '-v' || name?.text === undefined || !/^[A-Za-z_]\w*$/.test(name.text)) {
      return changesMeaning(words);
    }
    return { sets: [{ name: name.text, value: undefined }], changesShell: true };
  }
  return knownStart(format).startsWith('-v') ? changesMeaning(words) : NONE;
}

function waitEffect(words: readonly Word[]): Effect {
  const isPlain = words.slice(1).every((word) => /^(?:-[nf]+|%?\w+)$/.test(word.text ?? '') || isNumber(word));
  return isPlain ? NONE : changesMeaning(words);
}

/** `-v name[subscript]` evaluates the subscript: it may run commands. */
function testEffect(words: readonly Word[]): Effect {
  for (const [at, word] of words.entries()) {
    if (at === 0) continue;
    const next = words[at + 1];
    const isOpen = word.pieces.some((piece) => piece.kind === 'value' && !piece.quoted);
    if (isOpen && !isNumber(word))
      return { objection: 'a value outside quotes in a test may be taken for an operator' };
    if (next === undefined || (next.text !== undefined && !next.text.includes('['))) continue;
    if (mayBe(word, '-v') || mayBe(word, '-R')) {
      return { objection: 'a test of a variable whose name is only known when it runs' };
    }
  }
  return NONE;
}

function isJobsWord({ text }: Word, index: number): boolean {
  return index === 0 || /^(?:-[lnprs]+|%?\w+)$/.test(text ?? '');
}

function isSafeCompgen(word: Word, index: number): boolean {
  return index === 0 || /^(?:-[abcdefgjksuv]+|[\w./][\w./-]*)$/.test(word.text ?? '');
}

function mayBe(word: Word, text: string): boolean {
  if (word.text !== undefined) return word.text === text;
  const leading = knownStart(word);
  return leading === '' || text.startsWith(leading);
}

/** One word, known at run time. */
function isNumber({ pieces }: Word): boolean {
  return pieces.every(
    (piece) =>
      piece.kind === 'value' &&
      (piece.prints?.kind === 'number' ||
        /^\$[?#$!]$/.test(piece.text) ||
        piece.text.startsWith('$((') ||
        piece.text.startsWith('${#')),
  );
}

/** In a loop, by the written words. Undefined: anything. */
export function namesThatMayBeSet(words: readonly string[]): readonly string[] | undefined {
  const [name = '', ...operands] = words;
  if (/[^\w./+@%:,-]/.test(name) && name !== '[') return undefined;
  if (/^(?:eval|source|\.|command|builtin|unset|let|alias|trap|shift)$/.test(name)) return undefined;
  if (!/^(?:export|declare|typeset|local|readonly|read|mapfile|readarray|getopts|printf|wait)$/.test(name)) return [];
  const names = operands.map((operand) => /^[A-Za-z_]\w*/.exec(operand)?.[0] ?? '');
  return ['REPLY', 'MAPFILE', 'OPTARG', 'OPTIND', ...names.filter((operand) => operand !== '')];
}

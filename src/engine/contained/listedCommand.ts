/** The list names `program` alone, or with its first word. */
import { CONTAINED_COMMANDS, LEADING_OPTIONS, RUNS_INSTALLED } from '../../facts/containedPrograms';
import { textWord, type SimpleCommand } from '../../shell/model/analysis';

/** @returns the words after the program's options: `test` of `npm -w web test`; undefined ones are unknown */
export function wordsAfterOptions(name: string, command: SimpleCommand): readonly (string | undefined)[] {
  const { flags, valued } = LEADING_OPTIONS.get(name) ?? NO_OPTIONS;
  const words = command.words.slice(1).map(({ text }) => text);
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (valued.has(word)) at += 2;
    else if (flags.has(word) || valued.has(word.slice(0, word.indexOf('='))) || /^\+[\w.-]+$/.test(word)) at += 1;
    else break;
  }
  return words.slice(at);
}

const NO_OPTIONS = { flags: new Set<string>(), valued: new Set<string>() };
const SAYS_ITS_VERSION = /^(?:--version|--help|-v|-V|-h)$/;

export type Listing = 'listed' | 'removed' | 'missing';

/** @param commands `autoMode.contained.commands`: `$defaults` inserts the built-in ones, `!` removes one */
export function listingOf(name: string, command: SimpleCommand, commands: readonly string[]): Listing {
  const plain = /^(?:python|pypy)[\d.]+$/.test(name) ? 'python' : name;
  const { added, programs, removed } = listOf(commands);
  // No option hides a word that the user removed.
  const mayBeRemoved = command.words.some(({ text }) => text === undefined || removed.has(`${plain} ${text}`));
  if (removed.has(plain) || (mayBeRemoved && programs.removed.has(plain))) return 'removed';
  const words = wordsAfterOptions(plain, command);
  const [first] = words;
  if (added.has(plain)) return 'listed';
  if (first === undefined) return 'missing';
  if (added.has(`${plain} ${first}`)) return 'listed';
  if (SAYS_ITS_VERSION.test(first) && words.length === 1 && programs.added.has(plain)) return 'listed';
  return 'missing';
}

/** `pnpm tsc` runs the installed `tsc`. */
export function installedTool(name: string, command: SimpleCommand): SimpleCommand | undefined {
  if (!RUNS_INSTALLED.has(name)) return undefined;
  const words = wordsAfterOptions(name, command);
  const [tool] = words;
  if (tool === undefined || words.includes(undefined)) return undefined;
  return { ...command, words: words.map((word) => textWord(word ?? '', command.position)) };
}

interface CommandList {
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly programs: { readonly added: ReadonlySet<string>; readonly removed: ReadonlySet<string> };
}

const lists = new WeakMap<readonly string[], CommandList>();

function listOf(commands: readonly string[]): CommandList {
  let list = lists.get(commands);
  if (list === undefined) {
    const entries = commands.map((entry) => entry.trim().replace(/\s+/g, ' '));
    const added = entries.flatMap((entry) => (entry === '$defaults' ? CONTAINED_COMMANDS : [entry]));
    const removed = entries.flatMap((entry) => (entry.startsWith('!') ? [entry.slice(1).trim()] : []));
    list = {
      added: new Set(added),
      removed: new Set(removed),
      programs: { added: programsOf(added), removed: programsOf(removed) },
    };
    lists.set(commands, list);
  }
  return list;
}

function programsOf(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.flatMap((entry) => (entry.includes(' ') ? [entry.slice(0, entry.indexOf(' '))] : [])));
}

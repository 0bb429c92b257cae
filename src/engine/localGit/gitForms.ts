/** Good forms: git changes only its own record. */
import { table } from '../../common/table';
import type { SimpleCommand, Word } from '../../shell/model/analysis';

export interface GitAct {
  readonly subcommand: string;
  /** Their content, absence or index entry changes. */
  readonly paths: readonly string[];
  /** All below the paths, the whole work tree, what git tracks, or nothing. */
  readonly stores: 'paths' | 'tree' | 'tracked' | 'nothing';
  readonly makes: readonly string[];
  /** Ends a merge that is under way. */
  readonly concludes: boolean;
  /** Git takes it for a revision if no such file exists. */
  readonly mustExist?: string;
  /** A branch whose files it then puts into the work tree. */
  readonly switchesTo?: string;
}

const GLOBAL_FLAGS: ReadonlySet<string> = new Set(['--no-pager', '-P']);

const NOTHING = { paths: [], stores: 'nothing', makes: [], concludes: false } as const;

/** Undefined: no known form. */
export function gitAct(command: SimpleCommand): GitAct | undefined {
  const { words, assignments, context } = command;
  const isPlain = assignments.length === 0 && context.via.length === 0 && !context.substitution && !context.background;
  if (!isPlain || !/^(?:\/usr(?:\/local)?)?(?:\/bin\/)?git$/.test(words[0]?.text ?? '')) return undefined;
  const rest = new Words(words.slice(1));
  for (let name = rest.next(); name !== undefined; name = rest.next()) {
    if (name === '-C') {
      if (rest.next() === undefined) return undefined;
    } else if (!GLOBAL_FLAGS.has(name)) return Object.hasOwn(readers, name) ? readers[name]?.(rest) : undefined;
  }
  return undefined;
}

class Words {
  #at = 0;

  constructor(private readonly words: readonly Word[]) {}

  next(): string | undefined {
    return this.take()?.text;
  }

  take(): Word | undefined {
    const word = this.words[this.#at];
    if (word !== undefined) this.#at += 1;
    return word;
  }

  get isEmpty(): boolean {
    return this.#at >= this.words.length;
  }
}

interface Given {
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
  readonly divided: boolean;
}

interface Divided extends Given {
  readonly before: readonly string[];
}

/**
 * Exactly the listed words: no clusters, abbreviations or glued values.
 * @param messages the next word is text
 */
function given(words: Words, flags: string, messages = ''): Given | undefined {
  const found = dividedWords(words, flags, messages);
  return found === undefined || found.before.length > 0 ? undefined : found;
}

function dividedWords(words: Words, flags: string, messages: string): Divided | undefined {
  const known = new Set(flags.split(' '));
  const texts = new Set(messages.split(' '));
  const found = new Set<string>();
  const operands: string[] = [];
  let before: readonly string[] = [];
  let divided = false;
  while (!words.isEmpty) {
    const text = words.next();
    if (text === undefined) return undefined;
    if (divided || !text.startsWith('-')) operands.push(text);
    else if (text === '--') {
      before = operands.splice(0);
      divided = true;
    } else if (texts.has(text)) {
      const value = words.take();
      if (value === undefined || !isOneWord(value)) return undefined;
      found.add(text);
    } else if (known.has(text)) found.add(text);
    else {
      const [name = ''] = text.split('=', 1);
      if (!name.startsWith('--') || !texts.has(name)) return undefined;
      found.add(name);
    }
  }
  return { flags: found, before, operands, divided };
}

function isOneWord({ pieces }: Word): boolean {
  return pieces.every((piece) => piece.kind === 'text' || (piece.kind === 'value' && piece.quoted));
}

const readers: Readonly<Record<string, (words: Words) => GitAct | undefined>> = table({
  add(words) {
    const call = given(words, '-A --all -u --update -v --verbose');
    if (call?.operands.every(isLiteralPath) !== true) return undefined;
    const { flags, operands } = call;
    const isUpdate = flags.has('-u') || flags.has('--update');
    const isAll = flags.has('-A') || flags.has('--all');
    if ((isUpdate && isAll) || (operands.length === 0 && !isUpdate && !isAll)) return undefined;
    const stores = operands.length > 0 ? 'paths' : isAll ? 'tree' : 'tracked';
    return { ...NOTHING, subcommand: 'add', paths: operands, stores };
  },
  commit(words) {
    const flags = '-a --all -q --quiet -s --signoff --allow-empty';
    const call = given(words, flags, '-m --message -am -F --file');
    if (call === undefined || call.operands.length > 0) return undefined;
    const hasMessage = ['-m', '--message', '-am', '-F', '--file'].some((name) => call.flags.has(name));
    // With a message, no editor starts.
    if (!hasMessage) return undefined;
    const isAll = ['-a', '--all', '-am'].some((name) => call.flags.has(name));
    return { ...NOTHING, subcommand: 'commit', stores: isAll ? 'tracked' : 'nothing', concludes: true };
  },
  branch(words) {
    const call = given(words, '-q --quiet');
    const [name = '', start, ...more] = call?.operands ?? [];
    if (call?.divided !== false || !isNewName(name) || !isVersion(start) || more.length > 0) return undefined;
    return { ...NOTHING, subcommand: 'branch', makes: [`refs/heads/${name}`] };
  },
  switch: (words) => branchAct('switch', words, ['-c', '--create']),
  checkout: (words) => branchAct('checkout', words, ['-b']),
  tag(words) {
    const call = given(words, '-a --annotate', '-m --message');
    const [name = '', version, ...more] = call?.operands ?? [];
    if (call?.divided !== false || !isNewName(name) || !isVersion(version) || more.length > 0) return undefined;
    const { flags } = call;
    const asksForMessage = flags.has('-a') || flags.has('--annotate');
    if (asksForMessage && !flags.has('-m') && !flags.has('--message')) return undefined;
    return { ...NOTHING, subcommand: 'tag', makes: [`refs/tags/${name}`] };
  },
  restore(words) {
    const call = given(words, '-S --staged -q --quiet');
    if (call === undefined || !(call.flags.has('-S') || call.flags.has('--staged'))) return undefined;
    return ofIndex('restore', call.operands);
  },
  reset(words) {
    const call = dividedWords(words, '-q --quiet', '');
    if (call === undefined) return undefined;
    const { before, operands, divided } = call;
    if (divided) return before.every((version) => version === 'HEAD') ? ofIndex('reset', operands) : undefined;
    const [first, ...others] = operands;
    if (first === undefined || (first === 'HEAD' && others.length === 0)) {
      return { ...NOTHING, subcommand: 'reset', concludes: true };
    }
    if (first === 'HEAD') return ofIndex('reset', others);
    const act = ofIndex('reset', operands);
    return act === undefined ? undefined : { ...act, mustExist: first };
  },
  rm(words) {
    const call = given(words, '--cached -r -q --quiet');
    return call?.flags.has('--cached') === true ? ofIndex('rm', call.operands) : undefined;
  },
});

function ofIndex(subcommand: string, paths: readonly string[]): GitAct | undefined {
  return paths.length > 0 && paths.every(isLiteralPath) ? { ...NOTHING, subcommand, paths } : undefined;
}

/** @param options that make a branch; it starts at HEAD, so no file changes */
function branchAct(subcommand: string, words: Words, options: readonly string[]): GitAct | undefined {
  const first = words.next();
  const option = first === '-q' ? words.next() : first;
  const makesOne = option !== undefined && options.includes(option);
  const branch = makesOne ? words.next() : option;
  if (branch === undefined || !isNewName(branch) || !words.isEmpty) return undefined;
  const act = { ...NOTHING, subcommand, concludes: true };
  return makesOne ? { ...act, makes: [`refs/heads/${branch}`] } : { ...act, switchesTo: branch };
}

/** Git reads patterns and magic in paths. */
function isLiteralPath(path: string): boolean {
  return path !== '' && !/[*?[\\\p{Cc}]|^:/u.test(path);
}

/** No option, revision or place of references. */
function isNewName(name: string): boolean {
  const isPlain = /^[A-Za-z][\w-]*(?:[./][\w-]+)*$/.test(name) && name.length <= 200;
  const isOther = /^(?:refs|heads|tags|remotes|origin|upstream)(?:\/|$)|(?:^|_)HEAD$|\.lock(?:\/|$)|^[0-9a-f]{4,}$/i;
  return isPlain && !isOther.test(name);
}

function isVersion(text: string | undefined): boolean {
  return text === undefined || /^(?:HEAD(?:[~^]\d{0,6}){0,4}|[0-9a-f]{7,64}|[A-Za-z][\w-]*(?:[./][\w-]+)*)$/.test(text);
}

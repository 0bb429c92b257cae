import { makeWord, writtenText, type Word, type WordPiece } from '../../model/analysis';
import { hasOption, type CommandCall, type PathAction, type PathUse } from '../../model/commandTable';
import { optionUses } from '../../model/pathOperands';

const WILDCARDS = /[*?[]/;

/** Each further colon is another reading. */
const MOST_COLONS = 8;

/** For `show`, `diff`, `blame`, `cat-file`. */
export function contentPaths(call: CommandCall): readonly PathUse[] {
  return [...optionUses(call), ...operandPaths(call, onlyNames(call) ? 'list' : 'read')];
}

/** They print contents on request. */
export function historyPaths(call: CommandCall): readonly PathUse[] {
  const functions = call.options.flatMap(({ name, value }) =>
    name === '-L' && value !== undefined ? pathsIn(value.word, 'read', value.word.text?.slice(value.from)) : [],
  );
  return [...optionUses(call), ...functions, ...operandPaths(call, printsOnRequest(call) ? 'read' : 'list')].map(
    (use) => below(call, use),
  );
}

const PRINTS_HISTORY = [
  ...['-p', '-U', '-c', '--cc', '-L', '-G', '-S', '--patch-with-raw', '--patch-with-stat', '--remerge-diff', '--dd'],
  ...['-W', '--word-diff', '--color-words', '--binary', '--diff-merges', '-m', '--check'],
];

function printsOnRequest(call: CommandCall): boolean {
  return PRINTS_HISTORY.some((name) => hasOption(call, name));
}

const ON_REQUEST: ReadonlySet<string> = new Set('log whatchanged reflog diff-tree diff-index diff-files'.split(' '));
const UNLESS_LISTED: ReadonlySet<string> = new Set('show diff range-diff cat-file'.split(' '));

/** Whether it prints contents of files that it need not name: of a commit, of a change. */
export function printsContents(call: CommandCall): boolean {
  const [, subcommand, action] = call.specs.map(({ names }) => names[0] ?? '');
  if (subcommand === undefined) return true;
  if (subcommand === 'status') return hasOption(call, '-v');
  if (subcommand === 'stash')
    return action === 'list' ? printsOnRequest(call) : action !== undefined && !onlyNames(call);
  // A hash may be a file's, which `show` prints whole.
  if (subcommand === 'show' && call.operands.some(({ text }) => /^[\da-f]{4,}$/i.test(text ?? ''))) return true;
  return ON_REQUEST.has(subcommand) ? printsOnRequest(call) : UNLESS_LISTED.has(subcommand) && !onlyNames(call);
}

/** `-v` prints what is staged. */
export function statusPaths(call: CommandCall): readonly PathUse[] {
  return [...optionUses(call), ...operandPaths(call, hasOption(call, '-v') ? 'read' : 'list')];
}

export function listedPaths(call: CommandCall): readonly PathUse[] {
  return [...optionUses(call), ...operandPaths(call, 'list')];
}

/** Without a path it searches the folder: `git grep pattern [revision...] [path...]`. */
export function searchedPaths(call: CommandCall): readonly PathUse[] {
  const isPatternGiven = hasOption(call, '-e') || hasOption(call, '-f');
  const named = isPatternGiven ? call.operands : call.operands.slice(1);
  const includeHidden = ['--no-index', '--no-exclude-standard', '--untracked'].some((name) => hasOption(call, name));
  const tracked = !includeHidden;
  const words = named.flatMap((word) => (LEAVES_OUT.test(writtenText(word)) ? [] : searchedIn(word)));
  const searched = words.length > 0 ? words : [{ word: HERE, action: 'search' as const }];
  return [
    ...optionUses(call),
    ...searched.map((use) => below(call, { ...use, includeHidden, tracked, ignoresLinks: true })),
  ];
}

/** These patterns only exclude: `:!x`, `:^x`, `:(exclude)x`. */
const LEAVES_OUT = /^:(?:[!^]|\(exclude\))/;

/** Where other magic searches is unknown. */
function searchedIn(word: Word): readonly PathUse[] {
  if (!writtenText(word).startsWith(':')) return pathsIn(word, 'search').map((use) => ({ ...use, orVersion: true }));
  const { raw, position } = word;
  return [{ word: makeWord([{ kind: 'value', text: raw, quoted: true }], raw, position), action: 'search' }];
}

const HERE = makeWord([{ kind: 'text', text: '.' }], '.', 0);

const ONLY_NAMES = ['--name-only', '--name-status', '--stat', '--numstat', '--shortstat', '--summary', '-s'];

/** The same letter means something else to each: `-t` of `diff` leaves the contents, as does `-s` of `blame`. */
function onlyNames(call: CommandCall): boolean {
  const subcommand = call.specs[1]?.names[0];
  if (subcommand === 'blame' || subcommand === 'annotate') return false;
  // `HEAD:path` is a file, which options of changes do not shorten.
  if (subcommand === 'show' && call.operands.some((word) => word.text?.includes(':') !== false)) return false;
  const named = subcommand === 'cat-file' ? ['-s', '-e', '-t'] : ONLY_NAMES;
  return named.some((name) => hasOption(call, name)) && !printsOnRequest(call);
}

/** Only git knows which operands are revisions. */
export function operandPaths(call: CommandCall, action: PathAction): readonly PathUse[] {
  return call.operands.flatMap((word) => pathsIn(word, action)).map((use) => below(call, use));
}

/** The word, what follows the colon of `HEAD:path`, `:0:path` and `:/path`, and the pattern after `:(magic)`. */
export function pathsIn(word: Word, action: PathAction, text: string | undefined = word.text): readonly PathUse[] {
  if (text === undefined) return [{ word, action }];
  const starts = [0];
  for (let at = text.indexOf(':'); at !== -1 && starts.length <= MOST_COLONS; at = text.indexOf(':', at + 1)) {
    starts.push(afterMagic(text, at + 1));
  }
  return starts.flatMap((from) => {
    const path = text.slice(from);
    return path === '' ? [] : [{ word: patternWord(path, word), action }];
  });
}

function afterMagic(text: string, from: number): number {
  if (from !== 1) return from;
  const end = text[from] === '(' ? text.indexOf(')', from) : -1;
  if (end !== -1) return end + 1;
  return from + (/^[/!^]+:?/.exec(text.slice(from, from + 8))?.[0].length ?? 0);
}

/** git matches path patterns itself, also quoted. After a bracket anything may match. */
function patternWord(path: string, { raw, position }: Word): Word {
  if (!WILDCARDS.test(path)) return makeWord([{ kind: 'text', text: path }], raw, position);
  const bracket = path.indexOf('[');
  const known = bracket === -1 ? path : `${path.slice(0, bracket)}*`;
  const pieces = known.split(/([*?]+)/).filter((text) => text !== '');
  return makeWord(
    pieces.map((text): WordPiece => ({ kind: WILDCARDS.test(text) ? 'glob' : 'text', text })),
    raw,
    position,
  );
}

/** `git -C folder` is their base. */
export function below(call: CommandCall, use: PathUse): PathUse {
  const [folder] = startFolders(call);
  return folder === undefined || writtenText(use.word).startsWith('/') ? use : { ...use, below: folder };
}

/** Each is relative to the one before. */
export function startFolders({ specs: [git], options }: CommandCall): readonly Word[] {
  return options.flatMap(({ spec, name, value }) =>
    name === '-C' && git?.options?.includes(spec) === true && value !== undefined ? [value.word] : [],
  );
}
